"""Programs that misbehave as external agents, for tests; run as ``python strange_programs.py WAY [ARGUMENT...]``.

Nothing is imported but the standard library; each way is a function of that name.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from typing import Any

HELLO = {"type": "hello", "protocol": "couched.agent/1"}
LONG = 3600


def say(**message: Any) -> None:
    """Write a line."""
    print(json.dumps(message), flush=True)


def hear() -> dict[str, Any]:
    """Read a line; at the end of the input exit."""
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    found: dict[str, Any] = json.loads(line)
    return found


def greeted(**more: Any) -> dict[str, Any]:
    """Greet, and return the first request."""
    hear()
    say(**{**HELLO, **more})
    return hear()


def hold(message: dict[str, Any]) -> int:
    """The id of the option to hold."""
    return next(option["id"] for option in message["options"] if option["do"] == "hold")


def holding(message: dict[str, Any], **more: Any) -> None:
    """Hold from a request on to the end."""
    while True:
        if message["type"] == "request":
            say(option=hold(message), **more)
        elif message["type"] == "hello":
            say(**HELLO, keep=True)
        message = hear()


def good() -> None:
    """Holds."""
    holding(greeted())


def good_and_kept() -> None:
    """Holds, and plays further battles."""
    holding(greeted(keep=True))


def loud() -> None:
    """Holds, and says more on standard error than a pipe takes with every answer."""
    message = greeted()
    while True:
        sys.stderr.write("x" * 200_000 + "\n")
        sys.stderr.flush()
        say(option=hold(message))
        message = hear()
        if message["type"] == "end":
            return


def never_greets() -> None:
    """Hangs."""
    time.sleep(LONG)


def never_answers() -> None:
    """Greets and hangs when it is asked."""
    if greeted()["type"] == "request":
        time.sleep(LONG)


def never_reads() -> None:
    """Answers blindly, and reads nothing."""
    say(**HELLO)
    time.sleep(LONG)


def exits() -> None:
    """Ends with an exit code, and a word why."""
    greeted()
    print("out of ideas", file=sys.stderr, flush=True)
    sys.exit(3)


def exits_at_once() -> None:
    """Ends well before it has greeted."""
    sys.exit(0)


def kills_itself() -> None:
    """Ends by a signal."""
    greeted()
    os.kill(os.getpid(), signal.SIGKILL)


def half_a_line() -> None:
    """Ends within its answer."""
    greeted()
    sys.stdout.write('{"option": ')
    sys.stdout.flush()
    sys.exit(0)


def half_a_line_and_hangs() -> None:
    """Stops within its answer."""
    greeted()
    sys.stdout.write('{"option": ')
    sys.stdout.flush()
    time.sleep(LONG)


def closes_its_output() -> None:
    """Shuts up and goes on."""
    greeted()
    os.close(1)
    time.sleep(LONG)


def floods() -> None:
    """One line without end."""
    greeted()
    while True:
        os.write(1, b"a" * 65536)


def floods_lines() -> None:
    """Empty lines without end."""
    greeted()
    while True:
        os.write(1, b"\n" * 65536)


def floods_stderr() -> None:
    """Complaints without end, and no answer."""
    greeted()
    while True:
        os.write(2, b"oh no\n" * 10000)


def answers(line: str) -> None:
    """Answers with a line of the tester's; with a byte that is no UTF-8 for ``\\xff`` in it."""
    if greeted()["type"] == "end":
        return
    os.write(1, line.encode("latin-1", "replace").replace(b"\\xff", b"\xff") + b"\n")
    holding(hear())


def greets(line: str) -> None:
    """Greets with a line of the tester's."""
    hear()
    os.write(1, line.encode() + b"\n")
    holding(hear())


def stays() -> None:
    """Holds; does not end with its input."""
    message = greeted()
    while message["type"] != "end":
        say(option=hold(message))
        message = hear()
    time.sleep(LONG)


def parent(place: str) -> None:
    """Starts a child, writes both numbers into a file, and hangs at its first request, whatever becomes of its input."""
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    child = subprocess.Popen([sys.executable, "-c", f"import time; time.sleep({LONG})"])
    hear()
    with open(f"{place}.new", "w", encoding="utf-8") as file:
        file.write(f"{os.getpid()} {child.pid}")
    os.replace(f"{place}.new", place)
    say(**HELLO)
    time.sleep(LONG)


def fails_the_first_time(place: str) -> None:
    """Ends within its first battle; in the next one it holds."""
    message = greeted()
    if not os.path.exists(place):
        with open(place, "w", encoding="utf-8"):
            pass
        sys.exit(9)
    holding(message)


def remembers() -> None:
    """Says it may be kept, and dies when it is greeted again."""
    message = greeted(keep=True)
    while message["type"] != "end":
        say(option=hold(message))
        message = hear()
    hear()
    sys.exit(1)


def counts_its_battles() -> None:
    """Holds, and lets the battles it has played before show, though it said they would not."""
    played = 0
    while True:
        message = hear()
        if message["type"] == "hello":
            played += 1
            say(**HELLO, keep=True)
        elif message["type"] == "request":
            say(option=hold(message), note=f"battle {played}")


def moody() -> None:
    """Holds, with a note that is never the same."""
    message = greeted()
    while message["type"] == "request":
        say(option=hold(message), note=os.urandom(8).hex())
        message = hear()


def says_goodbye() -> None:
    """Holds, and answers the end too, which nobody asked it."""
    message = greeted()
    while message["type"] == "request":
        say(option=hold(message))
        message = hear()
    say(bye="bye")


def misspells() -> None:
    """Holds, and misspells when it wants to be asked again."""
    holding(greeted(), waek=5)


def numbered(place: str) -> None:
    """Holds, and writes a line into a file for every process of it there is."""
    with open(place, "a", encoding="utf-8") as file:
        file.write("started\n")
    holding(greeted(keep=True))


if __name__ == "__main__":
    globals()[sys.argv[1]](*sys.argv[2:])

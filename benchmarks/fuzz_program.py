"""The external agent that `benchmarks.fuzz_external` has misbehave: ``python -I -S fuzz_program.py CASE MARK``.

Nothing but the standard library is imported, so that it starts at once. CASE is JSON: ``moves``, what it does when it is
greeted, when it is asked for the first time, for the second time, ..., and ``last``, what it does when it is told of the
end. A move is a list of acts, each ``[name, argument...]``, of the table `ACTS`; asked more often it picks listed options.
MARK is nothing to it: it names the case in the table of processes, and that of every child that it starts.
"""

import base64
import json
import os
import subprocess
import sys
import time

HELLO = {"type": "hello", "protocol": "couched.agent/1"}
BLOCK = 1 << 16
LONG = 3600


def put(data, number=1):
    """Write bytes, all of them."""
    while data:
        data = data[os.write(number, data[:BLOCK]) :]


def say(message):
    """Write a line of JSON."""
    put(json.dumps(message).encode() + b"\n")


def greet(_heard, more):
    """Greet as one should."""
    say({**HELLO, **more})


def pick(heard, number, more):
    """Answer with a listed option."""
    options = heard.get("options") or [{"id": 0}]
    say({"option": options[number % len(options)]["id"], **more})


def spell(heard, number, more):
    """Answer with a listed option, spelled out and changed."""
    options = heard.get("options") or [{"do": "hold"}]
    say({"option": {**options[number % len(options)], **more}})


def write(_heard, data):
    """Write bytes as they are."""
    put(base64.b64decode(data))


def fill(_heard, text, times):
    """Write a text again and again."""
    block = text.encode() * max(1, BLOCK // max(1, len(text)))
    left = len(text) * times
    while left > 0:
        put(block[:left])
        left -= len(block)


def complain(_heard, times):
    """Write lines on standard error."""
    put(b"oh \xff no\n" * times, 2)


def sleep(_heard, seconds):
    """Do nothing for a while."""
    time.sleep(seconds)


def close(_heard, number):
    """Close a stream."""
    os.close(number)


def leave(_heard, code):
    """Exit."""
    os._exit(code)


def die(_heard, number):
    """End by a signal."""
    os.kill(os.getpid(), number)
    time.sleep(LONG)


def breed(_heard):
    """Start a child that holds all streams open and stays."""
    subprocess.Popen([sys.executable, "-I", "-S", "-c", f"import time; time.sleep({LONG})", sys.argv[2]])


ACTS = {act.__name__: act for act in (greet, pick, spell, write, fill, complain, sleep, close, leave, die, breed)}


def main(case):
    """Play battle after battle, each as if it were the first."""
    asked = 0
    for line in sys.stdin.buffer:
        heard = json.loads(line)
        if heard["type"] == "hello":
            asked = 0
        if heard["type"] == "end":
            move = case["last"]
        else:
            move = case["moves"][asked] if asked < len(case["moves"]) else [["pick", 7 * asked, {}]]
            asked += 1
        for name, *arguments in move:
            ACTS[name](heard, *arguments)


if __name__ == "__main__":
    try:
        main(json.loads(sys.argv[1]))
    except (BrokenPipeError, OSError):
        os._exit(1)

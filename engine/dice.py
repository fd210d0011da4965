"""Random streams: one for each combatant and purpose, seeded by hashing or scripted (CLK-7).

A stream is keyed by the root seed, the battle's index, the combatant's stream key and the purpose. Its bits are
BLAKE2b in counter mode, so that they are the same on every machine and version; a face is mapped from 32 bits as
``1 + (bits * sides >> 32)``, which favours no face by more than ``sides`` in four billion.

A battle may be branched: from a moment on all its streams are drawn anew, numbered, so that one past has many futures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from struct import Struct
from typing import Any

from engine.errors import ScriptedRollError

Faces = tuple[int, ...]
Script = Mapping[str, Sequence[Sequence[int]]]

_WORDS = Struct("<16I")


class Stream:
    """One seeded stream: an endless row of 32-bit words."""

    __slots__ = ("_block", "_hash", "_words")

    def __init__(self, state: Any, purpose: str) -> None:
        self._hash = state.copy()
        self._hash.update(purpose.encode())
        self._block = 0
        self._words: list[int] = []

    def _next_block(self) -> int:
        """Return the first word of the next block, and keep the others."""
        block = self._hash.copy()
        block.update(b"\x00%d" % self._block)
        self._block += 1
        words: list[int] = list(_WORDS.unpack(block.digest()))
        self._words = words
        return words.pop()

    def die(self, sides: int) -> int:
        """Return one face, 1..sides."""
        words = self._words
        return 1 + ((words.pop() if words else self._next_block()) * sides >> 32)

    def dice(self, number: int, sides: int) -> Faces:
        """Return ``number`` faces, each 1..sides."""
        words = self._words
        if len(words) < number:
            return tuple([self.die(sides) for _ in range(number)])
        if number == 2:  # most rolls there are
            return 1 + (words.pop() * sides >> 32), 1 + (words.pop() * sides >> 32)
        return tuple([1 + (words.pop() * sides >> 32) for _ in range(number)])

    def open_roll(self, sides: int) -> tuple[Faces, Faces]:
        """Return the chains of a positive and a negative die: while the highest face comes up, one more is rolled.

        Drawn in the order a script lists them: both first faces, then the positive chain's, then the negative's.
        """
        first, second = self.die(sides), self.die(sides)
        return self._chain(first, sides), self._chain(second, sides)

    def _chain(self, face: int, sides: int) -> Faces:
        faces = [face]
        while face == sides:
            face = self.die(sides)
            faces.append(face)
        return tuple(faces)

    def below(self, limit: int) -> int:
        """Return a whole number 0..limit-1, for choices."""
        words = self._words
        return (words.pop() if words else self._next_block()) * limit >> 32

    def branch(self, number: int) -> None:
        """Go on as the stream of a numbered branch: its words depend on the number, not on what was drawn before."""
        self._hash.update(b"\x01%d" % number)
        self._block, self._words = 0, []


class ScriptedStream:
    """One scripted stream: rolls in order, each a list of faces; a shortage or a misfit is an error that names it.

    Attributes:
        spare: the seeded stream that goes on where the script ends; None when the script must last.
    """

    __slots__ = ("_name", "_rolls", "_used", "spare")

    def __init__(self, name: str, rolls: Sequence[Sequence[int]]) -> None:
        self._name = name
        self._rolls = rolls
        self._used = 0
        self.spare: Stream | None = None

    def die(self, sides: int) -> int:
        """Return the next roll's only face."""
        return self.dice(1, sides)[0]

    def dice(self, number: int, sides: int) -> Faces:
        """Return the next roll's faces, checked against the dice that are rolled."""
        if self.spare is not None and not self.left:
            return self.spare.dice(number, sides)
        roll = self._next(f"{number}d{sides}")
        if len(roll) != number or any(not 1 <= face <= sides for face in roll):
            faces = "1 face" if number == 1 else f"{number} faces"
            raise self._misfit(roll, f"{faces} from 1 to {sides} ({number}d{sides})")
        return tuple(roll)

    def open_roll(self, sides: int) -> tuple[Faces, Faces]:
        """Return the next roll as two chains: both first faces, then the positive chain's, then the negative's."""
        if self.spare is not None and not self.left:
            return self.spare.open_roll(sides)
        roll = self._next(f"an open d{sides}")
        allowed = f"faces from 1 to {sides}: both first, then one more after every {sides}, the positive chain's first"
        if len(roll) < 2 or any(not 1 <= face <= sides for face in roll):
            raise self._misfit(roll, allowed)
        left = list(roll[:1:-1])
        chains = [_chain(first, left, sides) for first in roll[:2]]
        if left or any(chain[-1] == sides for chain in chains):
            raise self._misfit(roll, allowed)
        return chains[0], chains[1]

    def _next(self, dice: str) -> Sequence[int]:
        """Return the next scripted roll."""
        if self._used >= len(self._rolls):
            allowed = f"one more roll of {dice}: the battle asks for roll {self._used + 1}"
            raise ScriptedRollError(self._place, f"only {_rolls(len(self._rolls))}", allowed)
        self._used += 1
        return self._rolls[self._used - 1]

    def _misfit(self, roll: Sequence[int], allowed: str) -> ScriptedRollError:
        return ScriptedRollError(f"{self._place}, roll {self._used}", str(list(roll)), allowed)

    @property
    def _place(self) -> str:
        return f"scripted rolls, stream {self._name!r}"

    @property
    def left(self) -> int:
        """How many scripted rolls were never asked for."""
        return len(self._rolls) - self._used


def _rolls(number: int) -> str:
    return "1 roll" if number == 1 else f"{number} rolls"


def _chain(first: int, left: list[int], sides: int) -> Faces:
    """Return a chain from its first face, its further ones taken from the end of what is left."""
    chain = [first]
    while chain[-1] == sides and left:
        chain.append(left.pop())
    return tuple(chain)


class Dice:
    """All streams of one battle.

    Args:
        seed: the root seed, any whole number.
        battle: the battle's index under that seed.
        script: scripted rolls, ``"combatant/purpose"`` to a list of rolls; other streams stay seeded.
    """

    def __init__(self, seed: int, battle: int, script: Script | None = None) -> None:
        self._root = f"{seed}/{battle}/".encode()
        self._script = dict(script or {})
        self._scripted: dict[str, ScriptedStream] = {}
        self._made: list[Streams] = []
        self._branches: list[int] = []
        self.rolls = 0

    def of(self, name: str, key: str) -> Streams:
        """Return the streams of one combatant, by its name and its stream key."""
        streams = Streams(self, name, key)
        self._made.append(streams)
        return streams

    def branch(self, number: int) -> None:
        """Leave the recorded course: all later draws of all streams belong to a numbered branch.

        Args:
            number: 1 or more: every stream, scripted ones too, is derived anew from (seed, battle, key, purpose,
                the numbers of all branches so far) and starts at its first word. 0: the same streams go on; scripted
                ones may have rolls left at the end, and a seeded stream goes on where their rolls do not last.
        """
        self._branches.append(number)
        for streams in self._made:
            streams.forget_scripts()
            if number:
                streams.branch(number)
        if number:
            self._script, self._scripted = {}, {}

    def aside(self, key: str, tick: int, number: int) -> Dice:
        """Return dice of their own for a numbered imagining: they tell nothing of these, nor of what was scripted.

        Args:
            key: the stream key of who imagines.
            tick: when.
            number: which of its imagined futures.
        """
        dice = Dice(0, 0)
        data = key.encode("utf-8", "surrogatepass")
        dice._root = self._root + b"~%d:" % len(data) + data + b"/%d/%d/" % (tick, number)
        return dice

    def make(self, state: Any, name: str, purpose: str) -> Stream | ScriptedStream:
        """Return the stream of a combatant's purpose as the branches so far have it; ``state`` is its key's."""
        seeded = Stream(state, purpose)
        for number in self._branches:
            if number:
                seeded.branch(number)
        scripted = self.scripted(f"{name}/{purpose}")
        if scripted is not None and self._branches:
            scripted.spare = scripted.spare or seeded
        return scripted or seeded

    def state(self, key: str) -> Any:
        """Return the hash state that all streams of a key start from."""
        data = key.encode("utf-8", "surrogatepass")
        return blake2b(self._root + b"%d:" % len(data) + data + b"/", digest_size=64)

    def scripted(self, name: str) -> ScriptedStream | None:
        """Return the scripted stream of ``combatant/purpose``, if there is one."""
        if name not in self._script:
            return None
        if name not in self._scripted:
            self._scripted[name] = ScriptedStream(name, self._script[name])
        return self._scripted[name]

    def check_spent(self) -> None:
        """Raise a ScriptedRollError that names every stream with scripted rolls that were never asked for."""
        if self._branches:
            return
        left = {}
        for name, rolls in self._script.items():
            stream = self._scripted.get(name)
            unused = stream.left if stream else len(rolls)
            if unused:
                left[name] = f"{unused} of {_rolls(len(rolls))}"
        if left:
            streams = f"stream{'s' if len(left) > 1 else ''} {', '.join(map(repr, left))}"
            found = f"{', '.join(left.values())} left over at the end"
            raise ScriptedRollError(f"scripted rolls, {streams}", found, "exactly the rolls the battle asks for")


class Streams:
    """The streams of one combatant, each made when it is first used."""

    __slots__ = ("_dice", "_name", "_state", "_streams", "key")

    def __init__(self, dice: Dice, name: str, key: str) -> None:
        self._dice = dice
        self._name = name
        self.key = key
        self._state: Any = None
        self._streams: dict[str, Stream | ScriptedStream] = {}

    def stream(self, purpose: str) -> Stream | ScriptedStream:
        """Return the stream of a purpose."""
        stream = self._streams.get(purpose)
        if stream is None:
            if self._state is None:
                self._state = self._dice.state(self.key)
            stream = self._dice.make(self._state, self._name, purpose)
            self._streams[purpose] = stream
        return stream

    def forget_scripts(self) -> None:
        """Drop the scripted streams, to be made anew when they are next asked for."""
        self._streams = {name: stream for name, stream in self._streams.items() if isinstance(stream, Stream)}

    def branch(self, number: int) -> None:
        """Branch the seeded streams that are made already."""
        for stream in self._streams.values():
            if isinstance(stream, Stream):
                stream.branch(number)

    def d100(self, purpose: str) -> int:
        """Roll 1d100 of a purpose."""
        self._dice.rolls += 1
        return (self._streams.get(purpose) or self.stream(purpose)).die(100)

    def roll(self, purpose: str, number: int, sides: int) -> Faces:
        """Roll some dice of a purpose."""
        self._dice.rolls += 1
        return (self._streams.get(purpose) or self.stream(purpose)).dice(number, sides)

    def open_roll(self, purpose: str, sides: int) -> tuple[Faces, Faces]:
        """Roll a positive and a negative die of a purpose, each re-rolled and added while it shows its highest face."""
        self._dice.rolls += 1
        return self.stream(purpose).open_roll(sides)

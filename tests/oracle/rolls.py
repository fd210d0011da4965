"""Where the oracle's dice come from, and a record of every face it used."""

from __future__ import annotations

from collections.abc import Callable, Mapping

Faces = Callable[[str, int, int], list[int]]


class ShortOfRollsError(Exception):
    """A scripted stream has run out and there is no other source."""


class Rolls:
    """Scripted streams first, then a given function of (stream, dice, sides); ``used`` is what the fight consumed."""

    def __init__(self, table: Mapping[str, list[list[int]]], seed_faces: Faces | None = None) -> None:
        self.table = {key: list(faces) for key, faces in table.items()}
        self.seed_faces = seed_faces
        self.used: dict[str, list[list[int]]] = {}

    def roll(self, who: str, purpose: str, dice: int = 1, sides: int = 100) -> list[int]:
        """Return the next faces of a combatant's stream."""
        stream = f"{who}/{purpose}"
        if self.table.get(stream):
            faces = self.table[stream].pop(0)
        elif self.seed_faces is not None and stream not in self.table:
            faces = self.seed_faces(stream, dice, sides)
        else:
            raise ShortOfRollsError(stream)
        if len(faces) != dice or not all(1 <= face <= sides for face in faces):
            raise ValueError(f"{stream}: {faces} is no roll of {dice}d{sides}")
        self.used.setdefault(stream, []).append(list(faces))
        return faces

    def percent(self, who: str, purpose: str) -> int:
        """Return a d100."""
        return self.roll(who, purpose)[0]

    @property
    def unused(self) -> dict[str, list[list[int]]]:
        """Scripted rolls nobody made."""
        return {stream: faces for stream, faces in self.table.items() if faces}

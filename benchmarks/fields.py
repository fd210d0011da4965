"""The fights of the stall matrix and the ladder: small fields made here, two sides, ``red`` and ``blue``.

Each is a TOML text for `scenarios.loads`; what they hold of gear is shipped gear. They are no scenarios of the library:
they teach nothing, they only put agents where battles may come to a standstill.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

HEAD: Final = 'schema = "couched.scenario/1"\nname = "{name}"\nsystem = "{system}"\n'

SWORD = 'skills = { broadsword = 65, combat_maneuver = 50 }\nweapons = ["broadsword"]'
SPEAR = 'skills = { spear = 65, combat_maneuver = 50 }\nweapons = ["spear"]'
BOW = 'skills = { short_bow = 90, dagger = 55 }\nweapons = ["short_bow", "dagger"]'
BOW_ONLY = 'skills = { short_bow = 70 }\nweapons = [{ name = "short_bow", ammunition = 6 }]'
DAGGER = 'skills = { dagger = 65, combat_maneuver = 50 }\nweapons = ["dagger"]'
MACE = 'template = "peasant"\nweapons = ["mace"]\nskills = { club = 60 }'
LANCE = 'template = "soldier"\nskills = { lance = 90, mace = 55 }\nweapons = ["lance", "mace"]\nvelocity = [9, 0]'
JAVELIN = 'template = "skirmisher"'
SHIELD = 'template = "soldier"'
WALLS = """
[[field.walls]]
name = "long wall"
points = [[0, -40], [0, 8]]

[[field.walls]]
name = "short wall"
points = [[-10, 20], [10, 20]]
"""
LOW = """
[[field.walls]]
name = "low wall"
points = [[0, -25], [0, 25]]
sight = false
"""
CLIFF = """
[[field.edges]]
name = "cliff"
start = [8, -60]
end = [8, 60]
drop = 150
"""
CELL = """
[[field.walls]]
name = "court"
points = [[-30, -15], [30, -15], [30, 15], [-30, 15], [-30, -15]]
"""


def _one(name: str, side: str, place: tuple[float, float], has: str) -> str:
    return f'\n[[combatants]]\nname = "{name}"\nside = "{side}"\nposition = [{place[0]}, {place[1]}]\n{has}\n'


def counts(name: str, red: str, blue: str, apart: float, field: str = "", many: int = 1) -> str:
    """Return a fight of counts: equals on either side in a line, so many feet apart.

    Args:
        name: what it is called.
        red, blue: what the fighters of a side have, lines of TOML.
        apart: feet.
        field: walls and edges, TOML.
        many: fighters a side.
    """
    half = apart / 2
    lines = [HEAD.format(name=name, system="counts"), field]
    for place in range(many):
        y = 6.0 * place - 3.0 * (many - 1)
        lines += [_one(f"Red {place + 1}", "red", (-half, y), red), _one(f"Blue {place + 1}", "blue", (half, -y), blue)]
    return "".join(lines)


def shots(name: str, red: str, blue: str, apart: float, field: str = "", many: int = 1) -> str:
    """Return a fight of shots, so many meters apart; the arguments are those of `counts`."""
    half = apart / 2
    lines = [HEAD.format(name=name, system="shots"), field]
    for place in range(many):
        y = 5.0 * place - 2.5 * (many - 1)
        lines += [_one(f"Red {place + 1}", "red", (-half, y), red), _one(f"Blue {place + 1}", "blue", (half, -y), blue)]
    return "".join(lines)


def steps(name: str, red: str, blue: str, rows: tuple[str, ...], many: int = 1) -> str:
    """Return a fight of steps on a map; ``A``, ``B``, ... stand for red, ``a``, ``b``, ... for blue.

    Args:
        name: what it is called.
        red, blue: what the fighters of a side have, lines of TOML.
        rows: the map.
        many: fighters a side.
    """
    drawn = "".join(f'    "{row}",\n' for row in rows)
    field = f'\n[field]\nrows = [\n{drawn}]\nlegend = {{ "#" = "wall", s = "sandbags", t = "tree" }}\n'
    lines = [HEAD.format(name=name, system="steps"), field]
    for place in range(many):
        for side, has, mark in (("red", red, "ABCDEF"[place]), ("blue", blue, "abcdef"[place])):
            lines.append(f'\n[[combatants]]\nname = "{side.title()} {place + 1}"\nside = "{side}"\nmark = "{mark}"\n{has}\n')
    return "".join(lines)


OPEN = ("................................",) * 7 + (".A............................a.",) + ("................................",) * 7
ROOMS = (
    "#####################",
    "#.........#.........#",
    "#.A.......#.......a.#",
    "#.........#.........#",
    "#.........#.........#",
    "#...................#",
    "#.........#.........#",
    "#.........#.........#",
    "#####################",
)
BAGS = (
    "........................",
    "....s..............s....",
    ".A..s..............s..a.",
    "....s.....t..t.....s....",
    "........................",
    ".........t....t.........",
    "........................",
)
SQUADS = (
    "########################",
    "#..........#...........#",
    "#.A........#.........a.#",
    "#.....s....#....s......#",
    "#.....s.........s......#",
    "#.B........#.........b.#",
    "#..........#...........#",
    "########################",
)
PORTS = """
[[field.places]]
name = "west"
position = [-20.0, 0.0]
radius = 2.0
tags = ["gun_port"]
facing = 0.0

[[field.places]]
name = "east"
position = [20.0, 0.0]
radius = 2.0
tags = ["gun_port"]
facing = 180.0
"""
PISTOL = 'template = "gunman"'
FEW_ROUNDS = 'template = "gunman"\nweapons = [{ name = "pistol", magazine = 3, ammunition = 0 }, "fists"]'
FISTS = 'template = "martial_artist"'
FAST = 'template = "martial_artist"\nmove = 14'
SLOW = 'template = "gunman"\nmove = 3'
RIFLE = 'template = "rifleman"'
RECRUIT = 'template = "recruit"\nweapons = ["pistol"]'
SIX_ROUNDS = 'template = "rifleman"\nweapons = [{ name = "pistol", magazine = 6, ammunition = 0 }]'
RUSHER = 'template = "rusher"'

COUNTS: Final[Mapping[str, str]] = {
    "at hand": counts("At hand", SWORD, SWORD, 5.0),
    "sword and spear": counts("Sword and spear", SWORD, SPEAR, 60.0),
    "three a side": counts("Three a side", SHIELD, SHIELD, 50.0, many=3),
    "long wall": counts("Round a wall", SWORD, SPEAR, 60.0, WALLS),
    "court": counts("In a court", SPEAR, SHIELD, 40.0, CELL),
    "slow axe": counts("A slow axe", SWORD + "\nmvm = 12", 'template = "brute"\nmvm = 4', 50.0),
    "bow and sword": counts("Bow and sword", BOW, SWORD, 150.0),
    "fast bow": counts("A fast bow", BOW + "\nmvm = 14", SWORD + "\nmvm = 5", 120.0),
    "six arrows": counts("Six arrows and no blade", BOW_ONLY + "\nmvm = 12", SWORD + "\nmvm = 6", 120.0),
    "bows behind a wall": counts("Bows behind a wall", BOW, BOW, 80.0, WALLS),
    "javelins": counts("Javelins", JAVELIN, JAVELIN, 70.0),
    "pike and dagger": counts("Pike and dagger", 'template = "pikeman"', DAGGER, 30.0),
    "empty quivers": counts("Bows alone", BOW_ONLY, BOW_ONLY + "\nmvm = 14", 100.0),
    "plate and mace": counts("Plate and mace", 'template = "knight"', MACE, 20.0),
    "pikes": counts("Pikes", 'template = "pikeman"', 'template = "pikeman"', 40.0, many=2),
    "bare hands": counts("Bare hands", 'template = "brute"\nweapons = ["fist", "foot"]', SPEAR, 30.0),
    "low wall": counts("Over a low wall", BOW, SPEAR, 60.0, LOW),
    "cliff": counts("At a cliff", SWORD, SPEAR, 10.0, CLIFF),
    "rapiers": counts("Rapiers", 'template = "duelist"', 'template = "duelist"', 12.0),
    "mounted bow": counts("A mounted bow", BOW + "\nvelocity = [6, 0]", JAVELIN, 150.0),
    "crippled": counts("Slow as snails", SHIELD + "\nmvm = 0.5", SWORD + "\nmvm = 0.5", 40.0),
    "a horse": counts("A horse", LANCE, SPEAR, 200.0),
}
"""Fights of counts by name."""

SHOTS: Final[Mapping[str, str]] = {
    "pistols": shots("Pistols", PISTOL, PISTOL, 20.0),
    "gun ports": shots("Gun ports", PISTOL, PISTOL, 40.0, PORTS),
    "far apart": shots("Far apart", PISTOL, PISTOL, 400.0),
    "pistol and fists": shots("Pistol and fists", PISTOL, FISTS, 40.0),
    "slow pistol and fast fists": shots("Slow pistol and fast fists", SLOW, FAST, 40.0),
    "fast pistol and slow fists": shots("Fast pistol and slow fists", PISTOL + "\nmove = 12", FISTS + "\nmove = 3", 30.0),
    "three rounds": shots("Three rounds each", FEW_ROUNDS, FEW_ROUNDS, 30.0, PORTS),
    "fists": shots("Fists", FISTS, FISTS, 20.0),
    "knives to throw": shots("Knives to throw", 'template = "martial_artist"\nweapons = ["throwing_knife", "fists"]', FISTS, 25.0),
    "three a side": shots("Three a side", PISTOL, FISTS, 40.0, PORTS, many=3),
    "guards": shots("Guards", 'template = "guard"', 'template = "thug"', 30.0, PORTS, many=3),
}
"""Fights of shots by name."""

STEPS: Final[Mapping[str, str]] = {
    "open": steps("Open ground", RIFLE, RIFLE, OPEN),
    "rooms": steps("Two rooms", RIFLE, RUSHER, ROOMS),
    "sandbags": steps("Sandbags", RIFLE, RIFLE, BAGS),
    "rifle and gun": steps("Rifle and submachine gun", RIFLE, RUSHER, OPEN),
    "pistols": steps("Pistols far apart", RECRUIT, RECRUIT, OPEN),
    "six rounds": steps("Six rounds", SIX_ROUNDS, RUSHER, BAGS),
    "two a side": steps("Two a side", RIFLE, RUSHER, SQUADS, many=2),
}
"""Fights of steps by name."""

FIELDS: Final[Mapping[str, Mapping[str, str]]] = {"counts": COUNTS, "shots": SHOTS, "steps": STEPS}
"""All of them by rule system."""

"""Each kind of mistake in a combatant is reported with its line, its path, what was found and what is allowed."""

from __future__ import annotations

import pytest

from engine.counts.actions import OPTIONS
from engine.errors import ScenarioError
from scenarios import from_document, loads
from scenarios.counts.orders import DO_NAMES

HEAD = 'schema = "couched.scenario/1"\nname = "Test"\nsystem = "counts"\n'
ANA = '[[combatants]]\nname = "Ana"\nside = "red"\n'
BO = '[[combatants]]\nname = "Bo"\nside = "blue"\nposition = [5, 0]\n'


def mistakes(text: str, *overrides: str) -> tuple[str, ...]:
    """Return the mistakes of a text that has some."""
    with pytest.raises(ScenarioError) as caught:
        loads(text, label="f.toml", overrides=overrides)
    return caught.value.mistakes


def ana(line: str) -> str:
    """Return a scenario whose line 7 is one line of Ana's table."""
    return f"{HEAD}{ANA}{line}\n{BO}"


CASES = [
    ('htk = "7"', 7, 'htk: found "7"', "a whole number from 1 up to 1000000"),
    ("htk = 7.9", 7, "htk: found 7.9", "a whole number"),
    ("htk = 7.0", 7, "htk: found 7.0", "a whole number"),
    ("htk = true", 7, "htk: found true", "a whole number"),
    ("htk = 0", 7, "htk: found 0", "from 1"),
    (f"htk = 1{'0' * 400}", 7, "htk: found a number of more than 80 digits", "from 1"),
    ("weight = inf", 7, "weight: found inf", "a number above 0 up to 1000000"),
    ("mvm = nan", 7, "mvm: found nan", "a number from 0"),
    ("mvm = true", 7, "mvm: found true", "a number from 0"),
    ("def_on = 1", 7, "def_on: found 1", "true or false"),
    ('def_on = "true"', 7, 'def_on: found "true"', "true or false"),
    ("defence = 30", 7, "defence: found unknown key", "(did you mean def?)"),
    ("hkt = 30", 7, 'hkt: found unknown key "hkt"', "(did you mean htk?)"),
    ('"h\\u0007" = 30', 7, '"h\\u0007": found unknown key', "keys agent, agl"),
    ("position = [1]", 7, "position: found [1]", "an array of 2"),
    ("position = [1,\n nan]", 8, "position[1]: found nan", "a number from -1000000"),
    ("position = 3", 7, "position: found 3", "an array of 2"),
    ("facing = 1979-05-27", 7, "facing: found 1979-05-27", "a number from -360 up to 360"),
    ("set_distance = 5.125", 7, "set_distance: found 5.125", "at most 2 decimals"),
    ('mode = "offensiv"', 7, 'mode: found "offensiv"', "(did you mean offensive?)"),
    ("skills = { broadswrod = 70 }", 7, "skills.broadswrod: found unknown key", "(did you mean broadsword?)"),
    ("skills = { broadsword = 70.5 }", 7, "skills.broadsword: found 70.5", "a whole number from 0"),
    ("skills = 3", 7, "skills: found 3", "a table"),
    ("falling = 3\nskills = { falling = 4 }", 8, "falling: found it twice", "once"),
    ("combat_maneuver_rank = 3\nskills.combat_maneuver = { rank = 4 }", 8, "combat_maneuver_rank", "once"),
    ("skills.combat_maneuver = { percnt = 4 }", 7, "skills.combat_maneuver.percnt", "(did you mean percent?)"),
    ("skills.combat_maneuver.rank = -1", 7, "combat_maneuver_rank: found -1", "from 0"),
    ('weapons = ["spear", "broadswrod"]', 7, 'weapons.broadswrod: found "broadswrod"', "(did you mean broadsword?)"),
    ('weapons = "spear"', 7, 'weapons: found "spear"', "an array of names and tables"),
    ("weapons = [3]", 7, "weapons[0]: found 3", "a weapon's name or a table"),
    ('weapons = ["spear",\n"spear"]', 8, 'weapons.spear: found a second "spear"', "each name once"),
    ("weapons = [{ wsd = 3 }]", 7, "weapons[0].name: found nothing", "a text"),
    (
        'weapons = [{ name = "longbow", short = 300 }]', 7,
        "weapons.longbow: found short 300, medium 240, long 600", "short <= medium <= long",
    ),
    (
        'weapons = [{ name = "spear", velocity = 20 }]', 7,
        "weapons.spear: found short 0, medium 0, long 0", "long above 0",
    ),
    ('weapons = [{ name = "longbow", shots = 0 }]', 7, "weapons.longbow.shots: found 0", "from 1"),
    ('weapons = [{ name = "longbow", reload = 1.2345 }]', 7, "weapons.longbow.reload: found 1.2345", "at most 3 decimals"),
    (
        'weapons = [\n{ name = "spaer", wsd = 3 }]',
        8,
        'weapons.spaer.name: found "spaer"',
        "lacking: damage, type, length",
    ),
    ('weapons = [{ name = "spear", wsd = 3.0001 }]', 7, "weapons.spear.wsd: found 3.0001", "at most 3 decimals"),
    ('weapons = [{ name = "spear", length = 7.005 }]', 7, "weapons.spear.length: found 7.005", "at most 2 decimals"),
    ('weapons = [{ name = "spear", damage = "7!" }]', 7, 'weapons.spear.damage: found "7!"', "3+2d10 or 2d6"),
    (
        'weapons = [{ name = "spear", magic = { wsd = -1, mode = 2 } }]',
        7,
        "weapons.spear.magic.mode: found unknown key",
        "(did you mean mod?)",
    ),
    (
        'weapons = [{ name = "buckler", protection = { slcing = 1 } }]',
        7,
        "weapons.buckler.protection.slcing",
        "(did you mean slicing?)",
    ),
    ('armor = ["mailshirt"]', 7, 'armor.mailshirt: found "mailshirt"', "(did you mean mail_shirt?)"),
    (
        'armor = [{ name = "vest", covers = ["chst"], material = "mail" }]',
        7,
        'armor.vest.covers[0]: found "chst"',
        "(did you mean chest?)",
    ),
    (
        'armor = [{ name = "vest", covers = ["chest"], material = "mial" }]',
        7,
        'armor.vest.material: found "mial"',
        "(did you mean mail?)",
    ),
    (
        'armor = [{ name = "vest", covers = [], material = "mail" }]',
        7,
        "armor.vest.covers: found []",
        "at least one location",
    ),
    (
        'armor = [{ name = "vest", covers = ["chest"], protection = { chopping = -1 } }]',
        7,
        "armor.vest.protection.chopping: found -1",
        "from 0",
    ),
    ('template = "sodier"', 7, 'template: found "sodier"', "(did you mean soldier?)"),
    ('agent = "brawlr"', 7, 'agent: found "brawlr"', "(did you mean brawler?)"),
    ("agent = 3", 7, "agent: found 3", "brawler, counter_fighter, external, fencer"),
    ("agent = { bold = 3 }", 7, "agent.policy: found nothing", "one of archer"),
    ('agent = { policy = "fencer", since = 1979-05-27 }', 7, "agent.since: found 1979-05-27", "finite numbers"),
    ('agent = { policy = "fencer", x = [1, { y = nan }] }', 7, "agent.x[1].y: found nan", "finite numbers"),
    (f'agent = {{ policy = "fencer", x = {2**63} }}', 7, "agent.x: found 9223372036854775808", "64 bits"),
    ('agent = "external"', 7, "agent.command: found nothing", "array of texts"),
    ('agent = { policy = "external", command = "rm" }', 7, 'agent.command: found "rm"', "array of texts"),
    ('agent = { policy = "external", command = [] }', 7, "agent.command: found []", "at least one"),
    ('agent = { policy = "external", command = ["a", 1] }', 7, 'agent.command: found ["a", 1]', "array of texts"),
    ('agent = "script"', 7, "agent.orders: found nothing", "each with do"),
    ('watch = ["Bob"]', 7, 'watch[0]: found "Bob"', "(did you mean Bo?)"),
    ('watch = ["Ana"]', 7, 'watch[0]: found "Ana"', "another combatant's name: Bo"),
]


@pytest.mark.parametrize(("lines", "line", "found", "part"), CASES)
def test_a_mistake_in_a_combatant_is_named_with_line_path_found_and_allowed(
    lines: str, line: int, found: str, part: str
) -> None:
    hits = [text for text in mistakes(ana(lines)) if text.startswith(f"f.toml:{line}: combatants.Ana.{found}")]
    assert len(hits) == 1
    assert part in hits[0]


ORDERS = [
    ('{ do = "attck" }', 'orders[0].do: found "attck"', "(did you mean attack?)"),
    ("{ at = 0 }", "orders[0].do: found nothing", "one of aim, attack"),
    ('{ do = "hold", at = -1 }', "orders[0].at: found -1", "from 0"),
    ('{ do = "hold", at = 1.0001 }', "orders[0].at: found 1.0001", "at most 3 decimals"),
    ('{ do = "hold", at = "1" }', 'orders[0].at: found "1"', "a number"),
    ('{ do = "hold", on = "notised" }', 'orders[0].on: found "notised"', "(did you mean noticed?)"),
    ('{ do = "attack", target = "Bob" }', 'orders[0].target: found "Bob"', "(did you mean Bo?)"),
    ('{ do = "attack", target = 1 }', "orders[0].target: found 1", "a text"),
    ('{ do = "attack", weapon = "spaer" }', 'orders[0].weapon: found "spaer"', "spear (did you mean spear?)"),
    ('{ do = "attack", location = "hed" }', 'orders[0].location: found "hed"', "(did you mean head?)"),
    ('{ do = "mode", mode = "lock" }', 'orders[0].mode: found "lock"', "(did you mean locked?)"),
    ('{ do = "mode", mode = "static", set_distance = 0.1 }', "orders[0].set_distance: found 0.1", "from 0.5"),
    ('{ do = "move", toward = "Boo" }', 'orders[0].toward: found "Boo"', "another combatant's name: Bo (did you mean Bo?)"),
    ('{ do = "move", away = "Ana" }', 'orders[0].away: found "Ana"', "another combatant's name: Bo"),
    ('{ do = "attack", target = "Ana" }', 'orders[0].target: found "Ana"', "an opponent's name: Bo"),
    ('{ do = "move", toward = "Bo", speed = 8.5 }', "orders[0].speed: found 8.5", "at most MVM, 8"),
    ('{ do = "attack", speed_points = 1 }', "orders[0].speed_points: found 1", "at most its Combat Maneuver rank, 0"),
    ('{ do = "couch", location = "head" }', 'orders[0].location: found unknown key "location"', "keys at, do, hurry, on"),
    ('{ do = "wait" }', "orders[0].until: found nothing", "a wait with until"),
    ('{ do = "wait", at = 5, until = 5 }', "orders[0].until: found 5", "a count after at, 5"),
    ('{ do = "wait", until = 0 }', "orders[0].until: found 0", "a count that lies ahead"),
    ('{ do = "fire", weapon = "spear" }', 'orders[0].weapon: found "spear"', "a weapon that sends missiles (C-MIS-1)"),
    ('{ do = "reload", weapon = "spear" }', 'orders[0].weapon: found "spear"', "a weapon that sends missiles (C-MIS-1)"),
    ('{ do = "aim", target = "Bo" }', "orders[0]: found an aim without targeting_perception", "(C-HIT-4)"),
    ('{ do = "mode" }', "orders[0].mode: found nothing", "a mode with mode"),
    ('{ do = "move", to = [1, 2], away = "Bo" }', "orders[0]: found a move with to and away", "one of to, toward and away"),
    ('{ do = "move", speed = 3 }', "orders[0]: found a move with no goal", "or speed = 0 alone to stop"),
    *(
        (f'{{ do = "{do}" }}', f'orders[0].do: found "{do}", which is not built yet', "one of attack, break_off")
        for do in sorted(set(DO_NAMES) - {str(option.__struct_config__.tag) for option in OPTIONS})
    ),
    ('{ do = "move", away = [] }', "orders[0].away: found []", "a text"),
    ('{ do = "move", to = [1, 2, 3] }', "orders[0].to: found [1, 2, 3]", "an array of 2"),
    ('{ do = "press", over = 1 }', "orders[0].over: found 1", "true or false"),
    ('{ do = "attack", hurry = "yes" }', 'orders[0].hurry: found "yes"', "true or false"),
    ('{ do = "attack", speed_points = 1.5 }', "orders[0].speed_points: found 1.5", "a whole number"),
    ('{ do = "wait", untill = 3 }', 'orders[0].untill: found unknown key "untill"', "(did you mean until?)"),
    ('"attack"', 'orders[0]: found "attack"', "a table"),
]


@pytest.mark.parametrize(("order", "found", "part"), ORDERS)
def test_a_wrong_order_of_a_script_is_named_by_its_place_in_the_list(order: str, found: str, part: str) -> None:
    text = ana(f'weapons = ["spear"]\nagent = {{ policy = "script", orders = [\n  {order},\n] }}')
    [line] = mistakes(text)
    assert line.startswith(f"f.toml:9: combatants.Ana.agent.{found}")
    assert part in line


CY = '[[combatants]]\nname = "Cy"\nside = "red"\nposition = [-5, 0]\n'


def orders(*texts: str) -> str:
    """Return a scenario in which Ana of red has orders on line 7, with Cy of red and Bo of blue."""
    return ana(f'agent = {{ policy = "script", orders = [{", ".join(texts)}] }}') + CY


@pytest.mark.parametrize("target", ["", ', target = "Ana"', ', target = "Cy"'])
def test_one_binds_oneself_and_friends(target: str) -> None:
    text = orders(f'{{ do = "bind"{target} }}')
    assert loads(text).agents["Ana"].params["orders"][0]["do"] == "bind"


def test_binding_an_opponent_is_a_mistake() -> None:
    (line,) = mistakes(orders('{ do = "bind", target = "Bo" }'))
    assert line.startswith('f.toml:7: combatants.Ana.agent.orders[0].target: found "Bo"')
    assert "its own name or a friend's: Ana, Cy" in line


def test_all_other_orders_mean_opponents() -> None:
    (line,) = mistakes(orders('{ do = "attack", target = "Cy" }'))
    assert "an opponent's name: Bo" in line


def test_one_moves_toward_and_away_from_friends_and_opponents() -> None:
    moves = [f'{{ do = "move", {way} = "{name}" }}' for way in ("toward", "away") for name in ("Bo", "Cy")]
    assert len(loads(orders(*moves)).agents["Ana"].params["orders"]) == 4


class Feet:
    """A parameter of 0 to 9 feet, as agents have them."""

    name = "keep"
    allowed = "a number of feet from 0 to 9"

    def fits(self, value: object) -> bool:
        return isinstance(value, int) and 0 <= value <= 9

    def nearest(self, value: object) -> str:
        return ""


def test_all_mistakes_in_the_parameters_of_a_policy_are_reported_with_line_and_path() -> None:
    text = ana('agent = { policy = "archer", keep = -1, kep = 2 }\nhtk = "7"')
    with pytest.raises(ScenarioError) as caught:
        loads(text, label="f.toml", parameters=lambda policy: [Feet()] if policy == "archer" else [])
    assert len(caught.value.mistakes) == 3
    keep, kep, htk = (
        next(line for line in caught.value.mistakes if part in line) for part in ("agent.keep:", "agent.kep:", "Ana.htk:")
    )
    assert keep == "f.toml:7: combatants.Ana.agent.keep: found -1; allowed: a number of feet from 0 to 9"
    assert kep.startswith('f.toml:7: combatants.Ana.agent.kep: found unknown key "kep"')
    assert "did you mean keep?" in kep
    assert htk.startswith("f.toml:8:")


def test_without_the_policies_parameters_they_are_left_to_the_agents() -> None:
    assert loads(ana('agent = { policy = "archer", foo = 2 }')).agents["Ana"].params == {"foo": 2}


CLUB = 'name = "throwing club", wsd = 9, damage = "5", type = "crushing", length = 2'


@pytest.mark.parametrize(
    ("figure", "shown"),
    [
        ("short = 20", "short"), ("medium = 40", "medium"), ("long = 60", "long"), ("reload = 8", "reload"),
        ("shots = 2", "shots"), ("ammunition = 3", "ammunition"),
    ],
)  # fmt: skip
def test_a_missiles_figures_without_velocity_are_a_mistake(figure: str, shown: str) -> None:
    (line,) = mistakes(ana(f"weapons = [{{ {CLUB}, {figure} }}]"))
    assert line.startswith(f'f.toml:7: combatants.Ana.weapons."throwing club".{shown}: found {figure} without velocity')
    assert "a velocity above 0" in line


def test_all_figures_without_velocity_are_told_together() -> None:
    (line,) = mistakes(ana(f"weapons = [{{ {CLUB}, long = 60, short = 20 }}]"))
    assert "found short = 20, long = 60 without velocity" in line


def test_figures_of_a_missile_that_are_as_usual_say_nothing() -> None:
    assert loads(ana(f"weapons = [{{ {CLUB}, shots = 1, long = 0 }}]")).combatants[0].weapons[0].velocity == 0


def test_a_thrown_weapon_may_be_kept_in_hand_by_taking_its_velocity() -> None:
    scenario = loads(ana('weapons = [{ name = "javelin", velocity = 0 }]'))
    assert from_document(scenario.document).digest == scenario.digest

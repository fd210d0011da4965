"""Every rule of the shots system: its title and what it says, in our own words, by hand; see `docs/rule_words.py`."""

from __future__ import annotations

from typing import Final

from docs.rule_words import Rule, Section

SHOTS: Final = (
    Section("Sequence and shots", (
        Rule("S-SEQ-1", "Sequences", "A fight goes in sequences of about three seconds. At the start of each everyone "
             "rolls a d6, whose six is not rolled again, and adds Speed: that is the first shot. Shots are called from "
             "the highest down to 1. What somebody lost in one sequence is not missing in the next."),
        Rule("S-SEQ-2", "Shots on the clock", "A shot is a count. In a sequence that began at count T with I as its "
             "highest shot, shot s is at count T + (I - s), and the next sequence begins at T + I. Whoever stands on the "
             "shot that is called, above 0, acts then; all who act on one shot act at one instant, also one that has "
             "spent a shot on a defense at that instant."),
        Rule("S-SEQ-3", "What things cost", "Most actions cost 3 shots: an attack, a throw, picking up, reloading by "
             "rounds. Quick ones cost 1: drawing, parrying, dodging, catching, reloading by the clip. The effect comes "
             "at once; the cost lowers the counter, and the next action comes when the count-down meets it. At 0 and "
             "below there is nothing more to do in this sequence."),
        Rule("S-SEQ-4", "Waiting, free things, responses", "A counter that is raised never gets above the shot that is "
             "called. What costs no shots can be done at any time and beside anything else, and nothing changes its "
             "cost. One response to each action of an enemy, and none to a response."),
        Rule("S-SEQ-5", "Snapshots", "An attack for 2 shots or for 1 is a snapshot, at a penalty. One who defends "
             "another may make one; one who does nothing but run may not."),
    )),
    Section("Rolls", (
        Rule("S-ROL-1", "Open and closed rolls", "An open roll is a positive d6 less a negative one; a six is rolled "
             "again and added, as often as it comes. When both first dice are sixes both are rolled again, and something "
             "out of the ordinary happens: a miss is a fumble and loses shots, a hit gains Outcome. A closed roll rolls "
             "nothing again."),
        Rule("S-ROL-2", "To hit", "Skill and an open roll against the target's Dodge, or what else it defends with. "
             "Below it: a miss. Otherwise the Outcome is the difference."),
        Rule("S-ROL-3", "Damage", "The weapon's Damage Value and the Outcome, less the target's Toughness and armor; "
             "less Toughness alone where the attack ignores armor. What is left, never below 0, are Wound Points, and "
             "they add up."),
    )),
    Section("Wounds", (
        Rule("S-WND-1", "Impairment", "So many Wound Points, and every roll is worse by 1; a few more, and it is worse "
             "by 2. Guts takes the penalty away; taken twice it turns it round."),
        Rule("S-WND-2", "Death Tests", "Every wound past the limit asks for one: Constitution and an open roll against "
             "the Wound Points beyond it. Failed: down and dying, the sooner the worse it failed; by a lot: dead at once."),
        Rule("S-WND-3", "Unnamed characters", "They are out of the fight at any Wound Point, roll initiative as a group "
             "and take 3-shot actions only. A defense costs them more, and lasts until their next action."),
        Rule("S-WND-4", "Structures", "They have Toughness and nothing else. Damage above it takes off 1; damage of "
             "twice as much destroys them."),
    )),
    Section("Defending", (
        Rule("S-DEF-1", "Active defense", "Whatever the shot, whoever is not surprised and has a shot left may parry or "
             "dodge: the counter goes down and the Dodge up until the clock leaves this count. It may be declared when "
             "an attack is announced, before it is rolled."),
        Rule("S-DEF-2", "One at a time", "A second one while the first still holds is paid anew and takes its place."),
        Rule("S-DEF-3", "Other values", "A defense can raise something else than Dodge, such as what one is sneaked up "
             "on with. Whoever is wary detects the better."),
        Rule("S-DEF-4", "Defending another", "For 3 shots, whatever the defense: within Move meters another gains its "
             "bonus; or one steps between, without a bonus, and the attack is at oneself."),
        Rule("S-DEF-5", "More kinds", "Schticks add kinds of active defense, each with its cost, its bonus, the value it "
             "raises and its condition. A defense given to another, or by an unnamed character, has a cost of its own "
             "(S-DEF-4, S-WND-3). `couched list defenses --system shots` shows this table, too."),
    )),
    Section("Ranged fire", (
        Rule("S-RNG-1", "Range", "Three classes of weapon, each with a base range and a farthest shot. For every full "
             "base range the shot is the worse; beyond the farthest there is none. Long ones count as long only for a "
             "shooter that stands still, else as normal ones."),
        Rule("S-RNG-2", "Cover and concealment", "Against ranged attacks alone, in steps; a value between two steps has "
             "the lower. Of cover and concealment the better counts, never both. Terrain tags stand for usual values."),
        Rule("S-RNG-3", "Moving targets", "To hit one that moves with a weapon held in the hand is at least as hard as "
             "its Move, whatever its Dodge with all bonuses."),
        Rule("S-RNG-4", "Area attacks", "One roll for all: against the most vulnerable target, which its own side may "
             "choose (else the lowest defense), and then on in rising order, each next one with a point more of Dodge. "
             "Packed targets make it easier, by full groups."),
    )),
    Section("Movement", (
        Rule("S-MOV-1", "Movement", "Move meters with any 3-shot action, or twice as far in an action of its own. It "
             "takes the time of its action, and is spread evenly over its shots. One toward somebody is over as soon as it is as "
             "near as was meant, also when the other comes to meet it: two who run at each other do not pass."),
    )),
    Section("Characters, weapons, schticks", (
        Rule("S-CHR-1", "What a character is", "Twelve attributes, and skills with values of their own; one that a "
             "character has not learned falls back on an attribute. Fortune adds dice to a roll. Medicine tends the "
             "dying, and the wounded with success once each; a try that fails may be repeated."),
        Rule("S-CHR-2", "Weapons and armor", "Tables of house figures: what a weapon's Damage Value is, alone or added "
             "to Strength, and what a piece of armor adds to Toughness."),
        Rule("S-CHR-3", "Schticks", "What sets a character apart: each changes one thing, by name, with parameters from "
             "the scenario: initiative, a cost, an attack, damage, a defense, wounds, an answer out of turn."),
    )),
    Section("What a character may do", (), "On its own shot (section 8): attack, with more haste as a snapshot; throw; "
            "attack an area; move, run; draw, pick up, reload; tend by Medicine; drop, rise; wait for a lower shot; "
            "defend. In answer to an attack that is announced on it, or on one it can defend: defend, defend another, "
            "interpose. At any time, for no shots: Fortune, a schtick. [All options](../options.md)."),
)  # fmt: skip

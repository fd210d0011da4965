"""Every rule of the clock and of the counts system: its title and what it says, in our own words, by hand.

Those of another system stand in a file of their own, `rule_words_<system>.py`.

The figures themselves stand in the rule set; `docs/build_rules.py` sets them, and the tests that name each rule, beside
these words.
"""

from __future__ import annotations

from typing import Final, NamedTuple

BUILT, CALC, LATER = "built", "calc only", "not built"
"""Whether battles follow a rule; or only `couched calc` answers it; or nothing does yet."""


class Rule(NamedTuple):
    """One rule: its id, a title, what it says, and whether it is built."""

    id: str
    title: str
    words: str
    state: str = BUILT


class Section(NamedTuple):
    """Rules that belong together, and words of their own where they need some."""

    title: str
    rules: tuple[Rule, ...]
    words: str = ""


CLOCK: Final = (
    Section("The clock", (
        Rule("CLK-1", "Time", "Time is in whole ticks, 8000 a count, so that halves and quarters of a 0.001 count are exact. "
             "A derived moment is rounded up to a tick. People and logs read counts, never ticks. Nothing is polled: "
             "every wake-up is at a computed moment at which something becomes true."),
        Rule("CLK-2", "The order inside an instant", "Everything due at one tick is gathered into nine rungs and worked off from "
             "the top: arrivals, blows, their effects, phases, decisions, commits, noticing, planning, the end. After each "
             "rung the clock goes back to the first one with work. A rung gathers, resolves against the state at its "
             "start, then applies; listing order never matters. A fighter's second declaration of an instant waits at least the INIT floor."),
        Rule("CLK-3", "Blows of one instant", "`simultaneous`: all are resolved against the same state, so two fighters can kill "
             "each other. `reach`: the longer weapon first; `speed`: the action of fewer counts first; `seeded`: by lot. Under "
             "these three, a fighter put out of action loses its own blow of that instant. In shots, the attack with the "
             "longer reach comes first under `reach` (a melee weapon's length, the farthest a ranged one shoots, so guns come "
             "before blades), the one that costs fewer shots under `speed`. In steps, the weapon with the farther extreme range "
             "under `reach`, the shot of fewer counts from levelling to impact under `speed`: single, aimed and burst before "
             "full auto, dodges that delayed it counted in."),
        Rule("CLK-4", "Actions", "An action has an id, `name#number`. What comes for one that is over is dropped. Stunned or fallen: "
             "dropped in the wind-up, lost once committed. Target down: dropped before the commit, the blow runs on "
             "and hits nothing after it. The times are fixed at declaration; chance and distance are taken at impact."),
        Rule("CLK-5", "Decisions", "The engine never calls an agent: it runs to the next decision, hands out requests with a view and the legal "
             "options, and goes on when all are answered. An illegal option is refused with the rule that forbids it; "
             "an agent is asked only for reasons it cares about, its standing order answers the others. "
             "All answers are in the log, so that a battle can be played again without its agents."),
        Rule("CLK-6", "Determinism and fairness", "Same scenario, seed and agents: the same bytes. Watching, logging, renaming, listing in "
             "another order or scaling the ticks changes nothing else."),
        Rule("CLK-7", "Random streams", "Each combatant and purpose has a stream of its own, keyed by root seed, battle, stream key and purpose. "
             "Rolls can be scripted; a shortage, a leftover or an impossible face is an error that names the stream."),
        Rule("CLK-8", "Ends and guards", "A battle ends with at most one side able (`win`, `draw`), at the cap (`timeout`), without progress "
             "(`stalemate`), or by a fault (`error`). Guards stop an instant or a battle that would not end."),
    )),
)  # fmt: skip

COUNTS: Final = (
    Section("Combatants", (
        Rule("C-CHR-1", "What a combatant is", "Hits to kill, speed, saves, absorption, top speed, weight, DEF, skills in percent, weapons, armor, "
             "place, facing and mode; each with a default. [All fields](../scenarios.md#counts-combatants)."),
    )),
    Section("The attack and its clock", (
        Rule("C-TIM-1", "Wind-up and commitment", "An attack of X counts winds up for the first half, is committed for the second, and lands at X."),
        Rule("C-TIM-2", "Couching", "A weapon can be brought to the end of its wind-up and held there. Getting there takes half of X; a strike from "
             "there lands after three quarters of X, of which the first quarter of X still counts as wind-up."),
        Rule("C-TIM-3", "After the impact", "From the impact it takes X/2 back to ready, or X back to couched."),
        Rule("C-TIM-4", "Recovery", "Half of X or half of the weapon's W, whichever is longer, from the impact count and without an INIT. "
             "X is the one before a couched strike's three quarters. A re-couch takes all of X or W, whichever is longer."),
        Rule("C-TIM-5", "Too soon", "An action with a tool that finishes while that tool still recovers is at -50. Finishing exactly when it has recovered is not."),
        Rule("C-TIM-6", "Levels of play", "`design`: recovery is a phase; only a hurried action that would finish before its end may be declared "
             "with the tool, and what it cut short is added after it. `basic` and `advanced`: the fighter is asked on the "
             "impact count and may declare at once."),
        Rule("C-TIM-7", "Breaking off", "While waiting for INIT, winding up or couched: free and at once. Once committed: the same as a miss; the motion "
             "runs to its impact count and recovery follows."),
        Rule("C-TIM-8", "X", "W is the weapon's WSD with its damage type, material, magic and shield modifiers, at least 1. Against a target closing faster than "
             "2 ft/ct by its own motion X is half of W, rounded up. Otherwise W and the stage's modifier, at least half of "
             "W and at least 1. Out counts as Retreat 3; at Over 3 nothing can be declared."),
    )),
    Section("INIT", (
        Rule("C-INI-1", "Waiting to begin", "A fresh declaration waits 2d6 - SPD counts. A pre-set one waits half of the dice less half of SPD, unrounded: "
             "releasing a couch, the same maneuver again, a reaction to something noticed, presses and retreats, background movement. The first action after "
             "a break-off, stun or fall is always fresh."),
        Rule("C-INI-1a", "Contests come after it", "The dice of a contest are rolled when its INIT is over. A declaration still in its INIT can be dropped for free."),
        Rule("C-INI-2", "Speed points", "As many as the rank in Combat Maneuver; each takes a count off an INIT, spent before it is rolled. "
             "The pool refills every 240 counts and when no opponent is engaged any more."),
        Rule("C-INI-3", "Not for recovery", "Recovery rolls no INIT."),
    )),
    Section("Noticing", (
        Rule("C-PER-1", "Who notices what", "Whoever a wind-up threatens, or who watches that fighter, rolls its perception when the wind-up begins, and "
             "again at +30 when the attack is committed. Couching and releasing count too. Only a noticed action can be seen in a view."),
        Rule("C-PER-2", "When one can't", "Stunned or unconscious fighters notice nothing; an enemy outside the front 180 degrees is rolled for at -20."),
    )),
    Section("Modes: background movement", (
        Rule("C-MOD-1", "Four modes", "`defensive`, `offensive`, `static`, `locked`; each keeps a set distance, by default weapon length and 2 ft."),
        Rule("C-MOD-2", "What each does", "Defensive gives ground when pressed. Offensive follows when the opponent leaves. Static does both. Locked ignores the opponent."),
        Rule("C-MOD-3", "How it moves", "After a pre-set INIT, at up to 1 ft/ct, until the distance is restored, while the fighter does something else."),
        Rule("C-MOD-4", "Moving sets the mode", "Moving toward an opponent makes the mode offensive, moving away makes it defensive."),
        Rule("C-MOD-5", "The exact trigger", "It fires at the computed moment at which the distance leaves the set distance by more than a tolerance, and not "
             "again while its own INIT or movement is under way. A mover lays its course anew when the bearing has turned by a few degrees."),
        Rule("C-MOD-6", "Distances", "Between position points, at least 0.5 ft, rounded to 0.01 ft before any comparison. `move` waits a pre-set INIT and then has "
             "its speed at once. With several foes the set distance is kept to the current one."),
    )),
    Section("Presses, retreats and stages", (
        Rule("C-STG-1", "Unit and optimal distance", "A stage is 1 ft wide for weapons up to 6 ft, else 1.5 ft. The best distance is weapon length and 2 ft. "
             "Everyone reckons with their own weapon."),
        Rule("C-STG-2", "The eleven stages", "Out, Retreat 3 to 1, Optimal, Press 1 to 3, Over 1 to 3, from far to near. Press 3 is one exact distance; beyond it Over 1 reaches to half the "
             "weapon's length, Over 2 to a quarter."),
        Rule("C-STG-3", "What a stage does", "Each step of press: +10 to hit, +1 damage, -1 WSD; each of retreat the opposite. Over 1: half chance and damage. "
             "Over 2: a quarter, and one and a half times WSD. Out and Over 3: no chance."),
        Rule("C-STG-4", "Press and retreat", "A contest of Combat Maneuver (PCF for the unskilled); each full 20 of difference is one stage for the better. "
             "An opponent that wins may take its stages either way, or none."),
        Rule("C-STG-5", "How long it takes", "A pre-set INIT, the contest, then the ground is walked at 1 ft/ct; at least 1 count. A press stops at Press 3 unless more was asked."),
        Rule("C-STG-5a", "Lost ground stays lost", "Where a contest ends becomes the set distance of both, until the loser wins one or they disengage."),
        Rule("C-STG-5b", "Moving when engaged", "Within either fighter's Out distance a move toward or away is a press or retreat. A run from farther out stops at the opponent's best distance, or goes on as a bash."),
        Rule("C-STG-6", "Locks", "At its own Over 3 a weapon is locked. At Over 1 or 2 either may try to lock the other's by a contest won by a full step. A locked "
             "weapon neither strikes nor parries. Unlocking takes a Combat Maneuver roll and, at Over 3, room to step out. "
             "Both take a pre-set INIT and 1 count."),
        Rule("C-STG-7", "Simple retreat", "An option: one roll under PCF in place of the contest. Made: back half of MVM or out, whichever is farther. Failed: to Retreat 2."),
    )),
    Section("To hit", (
        Rule("C-HIT-1", "The roll", "Skill, weapon MOD and all modifiers, less the target's DEF if it is on, aware and able. d100 at or under hits; 96 and more always "
             "misses, critically. A success level for every full 10 of the success number."),
        Rule("C-HIT-2", "Movement", "-40 when the attacker moves, -40 when the target does, and -10 for each full ft/ct of relative velocity; within 45 degrees of straight on "
             "only a share of that last one, two percent a degree."),
        Rule("C-HIT-3", "What counts as moving", "Faster than 1 ft/ct, or in a maneuver such as running. Presses, retreats and mode movement do not."),
        Rule("C-HIT-4", "Targeting, unsteady ground", "Following a target for 4 counts ends in a Targeting Perception roll; made, it halves what the target's movement costs "
             "the next blow or shot at it. Unsteady ground: -40."),
        Rule("C-HIT-5", "Missiles", "Shooting with DEF on, at any time from the commit to the impact count: -30. Ranks of Shoot-While-Move give back "
             "part of what the shooter's own movement costs."),
        Rule("C-HIT-6", "Called locations", "-20 for head, hand or foot, -10 for the rest; a fist or short weapon at a leg, or a foot at the chest or head, as the body allows."),
        Rule("C-HIT-7", "Haste and posture", "C-TIM-5's -50, the stage, -20 for a prone attacker, +20 against one who lies, +20 against one who is stunned."),
        Rule("C-HIT-8", "The floor", "Where the stage allows a chance at all, a natural 05 or less hits, at success level 0 when the chance is lower."),
        Rule("C-HIT-9", "DEF and awareness", "Aware: the attacker is in front, or this attack was noticed. Turning DEF on or off takes a pre-set INIT, once an instant."),
    )),
    Section("Where it lands", (
        Rule("C-LOC-1", "Location", "A d100 table from head to foot; even is right, odd is left."),
        Rule("C-LOC-2", "On the head", "A second d100, from the skull to the throat."),
    )),
    Section("Damage", (
        Rule("C-DMG-1", "Notation", "`7` is 7+2d4, `7*` 7+2d6, `7^` 7+2d8; `3+2d10` and `2d6` as written."),
        Rule("C-DMG-1a", "In which order", "Dice and constant, type, material, magic and stage, at least 0; then speed, then the over-press's share, then the cap."),
        Rule("C-DMG-2", "Types", "Eight damage types, each with its figures for damage, chance, WSD, share of PAB and knockback."),
        Rule("C-DMG-3", "Speed", "Half of the rolled damage more for every full 5 ft/ct of relative speed above the first 5."),
        Rule("C-DMG-4", "Cap", "Three times the best by-the-book result with material and magic; once before armor, again on the HTK lost."),
        Rule("C-DMG-5", "Critical", "Success level 4 counts the points past armor twice, 6 three times. Piercing reads one level higher."),
        Rule("C-DMG-6", "One blow against armor", "Armor stops its points; as many again become concussive; those meet PAB first, two a point; the rest is multiplied and meets what PAB is "
             "left, by the type's share. What comes through of both is lost; concussive points have no further effects."),
        Rule("C-DMG-7", "Mental damage", "Taken from POW, without location, armor, PAB or knockback; no saves. At 0 POW: unconscious."),
    )),
    Section("What a wound does", (
        Rule("C-WND-1", "Saves", "More than a quarter of HTK by one blow: a health save or the type's minor effect. More than half: or the major effect, and the minor one too "
             "unless a second save against half is made."),
        Rule("C-WND-2", "Locations", "Half of HTK at one place injures it (-20 for what uses it), all of it cripples, twice destroys. Small parts: half of that."),
        Rule("C-WND-3", "Effects by type", "Bleeding, shock, paralysis, disabling, being pulled down, counting more for system shock, as the damage type has it."),
        Rule("C-WND-4", "Stun and failing limbs", "A count of stun for each HTK the blow cost: no actions, DEF off. A useless arm drops what it holds; a useless leg halves MVM and takes an "
             "AGL save to stand."),
        Rule("C-WND-4a", "Unconscious", "For the rest of the fight."),
        Rule("C-WND-5", "System shock", "From 90% of HTK on, each wound asks for a health save or unconsciousness."),
        Rule("C-WND-6", "Down and dead", "All HTK lost: out of the fight. Twice as much, or head, neck or torso destroyed: dead."),
        Rule("C-WND-7", "Bleeding", "One HTK every 240/n counts for n a minute; a part already run carries over when n changes. "
             "Binding takes 40 counts a wound, by oneself or a friend within 3 ft, while no opponent is engaged with either; it also turns one disabled part into a "
             "lasting paralysis. A blow, a stun, an opponent that comes near break it off."),
    )),
    Section("Armor and shields", (
        Rule("C-ARM-1", "Layers", "Protection of all layers over a place adds up; penalties count from a half suit on."),
        Rule("C-ARM-2", "Wear", "Half a hit for a point stopped, two for one that goes through. `basic`: whole until no hits are left; else in proportion, rounded down."),
        Rule("C-ARM-3", "Weight", "A piece weighs its locations times the material's figure; each full 25 lb above 50 costs 1 MVM."),
        Rule("C-ARM-4", "Shields", "They protect as the armor they are built like, and have no length. In hand they cost AGL, DEF and MVM by size: nothing, "
             "half, three quarters or all of what their material does."),
        Rule("C-ARM-5", "The protection table", "House figures for nine and more materials against eight types."),
        Rule("C-ARM-6", "Parry", "A weapon is up after half its WSD, a shield after a quarter, and meets one blow: its success number against the blow's. "
             "A shield that stops a blow wears. Up exactly at the impact is too late."),
    )),
    Section("Knockback, falls, throws, missiles", (
        Rule("C-KNB-1", "Knockback", "Half a foot for every full unit of the damage before armor, less for the heavy, more for the light. "
             "What throws one fighter at one instant adds up as vectors."),
        Rule("C-KNB-2", "Keeping one's feet", "Thrown more than a foot: an AGL save, or twice as far; a critical miss falls. Farther than MVM: a "
             "second save, worse for every foot beyond, or a fall. The target's own speed counts against both."),
        Rule("C-KNB-2a", "Which modifiers", "The location modifier counts for both saves; 96 and more fails any save, not only these, critically."),
        Rule("C-KNB-3", "By location", "The lower and the outer the blow on an arm, the better the save; head and lower legs are worst. One category worse "
             "in motion. Whoever holds a leg makes it worse still: the lower the leg, the more."),
        Rule("C-KNB-4", "The throw", "A motion of one count in place of one's own; what was under way goes on. A wall, or the floor for one that falls, "
             "hurts like a fall at that velocity."),
        Rule("C-KNB-5", "Charges", "Who closes faster than 2 ft/ct has a bash of weight / 50 times that speed. A blow at it is compared with it, a miss "
             "as 0; whoever has less is thrown by the difference. A run ordered with `bash` goes on to contact."),
        Rule("C-FAL-1", "Falls", "Velocity from height and acceleration, a d4 for each full 2 ft/ct, a critical chance of twice the velocity. An AGL "
             "save halves it, the falling skill again. Over an edge one may act first, by a declaration, or fall at once."),
        Rule("C-THR-1", "Getting up, drawing, grappling", "Getting up and drawing take 8 counts each. An overbear is a blow with the whole body under OVB "
             "against DEF: it throws down, or takes hold of a leg. A throw's success number is crushing knockback. No parry meets either."),
        Rule("C-MIS-1", "Missiles", "Loosed at the impact count with the modifiers of that moment; on its way for distance / velocity, and rolled for on arrival, "
             "wherever its target then is. Beyond short range -20, beyond medium -40, beyond long nothing. A shot that missed only for its target's movement strikes "
             "whoever stands within 3 ft of the line. Reloading is an action; what is thrown leaves the hand."),
    )),
)  # fmt: skip

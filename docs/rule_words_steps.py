"""Every rule of the steps system: its title and what it says, in our own words, by hand; see `docs/rule_words.py`."""

from __future__ import annotations

from typing import Final

from docs.rule_words import Rule, Section

STEPS: Final = (
    Section("The check", (
        Rule("P-CHK-1", "Checks and the ladder", "A check is a d20 and an attribute of 0 to 10; it succeeds when it "
             "reaches the difficulty. Difficulties are a ladder: step 0 is 3, and each further step 4 more; below "
             "step 0 it goes on downward. So many steps harder is so many rungs up."),
        Rule("P-CHK-2", "In which order", "Skill and range give the starting step. May the target dodge, and did it: "
             "2 steps more. Then what stands in the way, the fire mode, whatever else there is, and the roll. Every "
             "link of this chain is in the log, in steps."),
        Rule("P-CHK-3", "Skill and range", "The range band (point blank, short, medium, long, extreme) gives 1 to 5 "
             "steps, the skill level from 2 more for the untrained to 2 fewer for a master. The bands are the "
             "weapon's, in squares from centre to centre; beyond the last there is no shot."),
    ), "A trained shooter at medium range meets step 3, difficulty 15. If the target dodges it is 23; behind half "
       "cover besides, 31. For an expert it is 27."),
    Section("Lines of sight and what stands in them", (
        Rule("P-LOS-1", "The line", "Straight from the centre of the shooter's square to the centre of the target's. "
             "Every square it passes through is in the way, but for these two; one that it touches at a corner only "
             "is not."),
        Rule("P-LOS-2", "Facings and arcs", "Eight facings. The front reaches 45 degrees to either side, the flanks "
             "up to 135, the rear is what is left; a border belongs to the more forward arc. Nobody sees, or shoots "
             "at, what is in its rear. Whoever runs or sprints looks where it goes."),
        Rule("P-LOS-3", "In-direct fire", "Needs no line of sight, goes at a square and is 2 steps harder. Failed, "
             "it comes down a square off for every 4 points, in a direction that is rolled. A direct shot of a weapon "
             "with a radius that misses comes down so, too; one that hits cover bursts on its square. A blast reaches "
             "everybody and everything within its radius that no full cover keeps it from."),
        Rule("P-LOS-4", "Cover", "What stands on a square in the way covers by its percent. A character there covers "
             "half, whatever its posture; two or more cover all."),
        Rule("P-LOS-5", "What cover costs", "Percentages add up, and a sum is rounded down to its row: a quarter 1 "
             "step, a half 2, three quarters 3. Everything covered is no valid target."),
        Rule("P-LOS-6", "Called locations", "Where only a small part is exposed, one shoots at that part: where "
             "objects alone cover three quarters or more, the steps of the call stand in place of those of the "
             "cover. Below that, and with people in the line, they come on top. The part has to be exposed, and the "
             "target to be valid. The hit lands on one location, whose armor counts: an eye or the head on the head, "
             "the torso on the chest, an arm on the upper arm, a leg on the upper leg, a hand and a foot on themselves."),
        Rule("P-LOS-7", "Concealment", "Hinders sight alone. The same rows, and 4 steps for all of it, which is a "
             "valid target still; it stops no bullet and takes no hit. Its steps and those of cover add up."),
    )),
    Section("Dodging and Combat Modes", (
        Rule("P-MOD-1", "Combat Modes", "Which arcs one guards: `forward` the front, `guarded` front and flanks, "
             "`full` all round but without attacks, `none` nothing. One can dodge only what comes from a guarded "
             "arc. Whoever reloads or sprints guards nothing."),
        Rule("P-MOD-2", "Dodging", "Declared when the shot is committed, rolled when it breaks: a check against step "
             "2, a step harder for each dodge since one's last own action. A dodge costs a count, which what is "
             "under way comes later; the shot at one who dodged is 2 steps harder. A natural 20 of an attack hits "
             "any valid target."),
        Rule("P-MOD-3", "Bystanders", "One who stands in the line of a shot at another may dodge it too, when it "
             "says so before the roll and guards the arc it comes from."),
    )),
    Section("Misses that hit something", (
        Rule("P-CVR-1", "What a miss hits", "A failed check is compared again, without a new roll: the steps of the "
             "largest cover are taken off the difficulty, and what gives it is hit if the check is above what is "
             "left. If not, the next largest is taken off as well, and so on; of equal ones the nearer to the "
             "shooter comes first. The target's dodge, aim and a called location do not count in this, and where a call "
             "stood in place of the cover, its steps do; a bystander that dodged is 2 steps harder to hit. What is "
             "above nothing goes astray."),
    ), "A trained shooter at medium range, somebody standing in the way: difficulty 23, 15 without whoever "
       "is in the way. A check of 23 or more hits the target, 16 to 22 whoever is in the way, 15 and less nobody: "
       "`couched calc steps-miss difficulty=15 covers=50 total=18`, which asks for the difficulty without the covers."),
    Section("Movement and fire", (
        Rule("P-MOV-1", "Movement", "Walking, jogging, running or sprinting, so many squares a count; a diagonal "
             "step is longer by the root of 2 and cuts no blocked corner. A target's movement is no factor. The "
             "shooter's own costs steps from a jog on, and whoever sprints can't shoot. Moving goes on beside "
             "actions. Ordered anew toward the same next square at the same pace, the step under way goes on; ordered "
             "elsewhere, at another pace or to stop, one is still on the square it began from, and that part of a step "
             "is lost."),
        Rule("P-FIR-1", "Fire modes", "Single; aimed, a step easier for each spell of aim, two at most; burst, a "
             "step harder, 3 rounds, a die of damage more; full auto, 2 steps harder, 10 rounds, a check against "
             "everybody on up to three squares in a row. Aiming needs a firm stand; a shot, a dodge, another weapon "
             "end it."),
        Rule("P-FIR-2", "Times", "A shot takes 2 counts to level, which is its wind-up, and 2 to squeeze, committed; "
             "a burst as long, full auto 8 counts in all. Breaking off is free before the commit; after it the shot "
             "counts as a miss, and no round is fired. Reloading 12 counts; changing the mode, the facing or the weapon 1; "
             "declaring a dodge none."),
        Rule("P-DMG-1", "Hits", "Location by the tables of C-LOC-1 and C-LOC-2, rolled again while it names a part "
             "that cover hides: an arm for a quarter, both legs for a half, all but head and one arm for three "
             "quarters. The weapon's dice less armor there cost health: at 0 down, as far below as one had above, "
             "dead. Objects have points of their own; destroyed, they cover nothing."),
    )),
)  # fmt: skip

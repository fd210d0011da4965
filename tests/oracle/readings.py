"""Where the rules leave a choice: the readings the oracle plays by, each a switch."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Readings:
    """One reading of every open point.

    Attributes:
        saves_when_out: a fighter that the blow's loss puts down or kills still makes its saves (CLK-2, C-WND-6).
        falls_again: a leg useless already asks for the AGL save again when it is struck anew (C-WND-4).
        shock_when_fainted: a fighter that a disabled head or chest made unconscious still makes its shock save.
        stuns_add: the stuns of one blow's major and minor effect add up (C-WND-3).
        asks_at_the_end: DECIDE, COMMIT and NOTICE run at the instant that ends the battle (CLK-2).
        bleeding_shocks: a drop of bleeding that takes the shock total to its threshold asks for a save (C-WND-5).
        stun_ends_late: a blow at the tick a stun ends still meets a stunned fighter: timers run out in PHASE (CLK-2).
        speed_by_weapon: the tie policy ``speed`` compares the weapons' WSD, not the whole actions' counts (CLK-3).
        ground_by_units: a gain is walked stage by stage from where the mover stands, not from stage to stage (C-STG-5).
        prone_saves: a fighter that lies makes the AGL save of another useless leg (C-WND-4).
        zero_init_late: what is declared with INIT 0 begins only after COMMIT and NOTICE, and not at the cap (CLK-2).
        parry_past_lock: a tool that is not the first in hand may parry at its own Over 3 (C-STG-6).
        bleeds_when_down: a fighter that is down goes on bleeding, and may die of it (C-WND-7, CLK-8).
    """

    saves_when_out: bool = False
    falls_again: bool = False
    shock_when_fainted: bool = False
    stuns_add: bool = True
    asks_at_the_end: bool = False
    bleeding_shocks: bool = True
    stun_ends_late: bool = True
    speed_by_weapon: bool = False
    ground_by_units: bool = False
    prone_saves: bool = False
    zero_init_late: bool = False
    parry_past_lock: bool = False
    bleeds_when_down: bool = True


ENGINE = Readings(saves_when_out=True, shock_when_fainted=True, prone_saves=True)
"""How the engine reads them."""

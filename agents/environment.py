"""Battles as PettingZoo environments: the next agent is the next request of the battle (AEC).

An agent is a combatant by its name. What it may do is a numbered slot: the candidates of its request in their own order
(`agents.features.candidates`), hold first. It observes its view and every slot's option as bounded numbers. Needs the extra
``rl``; the versioned doors are `studies.couched_counts_v0` and its like.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv

from agents import environment_views, features
from agents.base import Agent, Setup
from agents.environment_check import check, whole
from agents.environment_rest import again, standing_of, worth
from agents.registry import make
from engine import Battle
from engine.errors import InputError
from engine.options import Option
from engine.scenario import AgentSpec, Scenario
from engine.system import Request, Standing

Player: TypeAlias = AgentSpec | Callable[[Setup], Agent]
"""Who plays a combatant that is not an agent of the environment: a policy, or what builds one for each battle."""

SLOTS = 80
"""Slots of options by default: more than any moment of the shipped scenarios was seen to offer."""


class Environment(AECEnv, EzPickle):  # type: ignore[misc]  # the library has no types
    """One scenario, battle after battle.

    Attributes:
        view_features, option_features: the names of what an observation holds, in order (`split`).

    Args:
        scenario: the fight.
        name: what the library calls it.
        policies: who plays the combatants that are no agents, by name.
        slots: how many options there is room for; what does not fit can't be chosen (``left_out`` of the infos).
        max_cycles: decisions of one agent, after which the battle is broken off for all; None: only by the rules.
        pulse: an agent that holds is asked again after so many counts.
        asks: the reasons agents are asked for; None: those that change what is best.
        shaping: how much more is paid for what is done to opponents less what is suffered, in shares of a whole side.
        render_mode: None, or ``ansi``: `render` returns a text.

    Raises:
        InputError: one of them is wrong.
    """

    def __init__(
        self,
        scenario: Scenario,
        name: str,
        *,
        policies: Mapping[str, Player] | None = None,
        slots: int = SLOTS,
        max_cycles: int | None = None,
        pulse: float = 2.0,
        asks: Collection[str] | None = None,
        shaping: float = 0.0,
        render_mode: str | None = None,
    ) -> None:
        given: dict[str, Any] = {
            "policies": policies, "slots": slots, "max_cycles": max_cycles, "pulse": pulse, "asks": asks,
            "shaping": shaping, "render_mode": render_mode,
        }  # fmt: skip
        EzPickle.__init__(self, scenario, name, **given)
        AECEnv.__init__(self)
        check(scenario, given)
        self.metadata = {"name": name, "render_modes": ["ansi"], "is_parallelizable": False}
        self.scenario, self.render_mode = scenario, render_mode
        self._policies = dict(policies or {})
        self._slots, self._max_cycles, self._pulse, self._shaping = slots, max_cycles, float(pulse), float(shaping)
        self._standing = standing_of(scenario.system, asks)
        self.possible_agents = [one for one in scenario.agents if one not in self._policies]
        self.agents: list[str] = []
        self._sides = {spec.name: spec.side for spec in scenario.combatants}
        self.view_features = environment_views.names(scenario.system)
        self.option_features = features.names(scenario.system)
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(slots) for agent in self.possible_agents}
        self._seed, self._number = 0, -1

    def _observation_space(self) -> Any:
        size = len(self.view_features) + self._slots * len(self.option_features)
        return spaces.Dict(
            {
                "observation": spaces.Box(-1.0, 1.0, (size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self._slots,), np.int8),
            }
        )

    @property
    def sides(self) -> dict[str, str]:
        """The side of each agent, by name."""
        return {agent: self._sides[agent] for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """Return what an agent observes: ``observation`` (see `split`) and ``action_mask``, 1 for slots with an option."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return what an agent chooses among: the numbers of the slots."""
        return self.action_spaces[agent]

    def split(self, observation: Any) -> tuple[Any, Any]:
        """Return the parts of an observation: the view, and a row for each slot; columns are named by the attributes.

        Args:
            observation: the array under ``observation``.
        """
        own = len(self.view_features)
        return observation[:own], observation[own:].reshape(self._slots, len(self.option_features))

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a battle: that of index 0 under a seed, or without a seed the next one under the last (the first: 0).

        Args:
            seed: the root seed of all streams, any whole number.
            options: nothing is read from them.

        Raises:
            InputError: the seed is no whole number.
        """
        root = self._seed if seed is None else whole(seed)
        if root is None:
            raise InputError("seed", repr(seed)[:80], "a whole number, or None for the next battle")
        self._seed, self._number = root, self._number + 1 if seed is None else 0
        self.agents = self.possible_agents[:]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: self._nothing(0.0) for agent in self.agents}
        self._observed = {agent: self._blank() for agent in self.agents}
        self._decided = dict.fromkeys(self.agents, 0)
        self._skip_agent_selection = None
        self.agent_selection = self.agents[0]
        self._open()
        self._go_on()
        self._accumulate_rewards()

    def _open(self) -> None:
        """Set the battle up, with new agents for whom policies play."""
        self._players = {name: self._player(name, player) for name, player in self._policies.items()}
        standing: dict[str, Standing] = dict.fromkeys(self.agents, self._standing)
        standing |= {name: player.standing for name, player in self._players.items() if hasattr(player, "standing")}
        self._battle = Battle(self.scenario, self._seed, self._number, standing=standing, record=False)
        self._request: Request | None = None
        self._options: tuple[Option, ...] = ()
        self._worth = self._worths()

    def _player(self, name: str, player: Player) -> Any:
        if isinstance(player, AgentSpec):
            return make(player, name, self.scenario, self._seed, self._number)
        return player(Setup(name, self.scenario, {}, self._seed, self._number))

    def step(self, action: Any) -> None:
        """Take the option of a slot for the agent that is asked, and go on to the next decision of any agent.

        Args:
            action: the slot; None from an agent whose battle is over.

        Raises:
            InputError: there is no option in that slot, or no battle was begun; nothing has changed then.
        """
        self._begun("step")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        request, option = self._request, self._chosen(action)
        assert request is not None
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        again(request, option, self._pulse)
        self._battle.answer(request, option)
        self._decided[agent] += 1
        self._observed[agent] = self._faded(self._observed[agent])
        self.infos[agent] = {**self._nothing(request.t), "taken": str(option)}
        self._go_on()
        self._accumulate_rewards()

    def _begun(self, call: str) -> None:
        if self._number < 0:
            raise InputError(call, "no battle that was begun", "reset first")

    def _chosen(self, action: Any) -> Option:
        slot = whole(action)
        if slot is None or not 0 <= slot < len(self._options):
            allowed = f"a slot from 0 to {len(self._options) - 1}, as action_mask says"
            raise InputError(f"action of {self.agent_selection}", repr(action)[:80], allowed)
        return self._options[slot]

    def _go_on(self) -> None:
        """Run to the next decision of an agent, and pay what happened until then."""
        request = self._request = self._next()
        if request is None:
            self._end()
        elif self._max_cycles is not None and self._decided[request.combatant] >= self._max_cycles:
            self._request = None
            self._break_off()
        else:
            self._ask(request)
        if self._shaping:
            before, self._worth = self._worth, self._worths()
            for agent in self.agents:
                side = self._sides[agent]
                self.rewards[agent] += self._shaping * (self._worth[side] - before[side])

    def _next(self) -> Request | None:
        """Return the next request to an agent; policies answer theirs."""
        while (request := self._battle.advance()) is not None:
            player = self._players.get(request.combatant)
            if player is None:
                return request
            self._battle.answer(request, player.decide(request), getattr(player, "note", None))
        return None

    def _ask(self, request: Request) -> None:
        """Make an agent the one that is asked: its slots, what it observes, its info."""
        agent = self.agent_selection = request.combatant
        listed = sorted(features.candidates(request), key=lambda option: option.do != "hold")
        self._options = tuple(listed[: self._slots])
        seen = self._blank()
        view, rows = self.split(seen["observation"])
        view[:] = environment_views.of(request)
        for slot, option in enumerate(self._options):
            rows[slot] = features.of(request, option)
        seen["action_mask"][: len(self._options)] = 1
        self._observed[agent] = seen
        self.infos[agent] |= {
            "t": request.t, "reasons": request.reasons, "options": tuple([str(option) for option in self._options]),
            "left_out": len(listed) - len(self._options),
        }  # fmt: skip

    def _end(self) -> None:
        """Tell all agents that the battle is over: 1 for who won, -1 for who lost, 0 where nobody did."""
        result = self._battle.result
        assert result is not None
        for player in self._players.values():
            if callable(hear := getattr(player, "battle_ended", None)):
                hear(result)
        over = self.truncations if result.outcome in ("timeout", "error") else self.terminations
        for agent in self.agents:
            over[agent] = True
            if result.outcome == "win":
                self.rewards[agent] += 1.0 if self._sides[agent] == result.winner else -1.0
        self._tell(result.outcome, result.winner, result.reason)

    def _break_off(self) -> None:
        """End the episode in the middle of the battle because somebody has had its decisions."""
        self.truncations = dict.fromkeys(self.agents, True)
        self._tell("truncated", None, f"an agent has decided {self._max_cycles} times")

    def _tell(self, outcome: str, winner: str | None, reason: str) -> None:
        self.agent_selection = self.agents[0]
        self._options = ()
        for agent in self.agents:
            self.infos[agent] |= {"t": self._battle.t, "outcome": outcome, "winner": winner, "reason": reason}

    def _worths(self) -> Mapping[str, float]:
        """Return by side what is left of it less what is left of its opponents; nothing where nobody is paid for it."""
        return worth(self._battle.summary(), self.scenario.system) if self._shaping else {}

    def _nothing(self, t: float) -> dict[str, Any]:
        return {"t": t, "reasons": (), "options": (), "left_out": 0, "taken": None}

    def _blank(self) -> dict[str, Any]:
        (size,) = self.observation_spaces[self.possible_agents[0]]["observation"].shape
        return {"observation": np.zeros(size, np.float32), "action_mask": np.zeros(self._slots, np.int8)}

    def _faded(self, seen: Mapping[str, Any]) -> dict[str, Any]:
        """Return an observation with its options taken away: what an agent knows between its decisions."""
        left = self._blank()
        own = len(self.view_features)
        left["observation"][:own] = seen["observation"][:own]
        return left

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent observes: at its decision all of it, else what it saw at its last one, without options."""
        return {key: value.copy() for key, value in self._observed[agent].items()}

    def render(self) -> str | None:
        """Return the moment as text: who is asked and why, what it knows, and its slots; None without a render mode."""
        if self.render_mode is None:
            return None
        self._begun("render")
        here = f"{self.scenario.name}, seed {self._seed}, battle {self._number}, count {self._battle.t:.12g}"
        if self._request is None:
            ends = next(iter(self.infos.values()), {"outcome": "over", "winner": None, "reason": ""})
            who = f" for {ends['winner']}" if ends["winner"] else ""
            return f"{here}: {ends['outcome']}{who}" + (f" ({ends['reason']})" if ends["reason"] else "")
        request = self._request
        asked = f"{request.combatant} of {self._sides[request.combatant]} is asked ({', '.join(request.reasons)})"
        slots = [f"{slot:4d}  {option}" for slot, option in enumerate(self._options)]
        return "\n".join([f"{here}: {asked}", *[f"  {line}" for line in environment_views.told(request)], *slots])

    def close(self) -> None:
        """End what policies keep open."""
        for player in getattr(self, "_players", {}).values():
            if callable(end := getattr(player, "close", None)):
                end()

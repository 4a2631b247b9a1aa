"""The games as environments of PettingZoo, for reinforcement learning.

Needs the extra: `pip install kawari[pettingzoo]`.

>>> from kawari.pettingzoo import env
>>> environment = env("minishogi")
>>> environment.reset(seed=1)
>>> observation, reward, terminated, truncated, info = environment.last()
>>> observation["observation"].shape
(5, 5, 33)
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from . import legal_mask, planes
from ._kawari import Board, Color, Game

AGENTS = ["black", "white"]


def env(
    game: str | Game = "shogi",
    *,
    sfen: str | None = None,
    max_plies: int | None = None,
    render_mode: str | None = None,
) -> AECEnv:
    """Returns an environment with checks of its use: illegal actions, calls out of order."""
    environment = raw_env(game, sfen=sfen, max_plies=max_plies, render_mode=render_mode)
    checked = wrappers.TerminateIllegalWrapper(environment, illegal_reward=-1)
    checked = wrappers.AssertOutOfBoundsWrapper(checked)
    return wrappers.OrderEnforcingWrapper(checked)


class raw_env(AECEnv):
    """A game of two agents, "black" and "white", who move in turn.

    An observation is a dictionary. "observation" has the planes of kawari.planes with the planes
    last: (ranks, files, planes), uint8. "action_mask" has the mask of kawari.legal_mask as int8.
    Both are from the view of the observing agent if it is to move; the other agent sees the same
    planes and an empty mask. An action is a move index. At the end of the game the winner has the
    reward 1, the loser -1, and both 0 after a draw. A game that reaches max_plies is truncated.
    """

    metadata = {
        "name": "kawari_v0",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: str | Game = "shogi",
        *,
        sfen: str | None = None,
        max_plies: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game = Game(game)
        self.start_sfen = sfen or self.game.start_sfen
        self.max_plies = max_plies
        self.render_mode = render_mode
        self.board = Board(self.game, self.start_sfen)
        self.possible_agents = list(AGENTS)
        shape = (self.game.ranks, self.game.files, len(self.game.plane_names))
        actions = self.game.move_indices
        observations = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, shape, np.uint8),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(AGENTS, observations)
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in AGENTS}

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        """Returns the space of the observations of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        """Returns the space of the actions of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a new game. Nothing is random, so the seed has no effect."""
        self.board = Board(self.game, self.start_sfen)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._update_agent()
        self._update_outcome()

    def observe(self, agent: str) -> dict[str, Any]:
        """Returns the observation of an agent."""
        if agent == self._agent_to_move() and not self.board.is_game_over():
            mask = legal_mask([self.board])[0].astype(np.int8)
        else:
            mask = np.zeros(self.game.move_indices, np.int8)
        observation = np.ascontiguousarray(planes([self.board])[0].transpose(1, 2, 0))
        return {"observation": observation, "action_mask": mask}

    def step(self, action: int | np.integer[Any] | None) -> None:
        """Plays the move with an index."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an action is necessary while the game is in progress")
        self._cumulative_rewards[agent] = 0
        self.rewards = dict.fromkeys(AGENTS, 0)
        self.board.push(self.board.move_at_index(int(action)))
        self._update_agent()
        self._update_outcome()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Returns the board as text in the mode "ansi", and prints it in the mode "human"."""
        if self.render_mode == "ansi":
            return str(self.board)
        if self.render_mode == "human":
            print(self.board)
        else:
            gymnasium.logger.warn("render() needs a render_mode: ansi or human")
        return None

    def close(self) -> None:
        """Does nothing: an environment holds no resources."""

    def _agent_to_move(self) -> str:
        return "black" if self.board.turn == Color.BLACK else "white"

    def _update_agent(self) -> None:
        self.agent_selection = self._agent_to_move()

    def _update_outcome(self) -> None:
        outcome = self.board.outcome()
        if outcome is not None:
            self.terminations = dict.fromkeys(AGENTS, True)
            if outcome.winner is not None:
                winner, loser = AGENTS if outcome.winner == Color.BLACK else AGENTS[::-1]
                self.rewards = {winner: 1, loser: -1}
            self.infos = {agent: {"reason": outcome.reason} for agent in AGENTS}
        elif self.max_plies is not None and self.board.ply >= self.max_plies:
            self.truncations = dict.fromkeys(AGENTS, True)

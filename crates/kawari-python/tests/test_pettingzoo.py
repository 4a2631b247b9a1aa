"""The environment of PettingZoo."""

from __future__ import annotations

import random
import warnings

import pytest
from conftest import GAMES

import kawari

np = pytest.importorskip("numpy")
pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, render_test, seed_test  # noqa: E402

from kawari.pettingzoo import env, raw_env  # noqa: E402


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_api(game):
    with warnings.catch_warnings():
        # The observations are integers, which PettingZoo advises against.
        warnings.simplefilter("ignore", UserWarning)
        api_test(env(game, max_plies=40), num_cycles=60)


def test_seeds_and_rendering():
    seed_test(lambda: env("hasami", max_plies=30), num_cycles=20)
    render_test(lambda render_mode: env("minishogi", max_plies=20, render_mode=render_mode))
    environment = env("minishogi", render_mode="ansi")
    environment.reset()
    assert environment.render() == str(kawari.Board("minishogi"))


def play(environment, seed: int) -> dict[str, float]:
    """Plays random moves and returns the sums of the rewards."""
    choices, rewards = random.Random(seed), {"black": 0, "white": 0}
    environment.reset()
    for agent in environment.agent_iter():
        observation, reward, terminated, truncated, _ = environment.last()
        rewards[agent] += reward
        legal = np.flatnonzero(observation["action_mask"])
        environment.step(None if terminated or truncated else int(choices.choice(list(legal))))
    return rewards


def test_rewards_are_the_outcome():
    results = set()
    for seed in range(6):
        environment = raw_env("minishogi")
        rewards = play(environment, seed)
        winner = environment.board.outcome().winner
        expected = {kawari.BLACK: (1, -1), kawari.WHITE: (-1, 1), None: (0, 0)}[winner]
        assert (rewards["black"], rewards["white"]) == expected
        results.add(winner)
    assert len(results) >= 2


def test_games_are_truncated():
    environment = env("shogi", max_plies=10)
    assert play(environment, 1) == {"black": 0, "white": 0}
    assert environment.unwrapped.board.ply == 10


def test_start_positions_and_views():
    mate = raw_env("yari", sfen="6k/7/6+B/7/5R1/7/7/7/K6 b P 1")
    mate.reset()
    index = mate.board.move_index(kawari.Move.from_usi("P*1b"))
    assert mate.observe("black")["action_mask"][index] == 1
    assert mate.observe("white")["action_mask"].sum() == 0
    mate.step(index)
    assert mate.rewards == {"black": 1, "white": -1} and all(mate.terminations.values())
    assert mate.infos["black"] == {"reason": "checkmate"}
    handicap = raw_env("shogi", sfen=kawari.Game("shogi").handicaps["rook"])
    handicap.reset()
    assert handicap.agent_selection == "white"


def test_illegal_actions_end_the_game():
    environment = env("hasami")
    environment.reset()
    environment.step(0)
    assert environment.unwrapped.rewards["black"] == -1

"""kawari.pyffish against pyffish, and on its own."""

from __future__ import annotations

import random

import pytest
from conftest import load_lions

import kawari
from kawari import pyffish as ours

CONFIG = """
[bigmini:minishogi]
maxRank = 6
startFen = rbsgk/4p/5/5/P4/KGSBR[-] w 0 1
promotionRegionWhite = *6
pocketSize = 4
nFoldValue = draw

[rook-chess:chess]
king = k
"""


# Both libraries play these games by the same rules.
@pytest.mark.parametrize("game", ["shogi", "minishogi", "yarishogi", "kyotoshogi", "torishogi"])
def test_random_games_agree_with_pyffish(game):
    theirs = pytest.importorskip("pyffish")
    start = theirs.start_fen(game)
    assert ours.start_fen(game).split()[0].replace("[]", "[-]") == start.split()[0]
    assert ours.captures_to_hand(game) == theirs.captures_to_hand(game) is True
    for seed in range(2):
        choices, moves = random.Random(seed), []
        for _ in range(60):
            legal = ours.legal_moves(game, start, moves)
            assert sorted(legal) == sorted(theirs.legal_moves(game, start, moves)), moves
            # The order of the pieces in hand differs.
            sfens = [lib.get_fen(game, start, moves, False, True) for lib in (ours, theirs)]
            assert len({kawari.Board(game, sfen).sfen() for sfen in sfens}) == 1
            fen, their_fen = (lib.get_fen(game, start, moves) for lib in (ours, theirs))
            assert ours.validate_fen(their_fen, game) == ours.FEN_OK
            # Kawari writes no count of half-moves without a capture.
            assert ours.get_fen(game, their_fen, []) == fen
            assert ours.gives_check(game, start, moves) == theirs.gives_check(game, start, moves)
            for move in legal:
                their_capture = theirs.is_capture(game, start, moves, move)
                assert ours.is_capture(game, start, moves, move) == their_capture
            if not legal:
                result = theirs.game_result(game, start, moves)
                assert ours.game_result(game, start, moves) == result
                break
            moves.append(choices.choice(legal))


def test_notation_agrees_with_pyffish():
    theirs = pytest.importorskip("pyffish")
    start = theirs.start_fen("shogi")
    for notation in [ours.NOTATION_SHOGI_HODGES, ours.NOTATION_SHOGI_HODGES_NUMBER]:
        for seed in range(5):
            choices, moves = random.Random(seed), []
            for _ in range(60):
                moves.append(choices.choice(ours.legal_moves("shogi", start, moves)))
                if not ours.legal_moves("shogi", start, moves):
                    break
            written = [
                lib.get_san_moves("shogi", start, moves, False, notation) for lib in (ours, theirs)
            ]
            assert written[0] == written[1]


def test_names_and_values_are_those_of_pyffish():
    theirs = pytest.importorskip("pyffish")
    for name in dir(ours):
        if name.isupper() and not name.startswith("_"):
            assert getattr(ours, name) == getattr(theirs, name)
    missing = {name for name in dir(theirs) if not name.startswith("_")} - set(dir(ours))
    assert {name for name in missing if not name.isupper()} == {
        "error",
        "get_fog_fen",
        "has_insufficient_material",
        "piece_to_partner",
        "set_option",
    }


def test_results():
    mate = "6k/7/6+B/7/5R1/7/7/7/K6[P] w 0 1"
    assert ours.game_result("yari", mate, ["P@g8"]) == -ours.VALUE_MATE
    assert ours.is_immediate_game_end("yari", mate, ["P@g8"]) == (False, 0)
    assert ours.get_san("yari", mate, "P@g8") == "P*12"
    assert ours.get_san("yari", mate, "P@g8", False, ours.NOTATION_SHOGI_HODGES) == "P*1b"
    last_man = "8p/9/9/9/Pp7/9/9/9/2P5P w - - 0 1"
    assert ours.is_immediate_game_end("hasami", last_man, []) == (False, 0)
    assert ours.is_immediate_game_end("hasami", last_man, ["c1c5"]) == (True, -ours.VALUE_MATE)
    repeated = ["e1e2", "a5b5", "e2e1", "b5a5"] * 3
    kings = "k4/5/5/5/4K[] w 0 1"
    assert ours.is_optional_game_end("minishogi", kings, repeated) == (True, -ours.VALUE_MATE)
    assert ours.is_optional_game_end("minishogi", kings, repeated[:-1]) == (False, 0)
    entered = "RKGGSS3/NNLL5/P8/9/9/9/9/4k4/9 b RB4P 1"
    assert ours.is_optional_game_end("shogi", entered, []) == (True, ours.VALUE_MATE)
    with pytest.raises(ValueError, match="not over"):
        ours.game_result("shogi", ours.start_fen("shogi"), [])


def test_bad_arguments():
    start = ours.start_fen("shogi")
    with pytest.raises(kawari.IllegalMoveError):
        ours.get_fen("shogi", start, ["a1a9"])
    with pytest.raises(kawari.InvalidMoveError):
        ours.get_fen("shogi", start, ["z1a9"])
    with pytest.raises(kawari.GameError):
        ours.legal_moves("chess", start, [])
    with pytest.raises(kawari.SfenError):
        ours.legal_moves("minishogi", start, [])
    with pytest.raises(ValueError, match="notation"):
        ours.get_san("shogi", start, "c3c4", False, 2)
    assert ours.validate_fen("nonsense", "shogi") < 0 and ours.validate_fen(start, "yari") < 0


def test_variants():
    load_lions()
    assert {"shogi", "yari", "yarishogi", "hasami", "lions"} <= set(ours.variants())
    assert ours.variants() == sorted(ours.variants()) and not ours.two_boards("shogi")
    assert not ours.captures_to_hand("hasami")
    assert ".".join(map(str, ours.version())) == kawari.__version__ and "Kawari" in ours.info()


def test_variants_ini():
    with pytest.warns(UserWarning, match="rook-chess"):
        ours.load_variant_config(CONFIG)
    assert "bigmini" in ours.variants() and "rook-chess" not in ours.variants()
    assert kawari.Game("bigmini").ranks == 6
    theirs = pytest.importorskip("pyffish")
    theirs.load_variant_config(CONFIG.split("[rook-chess")[0])
    start = theirs.start_fen("bigmini")
    assert sorted(ours.legal_moves("bigmini", start, [])) == sorted(
        theirs.legal_moves("bigmini", start, [])
    )

"""cshogi's engine driver plays a whole game of every variant. Its last answer must match the
result."""

from cshogi.usi import Engine

import referee


def whole_game(variant):
    engine = Engine(referee.KAWARI)
    # cshogi parses the announced options.
    engine.setoption("USI_Variant", variant)
    engine.setoption("USI_Hash", 16)
    engine.isready()
    engine.usinewgame()

    def think(moves):
        engine.position(moves)
        best, _ = engine.go(nodes=400)
        return best

    status, moves = referee.play(variant, think)
    if status and status != "declaration":
        rules = referee.Kawari(variant)
        rules.position(moves)
        ended_on_board = not rules.moves()
        side = rules.ask("side")
        rules.close()
        engine.position(moves)
        best, _ = engine.go(nodes=100)
        won = status.startswith(f"{side} wins")
        if won:
            assert best == "win", f"{variant}: {best} after {status}"
        elif ended_on_board:
            assert best == "resign", f"{variant}: {best} after {status}"
    engine.gameover("draw")
    engine.quit()
    return f"{variant}: {len(moves)} moves, {status or 'cut off'}"


for name in referee.VARIANTS:
    print(whole_game(name), flush=True)

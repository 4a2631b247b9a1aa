"""The `usi` crate's engine handler plays a whole game of every variant."""

import os
import subprocess

import referee


def whole_game(variant):
    client = subprocess.Popen(
        [os.environ["USI_CLIENT"], referee.KAWARI, variant],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
    )

    def think(moves):
        client.stdin.write(" ".join(moves) + "\n")
        client.stdin.flush()
        answer = client.stdout.readline().strip()
        assert answer, f"{variant}: the client has ended"
        return answer

    status, moves = referee.play(variant, think, seed=1)
    client.stdin.close()
    assert client.wait(30) == 0
    return f"{variant}: {len(moves)} moves, {status or 'cut off'}"


for name in referee.VARIANTS:
    print(whole_game(name), flush=True)

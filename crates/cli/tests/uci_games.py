"""Plays whole games with `jadoube uci` through python-chess, which checks every move it is given."""

import sys
import chess
import chess.engine

with chess.engine.SimpleEngine.popen_uci([sys.argv[1], "uci"], timeout=120) as engine:
    assert engine.id["name"].startswith("Jadoube"), engine.id
    limits = [
        chess.engine.Limit(nodes=400),
        chess.engine.Limit(time=0.005),
        chess.engine.Limit(white_clock=1, black_clock=1, white_inc=0.005, black_inc=0.005),
    ]
    engine.configure({"Hash": 8, "Threads": 1})
    for number, limit in enumerate(limits):
        board = chess.Board()
        engine.configure({"Level": 3 + number})
        while not board.is_game_over(claim_draw=True) and board.ply() < 300:
            result = engine.play(board, limit, game=number, info=chess.engine.INFO_ALL)
            assert result.move in board.legal_moves, (board.fen(), result)
            assert "score" in result.info, result
            board.push(result.move)
        print("game", number, board.result(claim_draw=True), board.ply(), "plies")
    # Several lines; a search broken off; a position that is mate already.
    lines = engine.analyse(chess.Board(), chess.engine.Limit(nodes=4000), multipv=3)
    assert len({line["pv"][0] for line in lines}) == 3, lines
    with engine.analysis(chess.Board()) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 5:
                break
    mate = engine.analyse(chess.Board("7k/8/8/8/8/R7/1R6/K7 w - - 0 1"), chess.engine.Limit(nodes=20000))
    assert mate["score"].white() == chess.engine.Mate(2), mate
print("whole games:", len(limits))

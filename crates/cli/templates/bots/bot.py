"""A bot for Plywood: it reads a line of JSON and answers with one.

Standard output is for answers only; write remarks to standard error, for example print("hm", file=sys.stderr).
"""

import json
import random
import sys


def choose(question, generator):
    """Returns one of question["moves"].

    question["position"] is the position as text, question["history"] the moves so far, question["you"] your side ("first" or
    "second"), question["time_ms"] your time in milliseconds (None without a clock), question["drawing"] a picture in text.
    """
    return generator.choice(question["moves"])


def main():
    generator = random.Random()
    for line in sys.stdin:
        message = json.loads(line)
        if "hello" in message:
            # A game begins. The same seed has to give the same moves.
            generator.seed(message["hello"]["seed"])
            if "ready" in message["hello"]:
                # Once everything is loaded: from here on the time is on your clock.
                print(json.dumps({"ready": True}), flush=True)
        elif "moves" in message:
            move = choose(message, generator)
            # You may add "value" (from -1, a loss, to 1, a win), "pv" (a list of moves) and "comment".
            print(json.dumps({"move": move}), flush=True)
        # {"end": {"result": ..., "reason": ..., "you": ...}} is the end of the game and wants no answer.


if __name__ == "__main__":
    main()

// A bot for Plywood: it reads a line of JSON and answers with one.
//
// Standard output is for answers only; write remarks to standard error with console.error.

const readline = require("readline");

/** Returns a generator of random numbers from 0 to 1: the same seed has to give the same moves. */
function generator(seed) {
    let state = (seed * 2 + 1) >>> 0;
    return () => {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        return (state >>> 0) / 4294967296;
    };
}

/**
 * Returns one of question.moves.
 *
 * question.position is the position as text, question.history the moves so far, question.you your side ("first" or "second"),
 * question.time_ms your time in milliseconds (null without a clock), question.drawing a picture in text.
 */
function choose(question, random) {
    return question.moves[Math.floor(random() * question.moves.length)];
}

let random = generator(0);
readline.createInterface({ input: process.stdin }).on("line", (line) => {
    const message = JSON.parse(line);
    if (message.hello) {
        // A game begins.
        random = generator(message.hello.seed);
        if (message.hello.ready) {
            // Once everything is loaded: from here on the time is on your clock.
            console.log(JSON.stringify({ ready: true }));
        }
    } else if (message.moves) {
        // You may add value (from -1, a loss, to 1, a win), pv (a list of moves) and comment.
        console.log(JSON.stringify({ move: choose(message, random) }));
    }
    // {"end": {"result": ..., "reason": ..., "you": ...}} is the end of the game and wants no answer.
});

/* A bot for Plywood: it reads a line of JSON and answers with one.
 *
 * Standard output is for answers only; write remarks to standard error with fprintf(stderr, ...). */

#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns the place after the string that begins with the quote at s. */
static const char *after_string(const char *s) {
    for (s++; *s && *s != '"'; s++)
        if (*s == '\\' && s[1]) s++;
    return *s ? s + 1 : s;
}

static const char *skip_blanks(const char *s) { return s + strspn(s, " \t\r\n"); }

/* Returns the value of a key in the JSON object that begins at s, or NULL. Keys of objects inside it do not count. */
static const char *value_of(const char *s, const char *key) {
    size_t length = strlen(key);
    int depth = 0;
    while (*s) {
        if (*s == '"') {
            const char *end = after_string(s), *colon = skip_blanks(end);
            int is_key = depth == 1 && *colon == ':' && (size_t)(end - s) == length + 2;
            if (is_key && strncmp(s + 1, key, length) == 0) return skip_blanks(colon + 1);
            s = end;
            continue;
        }
        if (*s == '{' || *s == '[') depth++;
        if ((*s == '}' || *s == ']') && --depth == 0) return NULL;
        s++;
    }
    return NULL;
}

/* Returns the first string of a JSON list at or after s, with its quotes, or NULL at the end of the list. */
static const char *next_item(const char *s) {
    s = skip_blanks(s);
    if (*s == '[' || *s == ',') s = skip_blanks(s + 1);
    return *s == '"' ? s : NULL;
}

static unsigned long long state = 1;

/* Returns a random number below n: the same seed has to give the same moves. */
static size_t below(size_t n) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (size_t)(state % n);
}

/* Returns the number of the move to play. The question has more: "position", "history", "you" ("first" or "second"), "time_ms"
 * (null without a clock) and "drawing"; value_of finds each of them. */
static size_t choose(const char *question, const char *moves, size_t count) {
    (void)question;
    (void)moves;
    return below(count);
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        const char *hello = value_of(line, "hello"), *moves = value_of(line, "moves");
        if (hello) {
            /* A game begins. */
            const char *seed = value_of(hello, "seed");
            state = (seed ? strtoull(seed, NULL, 10) : 0) * 2 + 1;
            if (value_of(hello, "ready")) {
                /* Once everything is loaded: from here on the time is on your clock. */
                printf("{\"ready\": true}\n");
                fflush(stdout);
            }
        } else if (moves) {
            size_t count = 0;
            for (const char *s = next_item(moves); s; s = next_item(after_string(s))) count++;
            if (count == 0) continue;
            const char *move = next_item(moves);
            for (size_t skip = choose(line, moves, count); skip > 0; skip--) move = next_item(after_string(move));
            /* The text of the move goes back as it came, quotes and escapes included. */
            printf("{\"move\": %.*s}\n", (int)(after_string(move) - move), move);
            fflush(stdout);
        }
        /* {"end": {"result": ..., "reason": ..., "you": ...}} is the end of the game and wants no answer. */
    }
    free(line);
    return 0;
}

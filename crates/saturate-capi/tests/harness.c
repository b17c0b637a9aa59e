/* The C interface from C: a session of a few lines that knows `-` on `Int64`, one rule, and what a session must never do.
 *
 * Types: 0 Any, 1 Union{}, 2 Bool, 3 Int64, 4 typeof(f), 5 typeof(-). Constants: 0 f, 1 -, 2 the number 0.
 * `scripts/valgrind.sh` compiles it against `include/saturate.h` and runs it under valgrind: every buffer that crosses
 * the boundary is allocated to its exact size, so that a read behind its end is an error there. */
#include "../include/saturate.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SUBTYPE = 0, UNION_TYPES = 3, SINGLETON = 5, MAY_BE_MUTABLE = 6, TYPE_OF = 7, AS_TYPE = 8, AS_BOOL = 9, LITERAL = 10,
       CALL = 13, SHOW_TYPE = 16, SHOW_CONSTANT = 17, PARSE_TYPE = 18, LOWER = 25, QUESTIONS = 43 };

#define CHECK(condition)                                                                  \
    do {                                                                                  \
        if (!(condition)) {                                                               \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);       \
            exit(1);                                                                      \
        }                                                                                 \
    } while (0)

static const saturate_fixed_types FIXED = {0, 1, 2};
static const char NAMES[] = "f\0x\0#self#"; /* the last NUL is the string's own */
static const char RULES[] = "@rules less begin\n    ~x::Int64 - ~x --> 0\nend\n";

/* f(x) = x - x, as a session sends it. */
static const int32_t BODY[] = {SATURATE_MAGIC, SATURATE_VERSION, 3, 6, 3, /* names, types, constants */
                               0, 0, 2, 2, 0, 2, 3,                      /* f: 2 arguments, 2 slots, 2 statements */
                               4, 3, 2, 4, 1, 3,                         /* types of the arguments; slots */
                               12, 2, 3, -1, 0, 2, 1, 2, 1, 1, 1, 1,     /* %0 = -(x, x)::Int64 */
                               7, 7, -1, -1, 0, 0, 0};                   /* return %0 */

/* `x - x` over the variable x, as the answer to LOWER: slot 0 is the function object here, too. */
static const int32_t LEFT[] = {SATURATE_MAGIC, SATURATE_VERSION, 3, 6, 3, 0, 0, 2, 2, 0, 2, 0, 0, 0, 2, -1, 1, -1,
                               12, 2, -1, -1, 0, 2, 1, 2, 1, 1, 1, 1, 7, 7, -1, -1, 0, 0, 0};
/* `0`. */
static const int32_t RIGHT[] = {SATURATE_MAGIC, SATURATE_VERSION, 3, 6, 3, 0, 0, 2, 2, 0, 1, 0, 0, 0, 2, -1, 1, -1,
                                7, 7, -1, -1, 0, 2, 2};

/* A session, and how it misbehaves. */
typedef struct {
    int32_t *words;
    uint8_t *text;
    int32_t fails_at;  /* a question at which it fails, or -1 */
    uint64_t random;   /* nonsense from this seed, where it is not 0 */
    int nested;        /* whether it calls the library from inside an answer */
    int depth;
    unsigned asked;
} session;

static void optimize(session *, const saturate_rules *, uint64_t flags, saturate_result *);

static uint64_t bits(session *s) {
    uint64_t z = s->random += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Answers with copies of exactly this size; the last answer's are freed, since nobody may look at them any more. */
static int32_t reply(session *s, saturate_answer *answer, const int32_t *words, size_t n, const void *text, size_t len) {
    free(s->words);
    free(s->text);
    s->words = malloc(n * sizeof *words);
    s->text = malloc(len);
    if (n) memcpy(s->words, words, n * sizeof *words);
    if (len) memcpy(s->text, text, len);
    *answer = (saturate_answer){s->words, n, s->text, len};
    return SATURATE_OK;
}

static int32_t word(session *s, saturate_answer *answer, int32_t value) { return reply(s, answer, &value, 1, NULL, 0); }

static int32_t nonsense(session *s, saturate_answer *answer) {
    int32_t words[5];
    uint8_t text[6];
    size_t n = bits(s) % 5, len = bits(s) % 6;
    for (size_t i = 0; i < n; i++) {
        uint64_t kind = bits(s) % 10;
        words[i] = kind == 0 ? (int32_t)bits(s) : kind == 1 ? -1 : kind == 2 ? INT32_MAX : (int32_t)(bits(s) % 9);
    }
    for (size_t i = 0; i < len; i++) text[i] = (uint8_t)bits(s);
    reply(s, answer, words, n, text, len);
    uint64_t status = bits(s) % 8;
    return status == 0 ? SATURATE_FAILED : status == 1 ? SATURATE_NO_ANSWER : status == 2 ? (int32_t)bits(s) : SATURATE_OK;
}

static int32_t ask(void *context, int32_t question, const int32_t *words, size_t n, const uint8_t *text, size_t len,
                   saturate_answer *answer) {
    session *s = context;
    s->asked++;
    if (s->nested && s->depth == 0) {
        saturate_result inner;
        s->depth++;
        optimize(s, NULL, 0, &inner);
        saturate_free(&inner);
        s->depth--;
    }
    if (question == s->fails_at) {
        static const char why[] = "the session threw";
        reply(s, answer, NULL, 0, why, sizeof why - 1);
        return SATURATE_FAILED;
    }
    if (s->random) return nonsense(s, answer);
    switch (question) {
    case SUBTYPE: return word(s, answer, n == 2 && (words[0] == words[1] || words[1] == 0 || words[0] == 1));
    case UNION_TYPES: return word(s, answer, words[0]);
    case SINGLETON: return words[0] == 4 ? word(s, answer, 0) : words[0] == 5 ? word(s, answer, 1) : SATURATE_NO_ANSWER;
    case MAY_BE_MUTABLE: return word(s, answer, words[0] == 0);
    case TYPE_OF: return word(s, answer, words[0] == 0 ? 4 : words[0] == 1 ? 5 : 3);
    case LITERAL: return words[0] == 2 && len == 1 && text[0] == '0' ? word(s, answer, 2) : SATURATE_NO_ANSWER;
    case CALL: { /* `-` on integers: an integer, no effect */
        const int32_t known[] = {3, -1, 0};
        return reply(s, answer, known, 3, NULL, 0);
    }
    case SHOW_TYPE: return reply(s, answer, NULL, 0, "T", 1);
    case SHOW_CONSTANT: return reply(s, answer, NULL, 0, words[0] == 2 ? "0" : "c", 1);
    case PARSE_TYPE: return len == 5 ? word(s, answer, 3) : SATURATE_NO_ANSWER;
    case LOWER: {
        int is_left = memchr(text, '-', len) != NULL;
        return reply(s, answer, is_left ? LEFT : RIGHT, (is_left ? sizeof LEFT : sizeof RIGHT) / sizeof *LEFT, NAMES,
                     sizeof NAMES);
    }
    default: return SATURATE_NO_ANSWER;
    }
}

static session new_session(void) { return (session){NULL, NULL, -1, 0, 0, 0, 0}; }

static void end(session *s) {
    free(s->words);
    free(s->text);
}

static saturate_rules *read_rules(session *s, const char *text, const saturate_rules *base, int32_t *status) {
    size_t len = strlen(text);
    uint8_t *exact = malloc(len);
    memcpy(exact, text, len);
    saturate_rules_request request = {(const uint8_t *)"less.jl", 7, exact, len, base, FIXED};
    saturate_callbacks callbacks = {s, ask};
    saturate_result result;
    *status = saturate_rules_read(&request, &callbacks, &result);
    CHECK(result.status == *status);
    CHECK((result.rules != NULL) == (*status == SATURATE_OK));
    if (*status != SATURATE_OK && !s->random && s->fails_at < 0)
        fprintf(stderr, "%.*s\n", (int)result.message.len, (const char *)result.message.data);
    saturate_rules *rules = result.rules;
    saturate_free(&result);
    free(exact);
    return rules;
}

static void optimize(session *s, const saturate_rules *rules, uint64_t flags, saturate_result *result) {
    int32_t *words = malloc(sizeof BODY);
    uint8_t *names = malloc(sizeof NAMES);
    memcpy(words, BODY, sizeof BODY);
    memcpy(names, NAMES, sizeof NAMES);
    saturate_options options = {0,                SATURATE_DEFAULT, SATURATE_DEFAULT, SATURATE_DEFAULT,
                                SATURATE_DEFAULT, SATURATE_DEFAULT, SATURATE_DEFAULT, SATURATE_DEFAULT,
                                flags,            SATURATE_DEFAULT, {SATURATE_DEFAULT}};
    saturate_request request = {words, sizeof BODY / sizeof *BODY, names, sizeof NAMES, FIXED, rules, options};
    saturate_callbacks callbacks = {s, ask};
    int32_t status = saturate_optimize(&request, &callbacks, result);
    CHECK(result->status == status);
    CHECK(status != SATURATE_OK || result->message.data == NULL); /* a failing session may give no reason */
    free(words);
    free(names);
}

/* The result is `return 0`: one block, no statement. */
static int returns_zero(const saturate_result *result) {
    const saturate_words *w = &result->words;
    return w->len >= 2 && w->data[w->len - 2] == 2 && w->data[w->len - 1] == -1 - 2;
}

/* What is asked for comes back; nothing is left behind. */
static void good_requests(void) {
    session s = new_session();
    int32_t status;
    saturate_rules *rules = read_rules(&s, RULES, NULL, &status);
    CHECK(status == SATURATE_OK);
    saturate_rules *more = read_rules(&s, "@rules none begin\nend\n", rules, &status);
    CHECK(status == SATURATE_OK);
    saturate_rules_free(rules); /* `more` has its own copy */
    saturate_result result;
    optimize(&s, more, SATURATE_TEXT | SATURATE_EXPLAIN | SATURATE_PAGE, &result);
    CHECK(result.status == SATURATE_OK);
    CHECK(returns_zero(&result));
    CHECK(result.text.len && result.explanation.len && result.page.len && result.report.len);
    saturate_free(&result);
    saturate_free(&result); /* the second time there is nothing to free */
    optimize(&s, NULL, 0, &result);
    CHECK(result.status == SATURATE_OK && !returns_zero(&result));
    saturate_free(&result);
    for (uint64_t flags = 0; flags < 16; flags++) {
        optimize(&s, more, flags, &result);
        CHECK(result.status == SATURATE_OK && returns_zero(&result));
        saturate_free(&result);
    }
    saturate_rules_free(more);
    end(&s);
}

/* A session that fails at any question ends the request with its own words. */
static void failing_sessions(void) {
    session whole = new_session();
    int32_t status;
    saturate_rules *rules = read_rules(&whole, RULES, NULL, &status);
    int failed = 0;
    for (int32_t question = 0; question < QUESTIONS; question++) {
        session s = new_session();
        s.fails_at = question;
        saturate_rules *own = read_rules(&s, RULES, NULL, &status);
        CHECK(status == SATURATE_OK || status == SATURATE_FAILED);
        failed += status == SATURATE_FAILED;
        saturate_rules_free(own);
        saturate_result result;
        optimize(&s, rules, SATURATE_TEXT, &result);
        CHECK(result.status == SATURATE_OK || result.status == SATURATE_FAILED);
        failed += result.status == SATURATE_FAILED;
        CHECK(result.status == SATURATE_OK || result.message.len == strlen("the session threw"));
        saturate_free(&result);
        end(&s);
    }
    CHECK(failed > 5);
    saturate_rules_free(rules);
    end(&whole);
}

/* Answers that are nonsense, requests that are damaged, null pointers: a status, never a crash. */
static void hostile_sessions(unsigned rounds) {
    session whole = new_session();
    int32_t status;
    saturate_rules *rules = read_rules(&whole, RULES, NULL, &status);
    unsigned asked = 0;
    for (uint64_t seed = 1; seed <= rounds; seed++) {
        session s = new_session();
        s.random = seed;
        saturate_rules_free(read_rules(&s, RULES, NULL, &status));
        saturate_result result;
        optimize(&s, rules, seed % 16, &result);
        saturate_free(&result);
        asked += s.asked;
        end(&s);
    }
    CHECK(asked > rounds);
    for (size_t at = 0; at < sizeof BODY / sizeof *BODY; at++) {
        for (int32_t value = -2; value < 9; value++) {
            int32_t *words = malloc(sizeof BODY);
            memcpy(words, BODY, sizeof BODY);
            words[at] = value == 8 ? INT32_MAX : value;
            saturate_request request = {words, sizeof BODY / sizeof *BODY, (const uint8_t *)NAMES, sizeof NAMES, FIXED,
                                        rules, {0, 0, 8, 100, 1000, 1000, 1000, 1000, 0, 4, {SATURATE_DEFAULT}}};
            saturate_callbacks callbacks = {&whole, ask};
            saturate_result result;
            CHECK(saturate_optimize(&request, &callbacks, &result) != SATURATE_INTERNAL);
            saturate_free(&result);
            free(words);
        }
    }
    saturate_result result;
    saturate_callbacks deaf = {NULL, NULL};
    CHECK(saturate_optimize(NULL, NULL, NULL) == SATURATE_BAD_REQUEST);
    CHECK(saturate_optimize(NULL, &deaf, &result) == SATURATE_BAD_REQUEST);
    saturate_free(&result);
    CHECK(saturate_rules_read(NULL, NULL, NULL) == SATURATE_BAD_REQUEST);
    saturate_free(NULL);
    saturate_rules_free(NULL);
    saturate_rules_free(rules);
    end(&whole);
}

/* A session that calls the library from inside its answers. */
static void nested_sessions(void) {
    session s = new_session();
    s.nested = 1;
    int32_t status;
    saturate_rules *rules = read_rules(&s, RULES, NULL, &status);
    CHECK(status == SATURATE_OK);
    saturate_result result;
    optimize(&s, rules, 0, &result);
    CHECK(result.status == SATURATE_OK && returns_zero(&result));
    saturate_free(&result);
    saturate_rules_free(rules);
    end(&s);
}

static void *many_requests(void *rules) {
    for (int i = 0; i < 20; i++) {
        session s = new_session();
        saturate_result result;
        optimize(&s, rules, 0, &result);
        CHECK(result.status == SATURATE_OK && returns_zero(&result));
        saturate_free(&result);
        end(&s);
    }
    return NULL;
}

/* Several threads with one rule set. */
static void concurrent_requests(void) {
    session s = new_session();
    int32_t status;
    saturate_rules *rules = read_rules(&s, RULES, NULL, &status);
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) CHECK(pthread_create(&threads[i], NULL, many_requests, rules) == 0);
    for (int i = 0; i < 3; i++) CHECK(pthread_join(threads[i], NULL) == 0);
    saturate_rules_free(rules);
    end(&s);
}

int main(int argc, char **argv) {
    unsigned rounds = argc > 1 ? (unsigned)atoi(argv[1]) : 200;
    CHECK(saturate_version() == SATURATE_VERSION);
    good_requests();
    failing_sessions();
    hostile_sessions(rounds);
    nested_sessions();
    concurrent_requests();
    printf("the C interface from C: %u hostile sessions, all as they should be\n", rounds);
    return 0;
}

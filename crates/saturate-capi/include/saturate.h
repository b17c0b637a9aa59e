/* The C interface of Saturate, as `saturate-capi` exports it.
 *
 * A session (the program that knows types, constants and methods) sends a method body as words and answers questions
 * through one callback; it gets an optimised body as words back. The words, the questions and their answers are
 * described in `src/wire.rs`; the functions and who owns what in `src/abi.rs`. `tests/harness.c` is an example.
 *
 * Calls may be nested (from inside the callback) and concurrent. What the library allocates, the library frees. */
#ifndef SATURATE_H
#define SATURATE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Number of this interface: `saturate_version()` must return it. */
#define SATURATE_VERSION 10
/* First word of every request and response. */
#define SATURATE_MAGIC 0x53415431

/* Status words: of the library, and, the first three, of the callback. */
enum {
    SATURATE_OK = 0,
    SATURATE_NO_ANSWER = 1,
    SATURATE_FAILED = 2,
    SATURATE_BAD_REQUEST = 3,
    SATURATE_BAD_CODE = 4,
    SATURATE_INTERNAL = 5,
    SATURATE_BAD_RULES = 6
};

/* Handles of types that every session has. */
typedef struct {
    int32_t any;
    int32_t bottom;
    int32_t boolean;
} saturate_fixed_types;

/* "The library's own" for a number of `saturate_options`. */
#define SATURATE_DEFAULT UINT64_MAX

/* Flags of `saturate_options`. */
#define SATURATE_STRICT 1u
#define SATURATE_TEXT 2u
#define SATURATE_EXPLAIN 4u
#define SATURATE_PAGE 8u

/* The sizes of array arguments, for costs that depend on sizes; SATURATE_DEFAULT ends them. */
typedef uint64_t saturate_sizes[16];

/* How to optimise. */
typedef struct {
    uint64_t extractor; /* 0 the proven optimum, 1 greedy, 2 a random valid choice; 3 by an ILP solver, 4 the paper's (feature highs) */
    uint64_t seed;      /* of the random choice */
    uint64_t iterations;
    uint64_t nodes;
    uint64_t work;
    uint64_t time_ms;
    uint64_t extraction_work;
    uint64_t solver_ms; /* of the ILP solver */
    uint64_t flags;
    uint64_t calls; /* how deep calls are looked into; 0 for not at all */
    saturate_sizes sizes;
} saturate_options;

/* A rule set. */
typedef struct saturate_rules saturate_rules;

/* A method body to optimise. Without rules nothing is optimised. */
typedef struct {
    const int32_t *words;
    size_t words_len;
    const uint8_t *names;
    size_t names_len;
    saturate_fixed_types fixed;
    const saturate_rules *rules;
    saturate_options options;
} saturate_request;

/* Rules to read. `base` may be null. */
typedef struct {
    const uint8_t *name;
    size_t name_len;
    const uint8_t *text;
    size_t text_len;
    const saturate_rules *base;
    saturate_fixed_types fixed;
} saturate_rules_request;

/* What the callback fills in: memory of the session, read before the next question. */
typedef struct {
    const int32_t *words;
    size_t words_len;
    const uint8_t *text;
    size_t text_len;
} saturate_answer;

/* The callback: context, question, its words, its text, where the answer goes. It must return. */
typedef int32_t (*saturate_ask)(void *context, int32_t question, const int32_t *words, size_t words_len,
                                const uint8_t *text, size_t text_len, saturate_answer *answer);

typedef struct {
    void *context;
    saturate_ask ask;
} saturate_callbacks;

/* Buffers of the library. */
typedef struct {
    int32_t *data;
    size_t len;
} saturate_words;

typedef struct {
    uint8_t *data;
    size_t len;
} saturate_bytes;

/* The outcome of a request: filled whatever happens, freed once with `saturate_free`. */
typedef struct {
    int32_t status;
    saturate_words words;
    saturate_bytes names;
    saturate_bytes message;
    saturate_bytes report;
    saturate_bytes text;
    saturate_bytes explanation;
    saturate_bytes page;
    saturate_rules *rules; /* of `saturate_rules_read`; freed with `saturate_rules_free` */
} saturate_result;

int32_t saturate_version(void);
int32_t saturate_optimize(const saturate_request *request, const saturate_callbacks *callbacks, saturate_result *result);
void saturate_free(saturate_result *result);
int32_t saturate_rules_read(const saturate_rules_request *request, const saturate_callbacks *callbacks,
                            saturate_result *result);
void saturate_rules_free(saturate_rules *rules);

#ifdef __cplusplus
}
#endif

#endif

/* <sartor/aos.h>: asynchronous one-sided communication for programs without MPI (AOS, sections 3 and 5): segments of
   memory that other ranks put to, get from and change by atomic operations, queues that others append to, and events.

   Ranks are the program's copies, as with MPI: sartor run -n N [--machine NAME]. On the host all ranks share memory:
   operations are loads, stores and processor atomics, and done when the call returns. On an emulated chip a put or get
   is a job of the resource manager and the DMA engine, an atomic operation an active message to the manager of the
   segment's cluster (sections 5.1 and 5.3).

   Every function returns SARTOR_AOS_OK or an error, and does nothing but return it in that case. Offsets, strides and
   sizes are in bytes.

   Order (section 5.4), of the operations of one rank on one segment: gets are carried out in order; atomic operations
   are carried out in order, and after the rank's earlier puts have arrived. A put and a get are not ordered with each
   other, nor are operations on different segments: wait for the first one's event, or for a fence. */
#ifndef SARTOR_AOS_H
#define SARTOR_AOS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum sartor_aos_result {
    SARTOR_AOS_OK = 0,
    SARTOR_AOS_ERR_ARGUMENT,  /* a null pointer, no such comparison, a word that is not aligned to its size */
    SARTOR_AOS_ERR_ID,        /* an id that another segment, or another queue, has */
    SARTOR_AOS_ERR_RANGE,     /* beyond the segment's end, or before its beginning */
    SARTOR_AOS_ERR_RIGHTS,    /* the segment was not created for this */
    SARTOR_AOS_ERR_DESTROYED, /* its owner has destroyed it */
    SARTOR_AOS_ERR_MEMORY,    /* the system has none */
    SARTOR_AOS_ERR_SIZE,      /* a message longer than the queue's, or than the room for it */
    SARTOR_AOS_ERR_EMPTY      /* nothing is in the queue */
};

/* What a segment is created for. */
enum sartor_aos_rights {
    SARTOR_AOS_GET = 1,
    SARTOR_AOS_PUT = 2,
    SARTOR_AOS_ATOMIC = 4,
    SARTOR_AOS_CONDITIONAL = 8, /* atomic operations with conditions; on the host these and others take turns */
    SARTOR_AOS_ALL = 15
};

enum sartor_aos_comparison {
    SARTOR_AOS_EQUAL = 0,
    SARTOR_AOS_NOT_EQUAL,
    SARTOR_AOS_LESS,
    SARTOR_AOS_LESS_EQUAL,
    SARTOR_AOS_GREATER,
    SARTOR_AOS_GREATER_EQUAL
};

/* A segment or a queue, as one rank sees it. */
typedef struct sartor_aos_segment_of_rank *sartor_aos_segment;
typedef struct sartor_aos_queue_of_rank *sartor_aos_queue;

/* A condition on a word of 64 bits: true or false (section 5.2). An operation that is given an event makes it true when
   the operation is complete; the event must exist until then. */
typedef struct sartor_aos_event {
    const int64_t *address;
    int64_t value;
    int comparison; /* of *address with value */
    int64_t done;
} sartor_aos_event;

/* Equally long blocks: `bytes` each, counts[0] of them, counts[1] times these, counts[2] times those. Counts of 1 need
   no strides; strides are from one beginning to the next and may be negative. */
typedef struct sartor_aos_blocks {
    size_t bytes;
    size_t counts[3];
    ptrdiff_t remote_strides[3];
    ptrdiff_t local_strides[3];
} sartor_aos_blocks;

/* An atomic operation is carried out when this holds: the word at `offset` of the same segment compared with `value`
   (section 3.4). */
typedef struct sartor_aos_condition {
    size_t offset;
    int comparison;
    int64_t value;
} sartor_aos_condition;

enum sartor_aos_operation {
    SARTOR_AOS_PEEK = 0,   /* old value */
    SARTOR_AOS_POKE,       /* = operand; posted */
    SARTOR_AOS_POSTADD,    /* += operand; posted */
    SARTOR_AOS_FETCHADD,   /* += operand, old value */
    SARTOR_AOS_FETCHCLEAR, /* = 0, old value */
    SARTOR_AOS_CAS         /* = operand if it was `expected`, old value */
};

typedef struct sartor_aos_atomic {
    int operation;
    int width; /* 4 or 8 bytes; words of 4 are signed */
    size_t offset;
    int64_t operand;
    int64_t expected;
    int64_t *old;                          /* where the old value goes; null for posted operations */
    const sartor_aos_condition *condition; /* null: at once */
} sartor_aos_atomic;

/* The calls of a machine. The functions below are how to use it. */
struct sartor_aos_calls {
    int (*rank)(void);
    int (*ranks)(void);
    int (*cluster)(int rank);
    int (*segment_create)(sartor_aos_segment *segment, int id, void *base, size_t bytes, unsigned rights);
    int (*segment_clone)(sartor_aos_segment *segment, int id);
    int (*segment_destroy)(sartor_aos_segment *segment);
    int (*segment_memory)(sartor_aos_segment segment, void **base, size_t *bytes);
    int (*put)(sartor_aos_segment segment, size_t offset, const void *from, const sartor_aos_blocks *blocks,
               sartor_aos_event *event);
    int (*get)(sartor_aos_segment segment, size_t offset, void *to, const sartor_aos_blocks *blocks,
               sartor_aos_event *event);
    int (*atomic)(sartor_aos_segment segment, const sartor_aos_atomic *atomic, sartor_aos_event *event);
    int (*fence)(sartor_aos_segment segment, sartor_aos_event *event);
    int (*event_wait)(const sartor_aos_event *event);
    int (*event_test)(const sartor_aos_event *event, int *is_true);
    int (*notify)(void);
    int (*queue_create)(sartor_aos_queue *queue, int id, size_t message_bytes, size_t slots);
    int (*queue_clone)(sartor_aos_queue *queue, int id);
    int (*queue_destroy)(sartor_aos_queue *queue);
    int (*enqueue)(sartor_aos_queue queue, const void *data, size_t bytes, sartor_aos_event *event);
    int (*dequeue)(sartor_aos_queue queue, void *data, size_t room, size_t *bytes, int waits);
    int (*barrier)(void);
    const char *(*error_text)(int result);
};
const struct sartor_aos_calls *sartor_aos(void);

static inline int sartor_aos_rank(void) { return sartor_aos()->rank(); }
static inline int sartor_aos_ranks(void) { return sartor_aos()->ranks(); }
/* Whose memory a rank shares; 0 on the host. -1: there is no such rank. */
static inline int sartor_aos_cluster(int rank) { return sartor_aos()->cluster(rank); }
static inline const char *sartor_aos_error_text(int result) { return sartor_aos()->error_text(result); }

/* ---- segments (section 3) */

/* Publishes `bytes` of the calling rank's memory from `base` on under an id, at least 0, that no other segment has. */
static inline int sartor_aos_segment_create(sartor_aos_segment *segment, int id, void *base, size_t bytes,
                                            unsigned rights) {
    return sartor_aos()->segment_create(segment, id, base, bytes, rights);
}
/* The segment with this id, as the calling rank sees it. Waits until it is published. */
static inline int sartor_aos_segment_clone(sartor_aos_segment *segment, int id) {
    return sartor_aos()->segment_clone(segment, id);
}
/* Gives up a clone after its outstanding operations. By its owner: no rank can use the segment any more; returns when
   no operation on it is outstanding. *segment becomes null. */
static inline int sartor_aos_segment_destroy(sartor_aos_segment *segment) {
    return sartor_aos()->segment_destroy(segment);
}
/* Load and store (section 3.1): the address of the memory, null if it is that of another cluster; and its size. */
static inline int sartor_aos_segment_memory(sartor_aos_segment segment, void **base, size_t *bytes) {
    return sartor_aos()->segment_memory(segment, base, bytes);
}

/* ---- put and get (section 3.3): with an event they return at once, without one when they are complete. Local memory
   must not be changed until then. */

static inline int sartor_aos_put(sartor_aos_segment segment, size_t offset, const void *from, size_t bytes,
                                 sartor_aos_event *event) {
    const sartor_aos_blocks one = {bytes, {1, 1, 1}, {0, 0, 0}, {0, 0, 0}};
    return sartor_aos()->put(segment, offset, from, &one, event);
}
static inline int sartor_aos_get(sartor_aos_segment segment, size_t offset, void *to, size_t bytes,
                                 sartor_aos_event *event) {
    const sartor_aos_blocks one = {bytes, {1, 1, 1}, {0, 0, 0}, {0, 0, 0}};
    return sartor_aos()->get(segment, offset, to, &one, event);
}
/* Any geometry of up to three dimensions on both sides, without packing (section 5.5). */
static inline int sartor_aos_put_blocks(sartor_aos_segment segment, size_t offset, const void *from,
                                        const sartor_aos_blocks *blocks, sartor_aos_event *event) {
    return sartor_aos()->put(segment, offset, from, blocks, event);
}
static inline int sartor_aos_get_blocks(sartor_aos_segment segment, size_t offset, void *to,
                                        const sartor_aos_blocks *blocks, sartor_aos_event *event) {
    return sartor_aos()->get(segment, offset, to, blocks, event);
}
/* `rows` rows of `bytes` each, whose beginnings are so far apart. */
static inline int sartor_aos_put_2d(sartor_aos_segment segment, size_t offset, ptrdiff_t remote_stride, const void *from,
                                    ptrdiff_t local_stride, size_t bytes, size_t rows, sartor_aos_event *event) {
    const sartor_aos_blocks block = {bytes, {rows, 1, 1}, {remote_stride, 0, 0}, {local_stride, 0, 0}};
    return sartor_aos()->put(segment, offset, from, &block, event);
}
static inline int sartor_aos_get_2d(sartor_aos_segment segment, size_t offset, ptrdiff_t remote_stride, void *to,
                                    ptrdiff_t local_stride, size_t bytes, size_t rows, sartor_aos_event *event) {
    const sartor_aos_blocks block = {bytes, {rows, 1, 1}, {remote_stride, 0, 0}, {local_stride, 0, 0}};
    return sartor_aos()->get(segment, offset, to, &block, event);
}

/* ---- atomic operations (section 3.4), of words that are aligned to their size. Posted ones return at once; the others
   without an event when *old is there. An event of a posted one is true when it was carried out. */

static inline int sartor_aos_do(sartor_aos_segment segment, const sartor_aos_atomic *atomic, sartor_aos_event *event) {
    return sartor_aos()->atomic(segment, atomic, event);
}
static inline int sartor_aos_peek(sartor_aos_segment segment, size_t offset, int64_t *value, sartor_aos_event *event) {
    const sartor_aos_atomic atomic = {SARTOR_AOS_PEEK, 8, offset, 0, 0, value, NULL};
    return sartor_aos()->atomic(segment, &atomic, event);
}
static inline int sartor_aos_poke(sartor_aos_segment segment, size_t offset, int64_t value, sartor_aos_event *event) {
    const sartor_aos_atomic atomic = {SARTOR_AOS_POKE, 8, offset, value, 0, NULL, NULL};
    return sartor_aos()->atomic(segment, &atomic, event);
}
static inline int sartor_aos_postadd(sartor_aos_segment segment, size_t offset, int64_t value, sartor_aos_event *event) {
    const sartor_aos_atomic atomic = {SARTOR_AOS_POSTADD, 8, offset, value, 0, NULL, NULL};
    return sartor_aos()->atomic(segment, &atomic, event);
}
static inline int sartor_aos_fetchadd(sartor_aos_segment segment, size_t offset, int64_t value, int64_t *old,
                                      sartor_aos_event *event) {
    const sartor_aos_atomic atomic = {SARTOR_AOS_FETCHADD, 8, offset, value, 0, old, NULL};
    return sartor_aos()->atomic(segment, &atomic, event);
}
static inline int sartor_aos_fetchclear(sartor_aos_segment segment, size_t offset, int64_t *old,
                                        sartor_aos_event *event) {
    const sartor_aos_atomic atomic = {SARTOR_AOS_FETCHCLEAR, 8, offset, 0, 0, old, NULL};
    return sartor_aos()->atomic(segment, &atomic, event);
}
static inline int sartor_aos_cas(sartor_aos_segment segment, size_t offset, int64_t expected, int64_t value, int64_t *old,
                                 sartor_aos_event *event) {
    const sartor_aos_atomic atomic = {SARTOR_AOS_CAS, 8, offset, value, expected, old, NULL};
    return sartor_aos()->atomic(segment, &atomic, event);
}
/* The puts and posted operations of the calling rank to this segment have been carried out. */
static inline int sartor_aos_fence(sartor_aos_segment segment, sartor_aos_event *event) {
    return sartor_aos()->fence(segment, event);
}

/* ---- events (section 5.2). Several ranks may wait for the same word. After operations on segments and queues the
   conditions of waiting ranks are evaluated; after a store to such a word call sartor_aos_notify(). */

static inline void sartor_aos_event_of_word(sartor_aos_event *event, const int64_t *address, int comparison,
                                            int64_t value) {
    event->address = address;
    event->comparison = comparison;
    event->value = value;
    event->done = 0;
}
static inline int sartor_aos_event_wait(const sartor_aos_event *event) { return sartor_aos()->event_wait(event); }
static inline int sartor_aos_event_test(const sartor_aos_event *event, int *is_true) {
    return sartor_aos()->event_test(event, is_true);
}
static inline int sartor_aos_notify(void) { return sartor_aos()->notify(); }

/* ---- remote queues (section 3.2): any rank appends messages of up to SARTOR_AOS_MESSAGE bytes, their owner takes them
   out in the order in which they came. Messages of one rank are in order. A rank that finds the queue full waits. */

#define SARTOR_AOS_MESSAGE 248
static inline int sartor_aos_queue_create(sartor_aos_queue *queue, int id, size_t message_bytes, size_t slots) {
    return sartor_aos()->queue_create(queue, id, message_bytes, slots);
}
static inline int sartor_aos_queue_clone(sartor_aos_queue *queue, int id) { return sartor_aos()->queue_clone(queue, id); }
static inline int sartor_aos_queue_destroy(sartor_aos_queue *queue) { return sartor_aos()->queue_destroy(queue); }
/* `data` may be changed when it returns; an event is true when the message is in the queue. */
static inline int sartor_aos_enqueue(sartor_aos_queue queue, const void *data, size_t bytes, sartor_aos_event *event) {
    return sartor_aos()->enqueue(queue, data, bytes, event);
}
/* The oldest message, by the owner. Waits for one; *bytes may be null. */
static inline int sartor_aos_dequeue(sartor_aos_queue queue, void *data, size_t room, size_t *bytes) {
    return sartor_aos()->dequeue(queue, data, room, bytes, 1);
}
/* The same; SARTOR_AOS_ERR_EMPTY when there is none. */
static inline int sartor_aos_try_dequeue(sartor_aos_queue queue, void *data, size_t room, size_t *bytes) {
    return sartor_aos()->dequeue(queue, data, room, bytes, 0);
}

/* All ranks have come here; what each did before has been carried out if it waited for it. */
static inline int sartor_aos_barrier(void) { return sartor_aos()->barrier(); }

#ifdef __cplusplus
}
#endif

#endif

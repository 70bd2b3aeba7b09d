/* Ranks fail at random before any of their calls: at_random [SEED [SEEDS]]. In each round the living
   exchange messages of all modes and lengths, call a collective, agree and shrink. Every message between living ranks
   arrives; what they agree on, and who is left, is the same at all of them. */
#include "check.h"

enum { rounds = 12, messages = 3, longest = 70000, most = messages * 64 };

static unsigned seed, own;
static int life; /* calls until this rank fails */

/* Before each call. */
static void live(void) {
    if (--life != 0) return;
    if (own % 3 == 0) pass_time();
    if (own % 5 == 0) kill(getpid(), SIGKILL);
    die();
}

/* What a member sends in a round, as all know it. */
struct Message {
    int from, to, bytes, is_open; /* open: received from any source */
};
static struct Message message_of(int round, const int* members, int count, int member, int index) {
    unsigned drawn = seed * 31u + (unsigned)(round * 1009 + members[member] * 97 + index * 7919);
    next_random(&drawn);
    const int to = members[next_random(&drawn) % (unsigned)count], kind = (int)(next_random(&drawn) % 8);
    const int bytes = kind < 4 ? (int)(next_random(&drawn) % 200) : kind < 6 ? 5000 : kind < 7 ? 20000 : longest;
    return (struct Message){members[member], to, bytes, next_random(&drawn) % 4 == 0};
}

static int has_failed(int other) {
    MPI_Group all, failed;
    int found;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPIX_Comm_get_failed(MPI_COMM_WORLD, &failed);
    MPI_Group_translate_ranks(all, 1, &other, failed, &found);
    MPI_Group_free(&all);
    MPI_Group_free(&failed);
    return found != MPI_UNDEFINED;
}

/* One message of the round, in or out. */
struct Transfer {
    struct Message message;
    char* bytes;
    int is_receive, is_over;
};

static void conclude(struct Transfer* it, int error, int round) {
    const struct Message* one = &it->message;
    const int found = class_of(error), other = it->is_receive ? one->from : one->to;
    if (found == MPI_ERR_PENDING) return;
    if (found == MPIX_ERR_PROC_FAILED_PENDING) {
        expect(one->is_open && it->is_receive, "seed %u, round %d: pending, but not from any source", seed, round);
        MPIX_Comm_failure_ack(MPI_COMM_WORLD);
        return;
    }
    it->is_over = 1;
    if (found == MPI_SUCCESS)
        expect(!it->is_receive || is_filled(it->bytes, one->bytes, one->from),
               "seed %u, round %d: wrong bytes of %d from %d", seed, round, one->bytes, one->from);
    else
        expect(found == MPIX_ERR_PROC_FAILED && has_failed(other), "seed %u, round %d: %s, but %d is alive", seed, round,
               name_of(found), other);
}

/* Receives from any source of messages whose senders have failed, which are acknowledged. */
static void give_up(struct Transfer* transfers, MPI_Request* requests, int count, int round) {
    for (int at = 0; at < count; ++at) {
        const struct Message* one = &transfers[at].message;
        MPI_Status status;
        int cancelled;
        if (transfers[at].is_over || !transfers[at].is_receive || !one->is_open || !has_failed(one->from)) continue;
        MPI_Cancel(&requests[at]);
        /* A part of it may have come. */
        const int error = MPI_Wait(&requests[at], &status);
        transfers[at].is_over = 1;
        if (class_of(error) == MPIX_ERR_PROC_FAILED) continue;
        expect_class(error, MPI_SUCCESS, "MPI_Wait of a receive that was given up");
        MPI_Test_cancelled(&status, &cancelled);
        if (!cancelled)
            expect(is_filled(transfers[at].bytes, one->bytes, one->from), "seed %u, round %d: wrong bytes", seed, round);
    }
}

static void complete(struct Transfer* transfers, MPI_Request* requests, int count, int round) {
    static MPI_Status statuses[2 * most];
    static int places[2 * most];
    for (int rest = count; rest > 0;) {
        int error, done = 0, at = 0;
        live();
        switch (next_random(&own) % 4) {
        case 0:
            while (transfers[at].is_over) ++at;
            error = MPI_Wait(&requests[at], MPI_STATUS_IGNORE);
            conclude(&transfers[at], error, round);
            break;
        case 1:
            error = MPI_Waitany(count, requests, &at, MPI_STATUS_IGNORE);
            conclude(&transfers[at], error, round);
            break;
        case 2:
            error = MPI_Waitsome(count, requests, &done, places, statuses);
            for (int one = 0; one < done; ++one)
                conclude(&transfers[places[one]], error == MPI_SUCCESS ? MPI_SUCCESS : statuses[one].MPI_ERROR, round);
            break;
        default:
            error = MPI_Waitall(count, requests, statuses);
            for (int one = 0; one < count; ++one)
                if (!transfers[one].is_over)
                    conclude(&transfers[one], error == MPI_SUCCESS ? MPI_SUCCESS : statuses[one].MPI_ERROR, round);
        }
        give_up(transfers, requests, count, round);
        rest = 0;
        for (int one = 0; one < count; ++one) rest += !transfers[one].is_over;
    }
}

static void exchange(const int* members, int count, int round) {
    static struct Transfer transfers[2 * most];
    static MPI_Request requests[2 * most];
    int begun = 0;
    for (int sends = 0; sends < 2; ++sends) {
        for (int member = 0; member < count; ++member) {
            for (int index = 0; index < messages; ++index) {
                const struct Message one = message_of(round, members, count, member, index);
                if ((sends ? one.from : one.to) != rank) continue;
                struct Transfer* const it = &transfers[begun];
                const int tag = (round * 64 + one.from) * messages + index;
                *it = (struct Transfer){one, malloc((size_t)one.bytes + 1), !sends, 0};
                live();
                if (sends) {
                    fill(it->bytes, one.bytes, rank);
                    (next_random(&own) % 2 ? MPI_Isend : MPI_Issend)(it->bytes, one.bytes, MPI_CHAR, one.to, tag,
                                                                     MPI_COMM_WORLD, &requests[begun]);
                } else {
                    memset(it->bytes, 0, (size_t)one.bytes);
                    MPI_Irecv(it->bytes, one.bytes, MPI_CHAR, one.is_open ? MPI_ANY_SOURCE : one.from, tag,
                              MPI_COMM_WORLD, &requests[begun]);
                }
                ++begun;
            }
        }
    }
    complete(transfers, requests, begun, round);
    for (int one = 0; one < begun; ++one) free(transfers[one].bytes);
}

/* Of all members, or an error. */
static int sum_up(MPI_Comm comm, int members, int round) {
    int value = 1, sum = -1, all[64], error;
    live();
    switch ((seed + (unsigned)round) % 4) {
    case 0:
        error = MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, comm);
        break;
    case 1:
        error = MPI_Allgather(&value, 1, MPI_INT, all, 1, MPI_INT, comm);
        sum = 0;
        for (int at = 0; at < members; ++at) sum += error == MPI_SUCCESS ? all[at] : 0;
        break;
    case 2:
        error = MPI_Reduce(&value, &sum, 1, MPI_INT, MPI_SUM, 0, comm);
        if (error == MPI_SUCCESS) error = MPI_Bcast(&sum, 1, MPI_INT, 0, comm);
        break;
    default:
        error = MPI_Barrier(comm);
        sum = members;
    }
    if (error == MPI_SUCCESS)
        expect(sum == members, "seed %u, round %d: the sum of %d is %d", seed, round, members, sum);
    else
        expect(is_of_failure(error), "seed %u, round %d: %s", seed, round, name_of(class_of(error)));
    return error;
}

static int agreed(MPI_Comm comm, int* flag, int round) {
    MPI_Request request;
    live();
    if (round % 2) return MPIX_Comm_agree(comm, flag);
    MPIX_Comm_iagree(comm, flag, &request);
    live();
    return MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* The living members, of which every one has the same `got`. */
static MPI_Comm next_of(MPI_Comm comm, unsigned got, int round) {
    MPI_Comm next = MPI_COMM_NULL;
    MPI_Request request;
    live();
    if (round % 3) {
        next = shrunk(comm);
    } else {
        MPIX_Comm_ishrink(comm, &next, &request);
        live();
        expect_class(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS, "MPIX_Comm_ishrink");
    }
    int members;
    unsigned ends[2], greatest[2] = {0, 0};
    MPI_Comm_size(next, &members);
    got = got * 64 + (unsigned)members;
    ends[0] = got;
    ends[1] = ~got;
    if (MPI_Allreduce(ends, greatest, 2, MPI_UNSIGNED, MPI_MAX, next) == MPI_SUCCESS)
        expect(greatest[0] == ~greatest[1], "seed %u, round %d: %x to %x are the same", seed, round, ~greatest[1],
               greatest[0]);
    return next;
}

static int members_of(MPI_Comm comm, int* members) {
    MPI_Group own_group, all;
    int count, numbers[64];
    MPI_Comm_size(comm, &count);
    for (int at = 0; at < count; ++at) numbers[at] = at;
    MPI_Comm_group(comm, &own_group);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_translate_ranks(own_group, count, numbers, all, members);
    MPI_Group_free(&own_group);
    MPI_Group_free(&all);
    return count;
}

int main(int argc, char** argv) {
    start(&argc, &argv);
    seed = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
    own = seed * 7919u + (unsigned)rank * 104729u;
    next_random(&own);
    /* One of them stays, most fail. */
    life = rank == (int)(seed % (unsigned)size) ? -1 : (int)(next_random(&own) % (rounds * 10)) + 1;
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    meet(comm);
    for (int round = 0; round < rounds; ++round) {
        int members[64], flag = (int)next_random(&own), first = flag;
        const int count = members_of(comm, members);
        exchange(members, count, round);
        int error = sum_up(comm, count, round);
        if (error != MPI_SUCCESS) {
            flag = first &= ~1;
            if (own % 2) MPIX_Comm_revoke(comm);
        } else {
            flag = first |= 1;
        }
        if (error == MPI_SUCCESS || own % 3 == 0) MPIX_Comm_failure_ack(comm);
        if (error != MPI_SUCCESS) MPIX_Comm_revoke(comm);
        error = agreed(comm, &flag, round);
        expect((flag & ~first) == 0, "seed %u, round %d: %x of %x", seed, round, (unsigned)flag, (unsigned)first);
        MPI_Comm next = next_of(comm, (unsigned)flag * 2 + (error != MPI_SUCCESS), round);
        MPI_Comm_free(&comm);
        comm = next;
    }
    MPI_Comm_free(&comm);
    return finish();
}

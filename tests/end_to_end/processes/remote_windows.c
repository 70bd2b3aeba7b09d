// Long puts and gets between processes, all of which are complete and right when the epoch, a flush or a request says
// so, and what becomes of a run meanwhile (remote_reads.sh). The argument says what: "long", "stuck",
// "refused" or nothing.
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { longest = 3 << 20, words = 40000 };

static int rank, ranks, next, before, errors;

static unsigned char byte_of(int from, int number, int index) {
    return (unsigned char)(from * 31 + number * 7 + index % 251);
}
static void fill(unsigned char* data, int from, int number, int bytes) {
    for (int index = 0; index < bytes; ++index) data[index] = byte_of(from, number, index);
}
static int is_filled(const unsigned char* data, int from, int number, int bytes) {
    for (int index = 0; index < bytes; ++index)
        if (data[index] != byte_of(from, number, index)) return 0;
    return 1;
}
static void check(int condition, const char* what, int number) {
    if (condition) return;
    ++errors;
    printf("rank %d, %d: %s\n", rank, number, what);
}

static MPI_Win window_of(unsigned char** memory, int bytes) {
    MPI_Win window;
    MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, memory, &window);
    return window;
}

// Of all lengths, in both directions at once.
static void by_fences(void) {
    unsigned char *memory, *in = malloc(longest), *out = malloc(longest);
    MPI_Win window = window_of(&memory, 2 * longest);
    fill(memory, rank, 1, longest);
    fill(out, rank, 2, longest);
    for (int bytes = 100; bytes <= longest; bytes *= 5) {
        MPI_Win_fence(0, window);
        MPI_Get(in, bytes, MPI_BYTE, next, 0, bytes, MPI_BYTE, window);
        MPI_Put(out, bytes, MPI_BYTE, next, longest, bytes, MPI_BYTE, window);
        MPI_Win_fence(0, window);
        check(is_filled(in, next, 1, bytes), "a get", bytes);
        check(is_filled(memory + longest, before, 2, bytes), "a put", bytes);
    }
    MPI_Win_free(&window);
    free(in);
    free(out);
}

// The data of a put may change after its request, or a local flush; what was put stays.
static void by_requests(void) {
    enum { bytes = 100000, puts = 8 };
    unsigned char *memory, *in[puts], *out = malloc(puts * bytes);
    MPI_Request requests[2 * puts];
    MPI_Win window = window_of(&memory, 2 * puts * bytes);
    for (int one = 0; one < puts; ++one) fill(memory + one * bytes, rank, one, bytes);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, window);
    for (int one = 0; one < puts; ++one) {
        in[one] = malloc(bytes);
        fill(out + one * bytes, rank, puts + one, bytes);
        MPI_Rget(in[one], bytes, MPI_BYTE, next, one * bytes, bytes, MPI_BYTE, window, &requests[2 * one]);
        MPI_Rput(out + one * bytes, bytes, MPI_BYTE, next, (puts + one) * bytes, bytes, MPI_BYTE, window,
                 &requests[2 * one + 1]);
    }
    MPI_Waitall(2 * puts, requests, MPI_STATUSES_IGNORE);
    memset(out, 0, puts * bytes);
    for (int one = 0; one < puts; ++one) {
        check(is_filled(in[one], next, one, bytes), "a requested get", one);
        free(in[one]);
    }
    MPI_Win_flush_all(window);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int one = 0; one < puts; ++one)
        check(is_filled(memory + (puts + one) * bytes, before, puts + one, bytes), "a requested put", one);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int round = 0; round < puts; ++round) {
        fill(out, rank, round, bytes);
        MPI_Put(out, bytes, MPI_BYTE, next, round * bytes, bytes, MPI_BYTE, window);
        MPI_Win_flush_local(next, window);
    }
    MPI_Win_unlock_all(window);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int round = 0; round < puts; ++round)
        check(is_filled(memory + round * bytes, before, round, bytes), "a put behind a local flush", round);
    MPI_Win_free(&window);
    free(out);
}

// Each rank adds 1 to all numbers of rank 0's under the lock.
static void under_locks(void) {
    enum { rounds = 5 };
    int *memory, *own = malloc(words * sizeof(int));
    MPI_Win window;
    MPI_Win_allocate(words * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
    for (int word = 0; word < words; ++word) memory[word] = word;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int round = 0; round < rounds; ++round) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
        MPI_Get(own, words, MPI_INT, 0, 0, words, MPI_INT, window);
        MPI_Win_flush(0, window);
        for (int word = 0; word < words; ++word) ++own[word];
        MPI_Put(own, words, MPI_INT, 0, 0, words, MPI_INT, window);
        MPI_Win_unlock(0, window);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    int wrong = 0;
    for (int word = 0; rank == 0 && word < words; ++word) wrong += memory[word] != word + rounds * ranks;
    check(wrong == 0, "numbers under a lock", wrong);
    MPI_Win_free(&window);
    free(own);
}

// With gaps at one side or the other.
static void with_gaps(void) {
    int *memory, *in = calloc(2 * words, sizeof(int)), *out = calloc(2 * words, sizeof(int));
    MPI_Win window;
    MPI_Datatype every_other;
    MPI_Type_vector(words, 1, 2, MPI_INT, &every_other);
    MPI_Type_commit(&every_other);
    MPI_Win_allocate(4 * words * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
    for (int word = 0; word < 2 * words; ++word) memory[word] = rank + word;
    for (int word = 0; word < 2 * words; ++word) out[word] = rank + 3 * word;
    MPI_Win_fence(0, window);
    MPI_Get(in, 1, every_other, next, 0, words, MPI_INT, window);
    MPI_Put(out, words, MPI_INT, next, 2 * words, 1, every_other, window);
    MPI_Win_fence(0, window);
    int wrong = 0;
    for (int word = 0; word < words; ++word)
        wrong += in[2 * word] != next + word || memory[2 * words + 2 * word] != before + 3 * word;
    check(wrong == 0, "data with gaps", wrong);
    MPI_Type_free(&every_other);
    MPI_Win_free(&window);
    free(in);
    free(out);
}

// By the call, where memory is shared, or when it is complete.
static void check_range_error(int of_call, int of_flush, const char* what) {
    int class = MPI_SUCCESS;
    MPI_Error_class(of_call != MPI_SUCCESS ? of_call : of_flush, &class);
    check(class == MPI_ERR_RMA_RANGE, what, class);
}

// What the target alone can see to be outside of its memory.
static void out_of_range(void) {
    MPI_Win window;
    unsigned char *memory = malloc(longest), *other = malloc(longest);
    MPI_Aint address, theirs;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_set_errhandler(window, MPI_ERRORS_RETURN);
    MPI_Win_attach(window, memory, longest);
    MPI_Get_address(memory, &address);
    MPI_Sendrecv(&address, 1, MPI_AINT, before, 0, &theirs, 1, MPI_AINT, next, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    fill(memory, rank, 3, longest);
    fill(other, rank, 4, longest);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, next, 0, window);
    int code = MPI_Get(other, longest, MPI_BYTE, next, theirs + 1, longest, MPI_BYTE, window);
    check_range_error(code, MPI_Win_flush(next, window), "a get that is out of range");
    code = MPI_Put(other, longest, MPI_BYTE, next, theirs + 1, longest, MPI_BYTE, window);
    check_range_error(code, MPI_Win_flush(next, window), "a put that is out of range");
    check(is_filled(other, rank, 4, longest), "written by a get that is out of range", 0);
    MPI_Get(other, longest - 1, MPI_BYTE, next, theirs + 1, longest - 1, MPI_BYTE, window);
    check(MPI_Win_unlock(next, window) == MPI_SUCCESS, "a get behind errors", 0);
    check(other[0] == byte_of(next, 3, 1) && other[longest - 2] == byte_of(next, 3, longest - 1), "its data", 0);
    MPI_Barrier(MPI_COMM_WORLD);
    check(is_filled(memory, rank, 3, longest), "written by a put that is out of range", 0);
    MPI_Win_detach(window, memory);
    MPI_Win_free(&window);
    free(memory);
    free(other);
}

// All ranks wait for longer than the census does.
static void slow_get(void) {
    enum { bytes = 256 << 20 };
    unsigned char *memory, *in = malloc(bytes);
    MPI_Win window = window_of(&memory, bytes);
    memset(memory, rank + 1, bytes);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, next, 0, window);
    if (rank == 0) MPI_Get(in, bytes, MPI_BYTE, next, 0, bytes, MPI_BYTE, window);
    MPI_Win_unlock(next, window);
    check(rank > 0 || (in[0] == next + 1 && in[bytes - 1] == next + 1), "a slow get", bytes);
    MPI_Win_free(&window);
    free(in);
}

// The system does not let this process copy from and to others.
static void refuse_copies(void) {
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_readv, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_writev, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    check(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
              syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0,
          "no filter of system calls", 0);
}

int main(int argc, char** argv) {
    const char* mode = argc > 1 ? argv[1] : "";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    next = (rank + 1) % ranks;
    before = (rank + ranks - 1) % ranks;
    if (strcmp(mode, "long") == 0) slow_get();
    if (strcmp(mode, "refused") == 0 && rank == 0) refuse_copies();
    by_fences();
    by_requests();
    under_locks();
    with_gaps();
    out_of_range();
    if (strcmp(mode, "stuck") == 0) MPI_Recv(&rank, 1, MPI_INT, next, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    printf("rank %d of %d: %s\n", rank, ranks, errors == 0 ? "ok" : "wrong");
    MPI_Finalize();
    return errors != 0;
}

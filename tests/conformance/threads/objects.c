// Threads of a rank create, use and free objects at once: datatypes, groups, operations, infos, keyvals,
// error handlers, requests, error codes (MPI-5.0 sections 5, 6.9, 7, 9.3, 9.5, 10 and 11.6).
// flags: -pthread
#include "../common/threads.h"

#ifdef ORACLE
enum { rounds = 100 };
#else
enum { rounds = 300 };
#endif
enum { elements = 12, classes = 5 };

static MPI_Comm comms[threads]; // where errors are raised
static MPI_Comm talks[threads];
static int added[threads][classes], codes[threads][classes];
static _Thread_local int handled, current = -1;

static void fill_ints(int* data, int count, int first) {
    for (int index = 0; index < count; ++index) data[index] = first + index;
}

// Every second int, sent to this rank itself and packed.
static void use_datatypes(int thread, int round) {
    MPI_Datatype every_second, pair, copy;
    int out[2 * elements], in[2 * elements], bytes = -1, position = 0, read = 0, wrong = 0;
    char packed[sizeof out];
    MPI_Aint lower = -1, extent = -1;
    fill_ints(out, 2 * elements, 1000 * thread + round);
    memset(in, 0xff, sizeof in);
    MPI_Type_vector(elements, 1, 2, MPI_INT, &every_second);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_create_resized(every_second, 0, (MPI_Aint)sizeof out, &copy);
    MPI_Type_commit(&every_second), MPI_Type_commit(&pair), MPI_Type_commit(&copy);
    MPI_Type_size(copy, &bytes);
    MPI_Type_get_extent(copy, &lower, &extent);
    CHECK(bytes == elements * (int)sizeof(int) && lower == 0 && extent == (MPI_Aint)sizeof out);
    MPI_Sendrecv(out, 1, every_second, rank, 0, in, 1, copy, rank, 0, talks[thread], MPI_STATUS_IGNORE);
    for (int index = 0; index < 2 * elements - 1; ++index)
        wrong += in[index] != (index % 2 == 0 ? out[index] : -1);
    MPI_Pack(out, elements, pair, packed, sizeof packed, &position, talks[thread]);
    MPI_Type_free(&pair);
    MPI_Unpack(packed, position, &read, in, 2 * elements, MPI_INT, talks[thread]);
    CHECK(wrong == 0 && read == position && memcmp(in, out, sizeof in) == 0);
    MPI_Type_free(&every_second), MPI_Type_free(&copy);
    CHECK(copy == MPI_DATATYPE_NULL);
}

static void use_groups(int thread) {
    MPI_Group all, one, rest, both;
    int chosen = (rank + thread) % size, count = -1, translated = -1, zero = 0, result = -1;
    MPI_Comm_group(talks[thread], &all);
    MPI_Group_incl(all, 1, &chosen, &one);
    MPI_Group_excl(all, 1, &chosen, &rest);
    MPI_Group_union(one, rest, &both);
    MPI_Group_size(both, &count);
    MPI_Group_translate_ranks(both, 1, &zero, all, &translated);
    CHECK(count == size && translated == chosen);
    MPI_Group_compare(both, all, &result);
    CHECK(chosen == 0 ? result == MPI_IDENT : result == MPI_SIMILAR);
    MPI_Group_free(&all), MPI_Group_free(&one), MPI_Group_free(&rest), MPI_Group_free(&both);
    CHECK(both == MPI_GROUP_NULL);
}

// Called in the thread that reduces.
static void add_and_mark(void* in, void* inout, int* count, MPI_Datatype* type) {
    (void)type;
    for (int index = 0; index < *count; ++index) ((int*)inout)[index] += ((int*)in)[index] + current;
}

static void use_operations(int thread) {
    MPI_Op op = MPI_OP_NULL;
    int in[elements], inout[elements], commutes = -1, wrong = 0;
    fill_ints(in, elements, thread), fill_ints(inout, elements, 100);
    MPI_Op_create(add_and_mark, 1, &op);
    MPI_Op_commutative(op, &commutes);
    MPI_Reduce_local(in, inout, elements, MPI_INT, op);
    for (int index = 0; index < elements; ++index) wrong += inout[index] != 100 + 2 * index + 2 * thread;
    CHECK(commutes == 1 && wrong == 0);
    MPI_Op_free(&op);
    CHECK(op == MPI_OP_NULL);
}

static void use_infos(int thread, int round) {
    MPI_Info info, copy;
    char value[40], got[40] = "";
    int flag = 0, keys = -1;
    MPI_Info_create(&info);
    sprintf(value, "%d of %d", round, thread);
    MPI_Info_set(info, "round", value);
    MPI_Info_set(info, "thread", "any");
    MPI_Info_dup(info, &copy);
    MPI_Info_delete(info, "round");
    MPI_Info_free(&info);
    MPI_Info_get(copy, "round", (int)sizeof got - 1, got, &flag);
    MPI_Info_get_nkeys(copy, &keys);
    CHECK(flag && strcmp(value, got) == 0 && keys == 2);
    MPI_Info_free(&copy);
}

static int copy_type_attribute(MPI_Datatype type, int keyval, void* extra, void* value, void* copy,
                               int* flag) {
    (void)type, (void)keyval, (void)extra;
    *(void**)copy = (char*)value + 1;
    *flag = 1;
    return MPI_SUCCESS;
}

static int delete_type_attribute(MPI_Datatype type, int keyval, void* value, void* extra) {
    (void)type, (void)keyval, (void)value;
    ++*(int*)extra;
    return MPI_SUCCESS;
}

static void use_keyvals(void) {
    char values[2];
    void* found = NULL;
    int keyval = MPI_KEYVAL_INVALID, flag = 0, count = 0;
    MPI_Datatype type, copy;
    MPI_Type_create_keyval(copy_type_attribute, delete_type_attribute, &keyval, &count);
    MPI_Type_contiguous(3, MPI_CHAR, &type);
    MPI_Type_set_attr(type, keyval, values);
    MPI_Type_dup(type, &copy);
    MPI_Type_get_attr(copy, keyval, &found, &flag);
    CHECK(flag && found == values + 1);
    MPI_Type_free(&type), MPI_Type_free(&copy);
    MPI_Type_free_keyval(&keyval);
    CHECK(count == 2 && keyval == MPI_KEYVAL_INVALID);
}

// Called in the thread whose call fails.
static void handle(MPI_Comm* comm, int* code, ...) {
    CHECK(current >= 0 && *comm == comms[current] && *code != MPI_SUCCESS);
    ++handled;
}

static void use_error_handlers(int thread) {
    MPI_Errhandler handler, found;
    const int before = handled;
    MPI_Comm_create_errhandler(handle, &handler);
    MPI_Comm_set_errhandler(comms[thread], handler);
    MPI_Comm_get_errhandler(comms[thread], &found);
    CHECK(found == handler);
    MPI_Errhandler_free(&handler), MPI_Errhandler_free(&found);
    MPI_Comm_call_errhandler(comms[thread], MPI_ERR_OTHER);
    CHECK(handled == before + 1);
    CHECK_ERROR(MPI_ERR_RANK, MPI_Send(NULL, 0, MPI_INT, size, 0, comms[thread]));
    CHECK(handled == before + 2);
    MPI_Comm_set_errhandler(comms[thread], MPI_ERRORS_RETURN);
    MPI_Comm_call_errhandler(comms[thread], MPI_ERR_OTHER);
    CHECK(handled == before + 2);
}

static void use_requests(int thread, int round) {
    MPI_Request requests[4];
    int out[2] = {round, thread}, in[2] = {-1, -1};
    MPI_Send_init(&out[0], 1, MPI_INT, rank, 1, talks[thread], &requests[0]);
    MPI_Recv_init(&in[0], 1, MPI_INT, rank, 1, talks[thread], &requests[1]);
    MPI_Irecv(&in[1], 1, MPI_INT, rank, 2, talks[thread], &requests[2]);
    MPI_Isend(&out[1], 1, MPI_INT, rank, 2, talks[thread], &requests[3]);
    MPI_Startall(2, requests);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    CHECK(in[0] == round && in[1] == thread);
    CHECK(requests[0] != MPI_REQUEST_NULL && requests[2] == MPI_REQUEST_NULL);
    MPI_Request_free(&requests[0]), MPI_Request_free(&requests[1]);
    CHECK(requests[0] == MPI_REQUEST_NULL);
}

static void use_memory(int thread) {
    char* memory = NULL;
    MPI_Alloc_mem(1000, MPI_INFO_NULL, &memory);
    memset(memory, thread, 1000);
    MPI_Free_mem(memory);
}

static void add_errors(int thread) {
    char text[MPI_MAX_ERROR_STRING];
    for (int index = 0; index < classes; ++index) {
        MPI_Add_error_class(&added[thread][index]);
        MPI_Add_error_code(added[thread][index], &codes[thread][index]);
        sprintf(text, "error %d of thread %d", index, thread);
        MPI_Add_error_string(codes[thread][index], text);
    }
}

// All are different, and have the texts of their threads.
static void check_errors(void) {
    char text[MPI_MAX_ERROR_STRING], got[MPI_MAX_ERROR_STRING];
    int length, different = 1;
    for (int one = 0; one < threads * classes; ++one) {
        const int thread = one / classes, index = one % classes;
        for (int other = 0; other < one; ++other)
            different &= added[thread][index] != added[other / classes][other % classes] &&
                         codes[thread][index] != codes[other / classes][other % classes];
        CHECK(class_of(codes[thread][index]) == added[thread][index]);
        MPI_Error_string(codes[thread][index], got, &length);
        sprintf(text, "error %d of thread %d", index, thread);
        CHECK(strcmp(text, got) == 0);
    }
    CHECK(different);
}

static void use_all(int thread) {
    current = thread;
    for (int round = 0; round < rounds; ++round)
        for (int step = 0; step < 8; ++step) switch ((step + thread * 2 + round) % 8) {
            case 0:
                use_datatypes(thread, round);
                break;
            case 1:
                use_groups(thread);
                break;
            case 2:
                use_operations(thread);
                break;
            case 3:
                use_infos(thread, round);
                break;
            case 4:
                use_keyvals();
                break;
            case 5:
                use_error_handlers(thread);
                break;
            case 6:
                use_requests(thread, round);
                break;
            default:
                use_memory(thread);
            }
    current = -1;
}

int main(int argc, char** argv) {
    begin_threads(&argc, &argv);
    for (int thread = 0; thread < threads; ++thread) {
        MPI_Comm_dup(MPI_COMM_WORLD, &comms[thread]);
        MPI_Comm_dup(MPI_COMM_WORLD, &talks[thread]);
    }
    run_threads(use_all);
    run_other_threads(add_errors);
    check_errors();
    run_other_threads(use_all);
    for (int thread = 0; thread < threads; ++thread)
        MPI_Comm_free(&comms[thread]), MPI_Comm_free(&talks[thread]);
    return end_of_threads("objects of threads");
}

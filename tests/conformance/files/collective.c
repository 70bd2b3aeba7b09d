// Collective accesses in all forms: interleaved small pieces with and without gaps, ranks without data, several
// requests at once, hints, atomic mode, large counts (MPI-5.0 sections 14.4 and 14.6.1).
// ranks: 1 2 5 16
// oracle: mpich
#include "../common/files.h"

enum { pieces = 3000 };

static char name[name_length];

static MPI_Datatype interleaved(int number, int stride) {
    MPI_Datatype vector, type;
    MPI_Type_contiguous(number, MPI_INT, &vector);
    MPI_Type_create_resized(vector, 0, (MPI_Aint)sizeof(int) * stride, &type);
    MPI_Type_commit(&type);
    MPI_Type_free(&vector);
    return type;
}

static int content(int whose, int index) {
    return (int)mixed((unsigned)(whose * 100000 + index));
}

// `length` ints of each rank in turn, behind each turn a gap.
static void turns(int length, int gap, const char* key, const char* value) {
    static int own[pieces], found[pieces];
    const int turn = length * size + gap;
    MPI_Info info;
    MPI_Info_create(&info);
    if (key != NULL) MPI_Info_set(info, key, value);
    MPI_File file;
    MPI_Status status;
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDWR, info, &file);
    MPI_Info_free(&info);
    // What is in the gaps stays.
    MPI_File_set_size(file, 0);
    const int marks = pieces / length * turn;
    if (rank == 0) {
        int* mark = malloc(sizeof(int) * (size_t)marks);
        for (int index = 0; index < marks; ++index) mark[index] = -1 - index;
        MPI_File_write_at(file, 0, mark, marks, MPI_INT, &status);
        free(mark);
    }
    settle(file);
    MPI_Datatype type = interleaved(length, turn);
    MPI_File_set_view(file, (MPI_Offset)sizeof(int) * length * rank, MPI_INT, type, "native", MPI_INFO_NULL);
    const int count = rank % 4 == 3 ? 0 : pieces / length * length;
    for (int index = 0; index < count; ++index) own[index] = content(rank, index);
    spoil(&status);
    MPI_File_write_all(file, own, count, MPI_INT, &status);
    CHECK(count_of(&status, MPI_INT) == count);
    settle(file);
    memset(found, 0, sizeof found);
    MPI_File_read_at_all(file, 0, found, count, MPI_INT, &status);
    CHECK(count_of(&status, MPI_INT) == count);
    CHECK(memcmp(found, own, sizeof(int) * (size_t)count) == 0);
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    int* all = malloc(sizeof(int) * (size_t)marks);
    MPI_File_read_at_all(file, 0, all, marks, MPI_INT, &status);
    CHECK(count_of(&status, MPI_INT) == marks);
    int wrong = 0;
    for (int index = 0; index < marks; ++index) {
        const int place = index % turn, whose = place / length;
        const int is_own = whose < size && whose % 4 != 3;
        const int expected =
            is_own ? content(whose, index / turn * length + place % length) : -1 - index;
        wrong += all[index] != expected;
    }
    CHECK(wrong == 0);
    free(all);
    MPI_Type_free(&type);
    MPI_File_close(&file);
}

// Several under way at once, completed in another order.
static void requests(void) {
    enum { number = 6, length = 500 };
    static int own[number][length], found[number][length];
    MPI_Request request[2 * number];
    MPI_Status status[2 * number];
    MPI_File file = opened(name, MPI_MODE_RDWR);
    MPI_Datatype type = interleaved(1, size);
    MPI_File_set_size(file, 0);
    MPI_File_set_view(file, (MPI_Offset)sizeof(int) * rank, MPI_INT, type, "native", MPI_INFO_NULL);
    for (int one = 0; one < number; ++one)
        for (int index = 0; index < length; ++index) own[one][index] = content(rank, one * length + index);
    for (int one = 0; one < number; ++one)
        one < number / 2
            ? MPI_File_iwrite_all(file, own[one], length, MPI_INT, &request[one])
            : MPI_File_iwrite_at_all(file, (MPI_Offset)one * length, own[one], length, MPI_INT, &request[one]);
    // The individual pointer counts those alone that use it.
    MPI_Offset position = -1;
    MPI_File_get_position(file, &position);
    CHECK(position == number / 2 * length);
    for (int one = number - 1; one >= 0; --one) {
        MPI_Wait(&request[one], &status[one]);
        CHECK(count_of(&status[one], MPI_INT) == length);
    }
    settle(file);
    for (int one = 0; one < number; ++one) {
        MPI_File_iread_at_all(file, (MPI_Offset)one * length, found[one], length, MPI_INT, &request[2 * one]);
        MPI_File_iread_at(file, (MPI_Offset)one * length, found[one], 0, MPI_INT, &request[2 * one + 1]);
    }
    MPI_Waitall(2 * number, request, status);
    for (int one = 0; one < number; ++one) {
        CHECK(count_of(&status[2 * one], MPI_INT) == length && count_of(&status[2 * one + 1], MPI_INT) == 0);
        CHECK(memcmp(found[one], own[one], sizeof found[one]) == 0);
    }
    MPI_Type_free(&type);
    MPI_File_close(&file);
}

// Overlapping atomic writes: the result is that of one of them.
static void atomic(void) {
    enum { length = 3000 };
    static char own[length];
    MPI_File file = opened(name, MPI_MODE_RDWR);
    MPI_File_set_atomicity(file, 1);
    for (int round = 0; round < 10; ++round) {
        memset(own, 'a' + rank, sizeof own);
        if (round % 2 == 0)
            MPI_File_write_at(file, 0, own, length, MPI_CHAR, MPI_STATUS_IGNORE);
        else
            MPI_File_write_at_all(file, 0, own, length, MPI_CHAR, MPI_STATUS_IGNORE);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_File_read_at(file, 0, own, length, MPI_CHAR, MPI_STATUS_IGNORE);
        for (int index = 1; index < length; ++index)
            if (own[index] != own[0]) {
                CHECK(!"one rank's bytes");
                break;
            }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_File_close(&file);
}

// Many small pieces of all ranks in several windows, from and to memory with gaps; a read goes on behind the end
// of the file.
static void many_windows(int pieces, int length, const char* hint, const char* value) {
    const int ints = pieces * length;
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "romio_cb_write", "enable");
    MPI_Info_set(info, "romio_cb_read", "enable");
    MPI_Info_set(info, hint, value);
    MPI_File file;
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDWR, info, &file);
    MPI_Info_free(&info);
    MPI_File_set_size(file, 0);
    MPI_Datatype type = interleaved(length, length * size), every_second, gaps;
    MPI_File_set_view(file, (MPI_Offset)sizeof(int) * length * rank, MPI_INT, type, "native", MPI_INFO_NULL);
    MPI_Type_vector(ints, 1, 2, MPI_INT, &every_second);
    MPI_Type_create_resized(every_second, 0, (MPI_Aint)sizeof(int) * 2 * ints, &gaps);
    MPI_Type_commit(&gaps);
    int* own = malloc(sizeof(int) * 4 * (size_t)ints);
    for (int index = 0; index < 4 * ints; ++index) own[index] = index % 2 == 0 ? content(rank, index / 2) : -7;
    MPI_Status status;
    MPI_File_write_at_all(file, 0, own, 1, gaps, &status);
    CHECK(count_of(&status, MPI_INT) == ints);
    settle(file);
    for (int index = 0; index < 4 * ints; ++index) own[index] = -7;
    MPI_File_read_at_all(file, 0, own, 2, gaps, &status);
    CHECK_BUT_MPICH(count_of(&status, MPI_INT) == ints);
    int wrong = 0;
    for (int index = 0; index < 4 * ints; ++index)
        wrong += own[index] != (index % 2 == 0 && index < 2 * ints ? content(rank, index / 2) : -7);
    CHECK_BUT_MPICH(wrong == 0);
    // The same bytes where another rank finds them one by one.
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_read_at_all(file, 0, own, ints, MPI_INT, &status);
    CHECK(count_of(&status, MPI_INT) == ints);
    wrong = 0;
    for (int index = 0; index < ints; ++index) {
        const int piece = index / length, whose = piece % size;
        wrong += own[index] != content(whose, piece / size * length + index % length);
    }
    CHECK(wrong == 0);
    free(own);
    MPI_Type_free(&type);
    MPI_Type_free(&every_second);
    MPI_Type_free(&gaps);
    MPI_File_close(&file);
}

static void large_counts(void) {
#if MPI_SINCE(4, 0)
    MPI_File file = opened(name, MPI_MODE_RDWR);
    double own[100], found[100];
    MPI_Status status;
    MPI_Count count = -1;
    for (int index = 0; index < 100; ++index) own[index] = rank + index / 1000.0;
    MPI_File_write_at_all_c(file, (MPI_Offset)sizeof own * rank, own, (MPI_Count)100, MPI_DOUBLE, &status);
    MPI_Get_count_c(&status, MPI_DOUBLE, &count);
    CHECK(count == 100);
    settle(file);
    MPI_File_seek(file, (MPI_Offset)sizeof own * right_of(rank), MPI_SEEK_SET);
    MPI_File_read_c(file, found, (MPI_Count)100, MPI_DOUBLE, &status);
    for (int index = 0; index < 100; ++index) CHECK(found[index] == right_of(rank) + index / 1000.0);
    MPI_File_close(&file);
#endif
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    let_errors_return();
    make_name(name);
    turns(1, 0, NULL, NULL);
    turns(1, 2, NULL, NULL);
    turns(50, 7, NULL, NULL);
    turns(10, 0, "cb_buffer_size", "4096");
    turns(3, 1, "cb_nodes", "3");
    turns(7, 3, "romio_cb_write", "disable");
    turns(7, 300, "romio_cb_write", "enable");
    many_windows(5000, 10, "cb_nodes", "2");
    many_windows(3000, 3, "cb_buffer_size", "65536");
    many_windows(2, 3, "cb_buffer_size", "4096");
    requests();
    atomic();
    large_counts();
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) unlink(name);
    return end_of_files("collective accesses");
}

// Exceptions that error handlers throw reach the caller, and MPI works afterwards.
// ranks: 2 4
#include "../common/program.h"
#include <stdexcept>

struct Failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};
static void throw_it(MPI_Comm*, int* code, ...) {
    throw Failure("error " + std::to_string(*code != MPI_SUCCESS));
}
static void throw_window(MPI_Win*, int*, ...) {
    throw Failure("window");
}
static void throw_file(MPI_File*, int*, ...) {
    throw Failure("file");
}

template <class Call>
static bool throws(Call call) {
    try {
        call();
    } catch (const Failure& failure) {
        return true;
    }
    return false;
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    MPI_Errhandler handler, of_window, of_file;
    MPI_Comm_create_errhandler(&throw_it, &handler);
    MPI_Win_create_errhandler(&throw_window, &of_window);
    MPI_File_create_errhandler(&throw_file, &of_file);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    int value = rank;
    for (int round = 0; round < 100; ++round) {
        CHECK(throws([&] { MPI_Send(&value, 1, MPI_INT, size + 3, 0, MPI_COMM_WORLD); }));
        CHECK(throws([&] { MPI_Bcast(&value, 1, MPI_INT, size + 1, MPI_COMM_WORLD); }));
        CHECK(throws([&] { MPI_Comm_rank(MPI_COMM_NULL, &value); }));
    }
    if (rank < 2) { // a message that is too long
        int numbers[4] = {1, 2, 3, 4};
        if (rank == 0) MPI_Send(numbers, 4, MPI_INT, 1, 5, MPI_COMM_WORLD);
        if (rank == 1)
            CHECK(throws([&] { MPI_Recv(numbers, 2, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }));
    }
    MPI_Win window;
    MPI_Win_create(&value, sizeof value, sizeof value, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_set_errhandler(window, of_window);
    MPI_Win_fence(0, window);
    CHECK(throws([&] { MPI_Put(&value, 1, MPI_INT, size + 5, 0, 1, MPI_INT, window); }));
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    MPI_File_set_errhandler(MPI_FILE_NULL, of_file);
    MPI_File file;
    CHECK(throws(
        [&] { MPI_File_open(MPI_COMM_SELF, "/no/such/file", MPI_MODE_RDONLY, MPI_INFO_NULL, &file); }));
    int sum = 0;
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(sum == size * (size - 1) / 2);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Errhandler_free(&handler);
    MPI_Errhandler_free(&of_window);
    MPI_Errhandler_free(&of_file);
    return end("exceptions of error handlers");
}

// Point-to-point messages inside a test: ranks of one process that send bytes by the MPI functions.
#pragma once

#include <functional>

#include "mpi_api/environment/init.hpp"
#include "mpi_api/point_to_point/completion.hpp"
#include "mpi_api/point_to_point/immediate.hpp"
#include "mpi_api/point_to_point/receive.hpp"
#include "mpi_api/point_to_point/send.hpp"
#include "mpi_api/point_to_point/status.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/ranks.hpp"

namespace sartor::test {

using FullMessages = TestProgram<feature::tags, feature::any_source, feature::any_tag, feature::immediate,
                                 feature::datatype_basic, feature::collective>;
using LeanMessages = TestProgram<feature::tags>;

// What a rank calls.
template <class Program>
struct Mpi {
    mpi::Call<Program> call{"test"};

    void send(const void* data, int bytes, int to, int tag) {
        mpi::send(call, data, bytes, MPI_BYTE, to, tag, MPI_COMM_WORLD);
    }
    MPI_Status receive(void* data, int bytes, int from, int tag) {
        MPI_Status status;
        mpi::recv(call, data, bytes, MPI_BYTE, from, tag, MPI_COMM_WORLD, &status);
        return status;
    }
    void start_send(const void* data, int bytes, int to, int tag, MPI_Request& request) {
        mpi::isend(call, data, bytes, MPI_BYTE, to, tag, MPI_COMM_WORLD, &request);
    }
    void start_receive(void* data, int bytes, int from, int tag, MPI_Request& request) {
        mpi::irecv(call, data, bytes, MPI_BYTE, from, tag, MPI_COMM_WORLD, &request);
    }
    void wait_for_all(int count, MPI_Request* requests) {
        mpi::waitall(call, count, requests, MPI_STATUSES_IGNORE);
    }
    int count(const MPI_Status& status) {
        int bytes = 0;
        mpi::get_count(call, &status, MPI_BYTE, &bytes);
        return bytes;
    }
};

// Runs body(mpi, rank, ranks) between Init and Finalize; the exit code.
template <class Program>
int run_mpi(int ranks, std::function<void(Mpi<Program>&, int, int)> body, int workers) {
    return run_ranks<Program>(
        ranks,
        [=](process::Rank& rank) {
            Mpi<Program> mpi;
            mpi::init(mpi.call, nullptr, nullptr);
            body(mpi, rank.number, ranks);
            mpi::finalize(mpi.call);
        },
        workers);
}

} // namespace sartor::test

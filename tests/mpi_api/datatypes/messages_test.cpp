// Messages between datatypes of different layouts.
#include <vector>

#include <gtest/gtest.h>

#include "mpi_api/datatypes/address.hpp"
#include "mpi_api/datatypes/elements.hpp"
#include "mpi_api/point_to_point/completion.hpp"
#include "mpi_api/point_to_point/immediate.hpp"
#include "mpi_api/point_to_point/receive.hpp"
#include "mpi_api/point_to_point/send.hpp"
#include "mpi_api/point_to_point/status.hpp"
#include "tests/mpi_api/datatypes/support.hpp"

namespace {

using namespace sartor;
using namespace sartor::test;

// Datatypes of different layouts on both sides, short and long, some freed while the message is under way.
TEST(Messages, CarryRandomDatatypes) {
    expect_success<Full>(2, [](mpi::Call<Full>& call, int rank) {
        for (unsigned seed = 1; seed <= 120; ++seed) {
            current_seed = seed;
            RandomTypes<Full> types(call, seed);
            const RandomType from = types.make(types.between(0, 4));
            const RandomType to = types.same_signature(from.map);
            const int count = seed % 3 == 0 ? 200 : 2;
            Memory source(from.map, count, 0), target(to.map, count, 5), expected(to.map, count, 5);
            source.number();
            const std::vector<char> packed = pack_plainly(source, from.map, count);
            unpack_plainly(packed, expected, to.map, count);
            MPI_Request request;
            MPI_Status status;
            MPI_Datatype copy;
            if (rank == 0) {
                mpi::type_dup(call, from.type, &copy);
                mpi::isend(call, source.origin(), count, copy, 1, 1, MPI_COMM_WORLD, &request);
            } else {
                mpi::type_dup(call, to.type, &copy);
                mpi::irecv(call, target.origin(), count, copy, 0, 1, MPI_COMM_WORLD, &request);
            }
            mpi::type_free(call, &copy);
            expect_equal(copy, MPI_DATATYPE_NULL, "the freed handle is null");
            mpi::wait(call, &request, &status);
            if (rank == 0) continue;
            expect_equal(target, expected, "received data");
            expect_equal(mpi::get_bytes(status), packed.size(), "received bytes");
        }
    });
}

TEST(Messages, ShorterThanTheDatatypeFillItsBeginning) {
    expect_success<Full>(2, [](mpi::Call<Full>& call, int rank) {
        for (const int sent : {0, 1, 5, 64, 3000}) {
            MPI_Datatype column;
            mpi::type_vector(call, 5000, 1, 3, MPI_INT, &column);
            mpi::type_commit(call, &column);
            std::vector<int> data(15000, -1);
            if (rank == 0) {
                for (int index = 0; index < 5000; ++index) data[static_cast<std::size_t>(index)] = index;
                mpi::send(call, data.data(), sent, MPI_INT, 1, 0, MPI_COMM_WORLD);
            } else {
                MPI_Status status;
                mpi::recv(call, data.data(), 1, column, 0, 0, MPI_COMM_WORLD, &status);
                int elements = -1, count = -1;
                mpi::get_elements(call, &status, column, &elements);
                mpi::get_count(call, &status, column, &count);
                expect_equal(elements, sent, "elements of a part");
                expect_equal(count, (sent == 0 ? 0 : MPI_UNDEFINED), "count of a part");
                for (int index = 0; index < 15000; ++index)
                    expect_equal(data[static_cast<std::size_t>(index)],
                                 (index % 3 == 0 && index / 3 < sent ? index / 3 : -1),
                                 "the part is at its beginning");
            }
            mpi::type_free(call, &column);
        }
    });
}

TEST(Messages, FromAbsoluteAddresses) {
    expect_success<Full>(2, [](mpi::Call<Full>& call, int rank) {
        double numbers[4] = {};
        int whole[3] = {};
        MPI_Aint positions[2];
        mpi::get_address(call, numbers, &positions[0]);
        mpi::get_address(call, whole, &positions[1]);
        const int lengths[] = {4, 3};
        const MPI_Datatype olds[] = {MPI_DOUBLE, MPI_INT};
        MPI_Datatype type;
        mpi::type_create_struct(call, 2, lengths, positions, olds, &type);
        mpi::type_commit(call, &type);
        if (rank == 0) {
            numbers[3] = 2.5;
            whole[0] = 7;
            mpi::send(call, MPI_BOTTOM, 1, type, 1, 0, MPI_COMM_WORLD);
        } else {
            mpi::recv(call, MPI_BOTTOM, 1, type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            expect(numbers[3] == 2.5 && whole[0] == 7, "data at absolute addresses");
        }
        expect(call.buffer("buf", MPI_BOTTOM, 1, type), "MPI_BOTTOM is no null buffer");
        mpi::type_free(call, &type);
    });
}

} // namespace

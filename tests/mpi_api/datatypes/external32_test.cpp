// What external32 fixes: byte order, sizes by the table of the standard, values kept.
#include <algorithm>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include "mpi_api/datatypes/pack_external.hpp"
#include "tests/mpi_api/datatypes/support.hpp"

namespace {

using namespace sartor;
using namespace sartor::test;

TEST(RandomDatatypes, GoThroughExternal32) {
    for_each_seed([](mpi::Call<Full>& call, RandomTypes<Full>& types) {
        const RandomType made = types.make(types.between(0, 4));
        const int count = types.between(1, 3);
        Memory source(made.map, count, 0), target(made.map, count, 5), expected(made.map, count, 5);
        source.number();
        const std::vector<char> plain = pack_plainly(source, made.map, count);
        unpack_plainly(plain, expected, made.map, count);
        std::vector<char> swapped(plain.size() + 1), packed(plain.size() + 1);
        std::size_t slot = 0;
        for (int element = 0; element < count; ++element)
            for (const Typemap::Item& item : made.map.items) {
                const auto bytes = static_cast<std::size_t>(item.basic.bytes);
                std::reverse_copy(plain.begin() + static_cast<std::ptrdiff_t>(slot),
                                  plain.begin() + static_cast<std::ptrdiff_t>(slot + bytes),
                                  swapped.begin() + static_cast<std::ptrdiff_t>(slot));
                slot += bytes;
            }
        MPI_Aint size = 0, position = 0;
        mpi::pack_external_size(call, "external32", count, made.type, &size);
        expect_equal(size, static_cast<MPI_Aint>(plain.size()), "external size");
        mpi::pack_external(call, "external32", source.origin(), count, made.type, packed.data(), size,
                           &position);
        expect(position == size && packed == swapped, "big-endian data");
        position = 0;
        mpi::unpack_external(call, "external32", packed.data(), size, &position, target.origin(), count,
                             made.type);
        expect(position == size && target == expected, "data back from external32");
    });
}

TEST(External32, ConvertsNumbersOfOtherSizes) {
    expect_success<Full>(1, [](mpi::Call<Full>& call, int) {
        const long numbers[] = {-2, 70000};
        const long double extended[] = {-1.5L, 0.0L, 1e-4940L};
        unsigned char packed[64] = {};
        MPI_Aint position = 0;
        mpi::pack_external(call, "external32", numbers, 2, MPI_LONG, packed, MPI_Aint{64}, &position);
        const unsigned char longs[] = {0xff, 0xff, 0xff, 0xfe, 0, 1, 0x11, 0x70};
        expect(position == 8 && std::memcmp(packed, longs, 8) == 0, "long has 4 bytes");
        long back[2] = {};
        position = 0;
        mpi::unpack_external(call, "external32", packed, MPI_Aint{64}, &position, back, 2, MPI_LONG);
        expect(back[0] == -2 && back[1] == 70000, "long values");
        position = 0;
        mpi::pack_external(call, "external32", extended, 3, MPI_LONG_DOUBLE, packed, MPI_Aint{64}, &position);
        expect(position == 48 && packed[0] == 0xbf && packed[1] == 0xff && packed[2] == 0x80,
               "-1.5 in 128 bits");
        long double extended_back[3];
        position = 0;
        mpi::unpack_external(call, "external32", packed, MPI_Aint{64}, &position, extended_back, 3,
                             MPI_LONG_DOUBLE);
        for (int index = 0; index < 3; ++index)
            expect_equal(extended_back[index], extended[index], "long double values");
    });
}

} // namespace

// Laws of datatypes: random ones, made with seeds, against their typemaps.
#include <vector>

#include <gtest/gtest.h>

#include "mpi_api/datatypes/contents.hpp"
#include "mpi_api/datatypes/elements.hpp"
#include "mpi_api/point_to_point/status.hpp"
#include "tests/mpi_api/datatypes/support.hpp"

namespace {

using namespace sartor;
using namespace sartor::test;

TEST(RandomDatatypes, HaveTheBoundsOfTheirTypemaps) {
    for_each_seed([](mpi::Call<Full>& call, RandomTypes<Full>& types) {
        for (int depth = 0; depth < 5; ++depth) check_bounds(call, types.make(depth));
    });
}

TEST(RandomDatatypes, PackAndUnpackInTheOrderOfTheirTypemaps) {
    for_each_seed([](mpi::Call<Full>& call, RandomTypes<Full>& types) {
        for (int depth = 0; depth < 5; ++depth) check_packing(call, types.make(depth), types.between(1, 3));
    });
}

// Two walks in step are the same as packing and unpacking, for any number of bytes.
TEST(RandomDatatypes, AreCopiedIntoEachOtherWithoutPacking) {
    for_each_seed([](mpi::Call<Full>& call, RandomTypes<Full>& types) {
        const RandomType from = types.make(types.between(1, 4));
        const RandomType to = types.same_signature(from.map);
        const int count = types.between(1, 3);
        Memory source(from.map, count, 0);
        source.number();
        std::vector<char> packed = pack_plainly(source, from.map, count);
        const auto& level = call.state().datatypes;
        const bool back = types.between(0, 1) == 0;
        Memory expected(to.map, count, 5), got(to.map, count, 5);
        auto target = level.storage(got.origin(), count, mpi::value_of(to.type));
        unpack_plainly(packed, expected, to.map, count);
        const auto whole = level.storage(source.origin(), count, mpi::value_of(from.type));
        expect_equal(whole.copy_to(target), packed.size(), "bytes copied");
        expect_equal(got, expected, "data copied");
        if (!back) return;
        Memory again(from.map, count, 7), expected_again(from.map, count, 7);
        unpack_plainly(packed, expected_again, from.map, count);
        target.copy_to(level.storage(again.origin(), count, mpi::value_of(from.type)));
        expect_equal(again, expected_again, "data copied back");
    });
}

// What MPI_Type_get_envelope and MPI_Type_get_contents tell.
struct Contents {
    int combiner = 0;
    std::vector<int> integers;
    std::vector<MPI_Aint> addresses;
    std::vector<MPI_Datatype> olds;
};

Contents contents_of(mpi::Call<Full>& call, MPI_Datatype type) {
    MPI_Count integers = 0, addresses = 0, large = 0, olds = 0;
    Contents told;
    mpi::type_get_envelope(call, type, &integers, &addresses, &large, &olds, &told.combiner);
    if (told.combiner == MPI_COMBINER_NAMED) return told;
    told.integers.resize(static_cast<std::size_t>(integers));
    told.addresses.resize(static_cast<std::size_t>(addresses));
    told.olds.resize(static_cast<std::size_t>(olds));
    mpi::type_get_contents(call, type, static_cast<int>(integers), static_cast<int>(addresses),
                           static_cast<int>(olds), told.integers.data(), told.addresses.data(),
                           told.olds.data());
    return told;
}

// By the constructor that the combiner stands for (MPI-5.0 section 5.1.13). Null: there is no such combiner.
MPI_Datatype made_of(mpi::Call<Full>& call, const Contents& contents) {
    MPI_Datatype made = MPI_DATATYPE_NULL;
    const MPI_Datatype old = contents.olds.empty() ? MPI_DATATYPE_NULL : contents.olds[0]; // of a struct
    const int* i = contents.integers.data();
    const MPI_Aint* a = contents.addresses.data();
    const int n = contents.integers.empty() ? 0 : i[0];
    switch (contents.combiner) {
    case MPI_COMBINER_DUP:
        return mpi::type_dup(call, old, &made), made;
    case MPI_COMBINER_CONTIGUOUS:
        return mpi::type_contiguous(call, n, old, &made), made;
    case MPI_COMBINER_VECTOR:
        return mpi::type_vector(call, n, i[1], i[2], old, &made), made;
    case MPI_COMBINER_HVECTOR:
        return mpi::type_create_hvector(call, n, i[1], a[0], old, &made), made;
    case MPI_COMBINER_INDEXED:
        return mpi::type_indexed(call, n, i + 1, i + 1 + n, old, &made), made;
    case MPI_COMBINER_HINDEXED:
        return mpi::type_create_hindexed(call, n, i + 1, a, old, &made), made;
    case MPI_COMBINER_INDEXED_BLOCK:
        return mpi::type_create_indexed_block(call, n, i[1], i + 2, old, &made), made;
    case MPI_COMBINER_HINDEXED_BLOCK:
        return mpi::type_create_hindexed_block(call, n, i[1], a, old, &made), made;
    case MPI_COMBINER_STRUCT:
        return mpi::type_create_struct(call, n, i + 1, a, contents.olds.data(), &made), made;
    case MPI_COMBINER_SUBARRAY:
        mpi::type_create_subarray(call, n, i + 1, i + 1 + n, i + 1 + 2 * n, i[1 + 3 * n], old, &made);
        return made;
    case MPI_COMBINER_DARRAY: {
        const int d = i[2];
        mpi::type_create_darray(call, i[0], i[1], d, i + 3, i + 3 + d, i + 3 + 2 * d, i + 3 + 3 * d,
                                i[3 + 4 * d], old, &made);
        return made;
    }
    case MPI_COMBINER_RESIZED:
        return mpi::type_create_resized(call, old, a[0], a[1], &made), made;
    default:
        return MPI_DATATYPE_NULL;
    }
}

// A datatype made anew from its contents, and they from theirs.
MPI_Datatype rebuild(mpi::Call<Full>& call, MPI_Datatype type) {
    Contents contents = contents_of(call, type);
    if (contents.combiner == MPI_COMBINER_NAMED) return type;
    for (MPI_Datatype& old : contents.olds) {
        const MPI_Datatype again = rebuild(call, old);
        if (again != old) mpi::type_free(call, &old);
        old = again;
    }
    const MPI_Datatype made = made_of(call, contents);
    expect(made != MPI_DATATYPE_NULL, "combiner");
    for (MPI_Datatype old : contents.olds)
        if (call.state().datatypes.find(mpi::value_of(old)) != nullptr) mpi::type_free(call, &old);
    return made;
}

TEST(RandomDatatypes, AreRebuiltFromTheirContents) {
    for_each_seed([](mpi::Call<Full>& call, RandomTypes<Full>& types) {
        const RandomType made = types.make(types.between(1, 4));
        RandomType again{rebuild(call, made.type), made.map};
        mpi::type_commit(call, &again.type);
        check_bounds(call, again);
        check_packing(call, again, 2);
        mpi::type_free(call, &again.type);
    });
}

TEST(RandomDatatypes, CountTheirElements) {
    for_each_seed([](mpi::Call<Full>& call, RandomTypes<Full>& types) {
        const RandomType made = types.make(types.between(1, 4));
        if (made.map.items.empty()) return;
        const int wanted = types.between(0, 2 * static_cast<int>(made.map.items.size()));
        std::int64_t bytes = 0;
        for (int index = 0; index < wanted; ++index)
            bytes += made.map.items[static_cast<std::size_t>(index) % made.map.items.size()].basic.bytes;
        MPI_Status status{};
        mpi::status_set_elements(call, &status, made.type, wanted);
        expect_equal(mpi::get_bytes(status), static_cast<std::uint64_t>(bytes), "bytes of elements");
        int elements = -1, whole = -1;
        mpi::get_elements(call, &status, made.type, &elements);
        expect_equal(elements, wanted, "elements");
        mpi::get_count(call, &status, made.type, &whole);
        const int size = static_cast<int>(made.map.items.size());
        expect_equal(whole, (wanted % size == 0 ? wanted / size : MPI_UNDEFINED), "count");
    });
}

} // namespace

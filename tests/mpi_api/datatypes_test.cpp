// Laws of datatypes: random ones, made with seeds, against their typemaps; messages with them; what is
// refused.
#include <atomic>
#include <cstdio>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include "mpi_api/datatypes/address.hpp"
#include "mpi_api/datatypes/contents.hpp"
#include "mpi_api/datatypes/elements.hpp"
#include "mpi_api/datatypes/extent.hpp"
#include "mpi_api/datatypes/match_size.hpp"
#include "mpi_api/datatypes/names.hpp"
#include "mpi_api/datatypes/pack.hpp"
#include "mpi_api/datatypes/pack_external.hpp"
#include "mpi_api/environment/init.hpp"
#include "mpi_api/point_to_point/completion.hpp"
#include "mpi_api/point_to_point/immediate.hpp"
#include "mpi_api/point_to_point/receive.hpp"
#include "mpi_api/point_to_point/send.hpp"
#include "mpi_api/point_to_point/status.hpp"
#include "tests/mpi_api/datatypes_random.hpp"
#include "tests/support/ranks.hpp"

namespace {

using namespace sartor;
using test::RandomType;
using test::RandomTypes;
using test::Typemap;

using Full = test::TestProgram<feature::tags, feature::any_source, feature::any_tag, feature::immediate,
                               feature::datatype_basic, feature::datatype_contiguous, feature::datatype_total,
                               feature::packing, feature::names>;
using Lean = test::TestProgram<feature::tags, feature::datatype_basic, feature::packing>;
using Lines =
    test::TestProgram<feature::tags, feature::datatype_basic, feature::datatype_contiguous, feature::packing>;

static_assert(std::is_same_v<mpi::Interface<Full>::Datatypes, datatype::Total>);
static_assert(std::is_same_v<mpi::Interface<Lines>::Datatypes, datatype::Contiguous>);
static_assert(std::is_same_v<mpi::Interface<Lean>::Datatypes, datatype::Basic>);
static_assert(std::is_empty_v<datatype::Basic>, "without derived datatypes a rank keeps nothing");
static_assert(std::is_same_v<datatype::Contiguous::Storage, envelope::Contiguous>, "no description travels");

template <class Program>
int run_mpi(int ranks, std::function<void(mpi::Call<Program>&, int)> body) {
    return test::run_ranks<Program>(ranks, [=](process::Rank& rank) {
        mpi::Call<Program> call{"test"};
        mpi::init(call, nullptr, nullptr);
        body(call, rank.number);
        mpi::finalize(call);
    });
}

std::atomic<unsigned> current_seed{0}; // for reports

void expect(bool condition, const char* what) {
    if (condition) return;
    std::fprintf(stderr, "seed %u: %s\n", current_seed.load(), what);
    process::end_rank(1);
}

constexpr unsigned first_seed = 1;
constexpr unsigned last_seed = 400;

// Memory for `count` elements of a datatype, with a margin: the element's address 0 is at origin().
class Memory {
  public:
    Memory(const Typemap& map, int count, int fill) {
        const std::int64_t last = (count - 1) * map.extent();
        lowest_ = map.true_lower() + std::min<std::int64_t>(0, last) - 64;
        const std::int64_t highest = map.true_upper() + std::max<std::int64_t>(0, last) + 64;
        bytes_.resize(static_cast<std::size_t>(highest - lowest_), static_cast<char>(fill));
    }
    void number() {
        for (std::size_t index = 0; index < bytes_.size(); ++index)
            bytes_[index] = static_cast<char>(index * 31 + index / 251 + 1);
    }
    char* origin() { return bytes_.data() - lowest_; }
    bool operator==(const Memory& other) const { return bytes_ == other.bytes_; }

  private:
    std::int64_t lowest_;
    std::vector<char> bytes_;
};

// The plain reading: entry by entry.
std::vector<char> pack_plainly(Memory& memory, const Typemap& map, int count) {
    std::vector<char> packed;
    for (int element = 0; element < count; ++element)
        for (const Typemap::Item& item : map.items) {
            const char* from = memory.origin() + element * map.extent() + item.place;
            packed.insert(packed.end(), from, from + item.basic.bytes);
        }
    return packed;
}
void unpack_plainly(const std::vector<char>& packed, Memory& memory, const Typemap& map, int count) {
    std::size_t place = 0;
    for (int element = 0; element < count; ++element)
        for (const Typemap::Item& item : map.items) {
            const auto bytes = static_cast<std::size_t>(item.basic.bytes);
            if (place + bytes > packed.size()) return;
            std::memcpy(memory.origin() + element * map.extent() + item.place, packed.data() + place, bytes);
            place += bytes;
        }
}

void check_bounds(mpi::Call<Full>& call, const RandomType& made) {
    MPI_Count size = 0, lower = 0, extent = 0, true_lower = 0, true_extent = 0;
    mpi::type_size(call, made.type, &size);
    mpi::type_get_extent(call, made.type, &lower, &extent);
    mpi::type_get_true_extent(call, made.type, &true_lower, &true_extent);
    expect(size == made.map.size(), "size");
    expect(lower == made.map.lower(), "lower bound");
    expect(extent == made.map.extent(), "extent");
    expect(true_lower == made.map.true_lower(), "true lower bound");
    expect(true_extent == made.map.true_upper() - made.map.true_lower(), "true extent");
}

void check_packing(mpi::Call<Full>& call, const RandomType& made, int count) {
    Memory memory(made.map, count, 0);
    memory.number();
    const std::vector<char> plain = pack_plainly(memory, made.map, count);
    int size = 0;
    mpi::pack_size(call, count, made.type, MPI_COMM_WORLD, &size);
    expect(size == static_cast<int>(plain.size()), "pack size");
    std::vector<char> packed(plain.size() + 7, 99);
    int position = 3;
    mpi::pack(call, memory.origin(), count, made.type, packed.data(), static_cast<int>(packed.size()),
              &position, MPI_COMM_WORLD);
    expect(position == 3 + static_cast<int>(plain.size()), "position after packing");
    expect(std::equal(plain.begin(), plain.end(), packed.begin() + 3), "packed data");
    expect(packed[2] == 99 && packed[plain.size() + 3] == 99, "packing stays in its buffer");

    Memory expected(made.map, count, 5), got(made.map, count, 5);
    unpack_plainly(plain, expected, made.map, count);
    position = 3;
    mpi::unpack(call, packed.data(), static_cast<int>(packed.size()), &position, got.origin(), count,
                made.type, MPI_COMM_WORLD);
    expect(position == 3 + static_cast<int>(plain.size()), "position after unpacking");
    expect(got == expected, "unpacked data");
}

template <class Body>
void for_each_seed(Body body) {
    EXPECT_EQ(run_mpi<Full>(1,
                            [=](mpi::Call<Full>& call, int) {
                                for (unsigned seed = first_seed; seed <= last_seed; ++seed) {
                                    current_seed = seed;
                                    RandomTypes<Full> types(call, seed);
                                    body(call, types);
                                }
                            }),
              0);
}

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
        expect(whole.copy_to(target) == packed.size(), "bytes copied");
        expect(got == expected, "data copied");
        if (!back) return;
        Memory again(from.map, count, 7), expected_again(from.map, count, 7);
        unpack_plainly(packed, expected_again, from.map, count);
        target.copy_to(level.storage(again.origin(), count, mpi::value_of(from.type)));
        expect(again == expected_again, "data copied back");
    });
}

// A datatype made anew from what MPI_Type_get_contents tells is the same.
MPI_Datatype rebuild(mpi::Call<Full>& call, MPI_Datatype type) {
    MPI_Count integers = 0, addresses = 0, large = 0, olds = 0;
    int combiner = 0;
    mpi::type_get_envelope(call, type, &integers, &addresses, &large, &olds, &combiner);
    if (combiner == MPI_COMBINER_NAMED) return type;
    std::vector<int> i(static_cast<std::size_t>(integers) + 1);
    std::vector<MPI_Aint> a(static_cast<std::size_t>(addresses) + 1);
    std::vector<MPI_Datatype> t(static_cast<std::size_t>(olds) + 1);
    mpi::type_get_contents(call, type, static_cast<int>(integers), static_cast<int>(addresses),
                           static_cast<int>(olds), i.data(), a.data(), t.data());
    for (std::size_t index = 0; index < static_cast<std::size_t>(olds); ++index) {
        const MPI_Datatype again = rebuild(call, t[index]);
        if (again != t[index]) mpi::type_free(call, &t[index]);
        t[index] = again;
    }
    MPI_Datatype made = MPI_DATATYPE_NULL;
    const int* p = i.data();
    const int n = integers > 0 ? p[0] : 0;
    switch (combiner) {
    case MPI_COMBINER_DUP:
        mpi::type_dup(call, t[0], &made);
        break;
    case MPI_COMBINER_CONTIGUOUS:
        mpi::type_contiguous(call, n, t[0], &made);
        break;
    case MPI_COMBINER_VECTOR:
        mpi::type_vector(call, n, p[1], p[2], t[0], &made);
        break;
    case MPI_COMBINER_HVECTOR:
        mpi::type_create_hvector(call, n, p[1], a[0], t[0], &made);
        break;
    case MPI_COMBINER_INDEXED:
        mpi::type_indexed(call, n, p + 1, p + 1 + n, t[0], &made);
        break;
    case MPI_COMBINER_HINDEXED:
        mpi::type_create_hindexed(call, n, p + 1, a.data(), t[0], &made);
        break;
    case MPI_COMBINER_INDEXED_BLOCK:
        mpi::type_create_indexed_block(call, n, p[1], p + 2, t[0], &made);
        break;
    case MPI_COMBINER_HINDEXED_BLOCK:
        mpi::type_create_hindexed_block(call, n, p[1], a.data(), t[0], &made);
        break;
    case MPI_COMBINER_STRUCT:
        mpi::type_create_struct(call, n, p + 1, a.data(), t.data(), &made);
        break;
    case MPI_COMBINER_SUBARRAY:
        mpi::type_create_subarray(call, n, p + 1, p + 1 + n, p + 1 + 2 * n, p[1 + 3 * n], t[0], &made);
        break;
    case MPI_COMBINER_DARRAY: {
        const int d = p[2];
        mpi::type_create_darray(call, p[0], p[1], d, p + 3, p + 3 + d, p + 3 + 2 * d, p + 3 + 3 * d,
                                p[3 + 4 * d], t[0], &made);
        break;
    }
    case MPI_COMBINER_RESIZED:
        mpi::type_create_resized(call, t[0], a[0], a[1], &made);
        break;
    default:
        expect(false, "combiner");
    }
    for (std::size_t index = 0; index < static_cast<std::size_t>(olds); ++index)
        if (call.state().datatypes.find(mpi::value_of(t[index])) != nullptr) mpi::type_free(call, &t[index]);
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
        expect(mpi::get_bytes(status) == static_cast<std::uint64_t>(bytes), "bytes of elements");
        int elements = -1, whole = -1;
        mpi::get_elements(call, &status, made.type, &elements);
        expect(elements == wanted, "elements");
        mpi::get_count(call, &status, made.type, &whole);
        const int size = static_cast<int>(made.map.items.size());
        expect(whole == (wanted % size == 0 ? wanted / size : MPI_UNDEFINED), "count");
    });
}

TEST(RandomDatatypes, GoThroughExternal32) {
    for_each_seed([](mpi::Call<Full>& call, RandomTypes<Full>& types) {
        const RandomType made = types.make(types.between(0, 4));
        const int count = types.between(1, 3);
        Memory source(made.map, count, 0), target(made.map, count, 5), expected(made.map, count, 5);
        source.number();
        const std::vector<char> plain = pack_plainly(source, made.map, count);
        unpack_plainly(plain, expected, made.map, count);
        std::vector<char> swapped(plain.size() + 1), packed(plain.size() + 1);
        std::size_t place = 0;
        for (int element = 0; element < count; ++element)
            for (const Typemap::Item& item : made.map.items) {
                const auto bytes = static_cast<std::size_t>(item.basic.bytes);
                std::reverse_copy(plain.begin() + static_cast<std::ptrdiff_t>(place),
                                  plain.begin() + static_cast<std::ptrdiff_t>(place + bytes),
                                  swapped.begin() + static_cast<std::ptrdiff_t>(place));
                place += bytes;
            }
        MPI_Aint size = 0, position = 0;
        mpi::pack_external_size(call, "external32", count, made.type, &size);
        expect(size == static_cast<MPI_Aint>(plain.size()), "external size");
        mpi::pack_external(call, "external32", source.origin(), count, made.type, packed.data(), size,
                           &position);
        expect(position == size && packed == swapped, "big-endian data");
        position = 0;
        mpi::unpack_external(call, "external32", packed.data(), size, &position, target.origin(), count,
                             made.type);
        expect(position == size && target == expected, "data back from external32");
    });
}

// Datatypes of different layouts on both sides, short and long, some freed while the message is under way.
TEST(Messages, CarryRandomDatatypes) {
    EXPECT_EQ(run_mpi<Full>(
                  2,
                  [](mpi::Call<Full>& call, int rank) {
                      for (unsigned seed = 1; seed <= 120; ++seed) {
                          current_seed = seed;
                          RandomTypes<Full> types(call, seed);
                          const RandomType from = types.make(types.between(0, 4));
                          const RandomType to = types.same_signature(from.map);
                          const int count = seed % 3 == 0 ? 200 : 2;
                          Memory source(from.map, count, 0), target(to.map, count, 5),
                              expected(to.map, count, 5);
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
                          expect(copy == MPI_DATATYPE_NULL, "the freed handle is null");
                          mpi::wait(call, &request, &status);
                          if (rank == 0) continue;
                          expect(target == expected, "received data");
                          expect(mpi::get_bytes(status) == packed.size(), "received bytes");
                      }
                  }),
              0);
}

TEST(Messages, ShorterThanTheDatatypeFillItsBeginning) {
    EXPECT_EQ(run_mpi<Full>(2,
                            [](mpi::Call<Full>& call, int rank) {
                                for (const int sent : {0, 1, 5, 64, 3000}) {
                                    MPI_Datatype column;
                                    mpi::type_vector(call, 5000, 1, 3, MPI_INT, &column);
                                    mpi::type_commit(call, &column);
                                    std::vector<int> data(15000, -1);
                                    if (rank == 0) {
                                        for (int index = 0; index < 5000; ++index)
                                            data[static_cast<std::size_t>(index)] = index;
                                        mpi::send(call, data.data(), sent, MPI_INT, 1, 0, MPI_COMM_WORLD);
                                    } else {
                                        MPI_Status status;
                                        mpi::recv(call, data.data(), 1, column, 0, 0, MPI_COMM_WORLD,
                                                  &status);
                                        int elements = -1, count = -1;
                                        mpi::get_elements(call, &status, column, &elements);
                                        mpi::get_count(call, &status, column, &count);
                                        expect(elements == sent, "elements of a part");
                                        expect(count == (sent == 0 ? 0 : MPI_UNDEFINED), "count of a part");
                                        for (int index = 0; index < 15000; ++index)
                                            expect(data[static_cast<std::size_t>(index)] ==
                                                       (index % 3 == 0 && index / 3 < sent ? index / 3 : -1),
                                                   "the part is at its beginning");
                                    }
                                    mpi::type_free(call, &column);
                                }
                            }),
              0);
}

TEST(Messages, FromAbsoluteAddresses) {
    EXPECT_EQ(
        run_mpi<Full>(2,
                      [](mpi::Call<Full>& call, int rank) {
                          double numbers[4] = {};
                          int whole[3] = {};
                          MPI_Aint places[2];
                          mpi::get_address(call, numbers, &places[0]);
                          mpi::get_address(call, whole, &places[1]);
                          const int lengths[] = {4, 3};
                          const MPI_Datatype olds[] = {MPI_DOUBLE, MPI_INT};
                          MPI_Datatype type;
                          mpi::type_create_struct(call, 2, lengths, places, olds, &type);
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
                      }),
        0);
}

TEST(Datatypes, CountIn64Bits) {
    EXPECT_EQ(
        run_mpi<Full>(1,
                      [](mpi::Call<Full>& call, int) {
                          const MPI_Count count = MPI_Count{1} << 33;
                          MPI_Datatype type, twice;
                          MPI_Count size = 0, lower = 0, extent = 0;
                          mpi::type_vector(call, count, MPI_Count{2}, MPI_Count{3}, MPI_DOUBLE, &type);
                          mpi::type_size(call, type, &size);
                          mpi::type_get_extent(call, type, &lower, &extent);
                          expect(size == count * 16 && extent == count * 24 - 8, "a vector of 2^33 blocks");
                          int small = 0;
                          mpi::type_size(call, type, &small);
                          expect(small == MPI_UNDEFINED, "a size that is no int");
                          mpi::type_contiguous(call, MPI_Count{4}, type, &twice);
                          MPI_Count integers = -1, addresses = -1, large = -1, olds = -1;
                          int combiner = 0;
                          mpi::type_get_envelope(call, type, &integers, &addresses, &large, &olds, &combiner);
                          expect(integers == 0 && addresses == 0 && large == 3 && olds == 1, "large counts");
                          MPI_Count counts[3] = {};
                          MPI_Datatype old = MPI_DATATYPE_NULL;
                          mpi::type_get_contents(call, type, MPI_Count{0}, MPI_Count{0}, MPI_Count{3},
                                                 MPI_Count{1}, nullptr, nullptr, counts, &old);
                          expect(counts[0] == count && counts[2] == 3 && old == MPI_DOUBLE, "large contents");
                          mpi::type_free(call, &twice);
                          mpi::type_free(call, &type);
                      }),
        0);
}

TEST(Datatypes, NestDeeperThanAWalkGoes) {
    EXPECT_EQ(run_mpi<Full>(1,
                            [](mpi::Call<Full>& call, int) {
                                RandomType made{MPI_SHORT, {{{{MPI_SHORT, 2, 2}, 0}}, {}, {}, 0}};
                                for (int depth = 0; depth < 40; ++depth) {
                                    MPI_Datatype next;
                                    Typemap map;
                                    const int count = depth % 4 == 0 ? 2 : 1;
                                    const MPI_Aint stride = 3 * made.map.extent() + 2;
                                    for (int index = 0; index < count; ++index)
                                        map.add(made.map, index * stride);
                                    mpi::type_create_hvector(call, count, 1, stride, made.type, &next);
                                    if (depth > 0) mpi::type_free(call, &made.type);
                                    made = {next, map};
                                }
                                mpi::type_commit(call, &made.type);
                                check_bounds(call, made);
                                check_packing(call, made, 1);
                                mpi::type_free(call, &made.type);
                            }),
              0);
}

TEST(Datatypes, HaveNames) {
    EXPECT_EQ(run_mpi<Full>(1,
                            [](mpi::Call<Full>& call, int) {
                                char name[MPI_MAX_OBJECT_NAME];
                                int length = 0;
                                mpi::type_get_name(call, MPI_INT, name, &length);
                                expect(std::strcmp(name, "MPI_INT") == 0 && length == 7, "a predefined name");
                                MPI_Datatype type;
                                mpi::type_contiguous(call, 2, MPI_INT, &type);
                                mpi::type_get_name(call, type, name, &length);
                                expect(length == 0 && name[0] == '\0', "no name at first");
                                mpi::type_set_name(call, type, "two ints");
                                mpi::type_get_name(call, type, name, &length);
                                expect(std::strcmp(name, "two ints") == 0, "a name of one's own");
                                mpi::type_free(call, &type);
                                mpi::type_match_size(call, MPI_TYPECLASS_REAL, 8, &type);
                                expect(type == MPI_REAL8, "the real of 8 bytes");
                            }),
              0);
}

// What external32 fixes: sizes by the table of the standard, values kept.
TEST(External32, ConvertsNumbersOfOtherSizes) {
    EXPECT_EQ(
        run_mpi<Full>(
            1,
            [](mpi::Call<Full>& call, int) {
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
                mpi::pack_external(call, "external32", extended, 3, MPI_LONG_DOUBLE, packed, MPI_Aint{64},
                                   &position);
                expect(position == 48 && packed[0] == 0xbf && packed[1] == 0xff && packed[2] == 0x80,
                       "-1.5 in 128 bits");
                long double extended_back[3];
                position = 0;
                mpi::unpack_external(call, "external32", packed, MPI_Aint{64}, &position, extended_back, 3,
                                     MPI_LONG_DOUBLE);
                for (int index = 0; index < 3; ++index)
                    expect(extended_back[index] == extended[index], "long double values");
            }),
        0);
}

struct DoubleInt {
    double value;
    int place;
};

// A value and its place have a gap behind them: MPI_Type_size and external32 don't count it.
template <class Program>
void check_pair(mpi::Call<Program>& call) {
    MPI_Count lower = 0, extent = 0;
    int size = 0;
    mpi::type_size(call, MPI_DOUBLE_INT, &size);
    mpi::type_get_extent(call, MPI_DOUBLE_INT, &lower, &extent);
    expect(size == 12 && extent == 16, "size and extent of a pair");
    const DoubleInt data[2] = {{1.0, 3}, {-1.0, 4}};
    DoubleInt back[2] = {};
    unsigned char packed[64] = {};
    MPI_Aint position = 0;
    mpi::pack_external(call, "external32", data, 2, MPI_DOUBLE_INT, packed, MPI_Aint{64}, &position);
    expect(position == 24 && packed[0] == 0x3f && packed[11] == 3 && packed[12] == 0xbf,
           "pairs in external32");
    position = 0;
    mpi::unpack_external(call, "external32", packed, MPI_Aint{64}, &position, back, 2, MPI_DOUBLE_INT);
    expect(back[1].value == -1.0 && back[1].place == 4, "pairs back from external32");
    char native[64];
    int place = 0;
    mpi::pack(call, data, 2, MPI_DOUBLE_INT, native, 64, &place, MPI_COMM_WORLD);
    MPI_Status status{};
    mpi::set_bytes(status, static_cast<std::uint64_t>(place));
    int elements = 0;
    mpi::get_elements(call, &status, MPI_DOUBLE_INT, &elements);
    expect(elements == 4, "elements of pairs");
}

TEST(Levels, KnowPairs) {
    EXPECT_EQ(run_mpi<Full>(1, [](mpi::Call<Full>& call, int) { check_pair(call); }), 0);
    EXPECT_EQ(run_mpi<Lines>(1, [](mpi::Call<Lines>& call, int) { check_pair(call); }), 0);
    EXPECT_EQ(run_mpi<Lean>(1, [](mpi::Call<Lean>& call, int) { check_pair(call); }), 0);
}

TEST(Levels, ContiguousSendsRepeatedElements) {
    EXPECT_EQ(run_mpi<Lines>(2,
                             [](mpi::Call<Lines>& call, int rank) {
                                 MPI_Datatype row, rows, copy;
                                 mpi::type_contiguous(call, 5, MPI_INT, &row);
                                 mpi::type_contiguous(call, 3, row, &rows);
                                 mpi::type_dup(call, rows, &copy);
                                 mpi::type_free(call, &row);
                                 mpi::type_commit(call, &copy);
                                 int data[15] = {};
                                 MPI_Status status;
                                 if (rank == 0) {
                                     data[14] = 8;
                                     mpi::send(call, data, 1, copy, 1, 0, MPI_COMM_WORLD);
                                 } else {
                                     mpi::recv(call, data, 1, copy, 0, 0, MPI_COMM_WORLD, &status);
                                     int count = 0, elements = 0;
                                     mpi::get_count(call, &status, copy, &count);
                                     mpi::get_elements(call, &status, copy, &elements);
                                     expect(data[14] == 8 && count == 1 && elements == 15, "a row of rows");
                                 }
                                 MPI_Count size = 0, lower = 0, extent = 0;
                                 mpi::type_size(call, copy, &size);
                                 mpi::type_get_extent(call, copy, &lower, &extent);
                                 expect(size == 60 && extent == 60, "size");
                                 mpi::type_free(call, &rows);
                                 mpi::type_free(call, &copy);
                             }),
              0);
}

template <class Body>
void refuse(Body body) {
    run_mpi<Full>(1, [=](mpi::Call<Full>& call, int) { body(call); });
}

TEST(Errors, NameTheArgument) {
    EXPECT_EXIT(refuse([](auto& call) { (void)call.datatype("datatype", MPI_DATATYPE_NULL); }),
                testing::ExitedWithCode(1), "datatype = MPI_DATATYPE_NULL.*MPI_ERR_TYPE");
    EXPECT_EXIT(refuse([](auto& call) {
                    MPI_Datatype type, freed;
                    mpi::type_contiguous(call, 2, MPI_INT, &type);
                    freed = type;
                    mpi::type_free(call, &type);
                    (void)call.datatype("datatype", freed);
                }),
                testing::ExitedWithCode(1), "not a datatype, or one that was freed");
    EXPECT_EXIT(refuse([](auto& call) {
                    MPI_Datatype type;
                    mpi::type_contiguous(call, 2, MPI_INT, &type);
                    (void)call.committed("datatype", type);
                }),
                testing::ExitedWithCode(1), "not committed: call MPI_Type_commit first");
    EXPECT_EXIT(refuse([](auto& call) {
                    MPI_Datatype type = MPI_INT;
                    mpi::type_free(call, &type);
                }),
                testing::ExitedWithCode(1), "a predefined datatype can't be freed");
    EXPECT_EXIT(refuse([](auto& call) {
                    MPI_Datatype type;
                    const int lengths[] = {1, -3};
                    mpi::type_indexed(call, 2, lengths, lengths, MPI_INT, &type);
                }),
                testing::ExitedWithCode(1), "array_of_blocklengths.1. = -3");
    EXPECT_EXIT(refuse([](auto& call) {
                    MPI_Datatype type;
                    const int sizes[] = {4}, subsizes[] = {3}, starts[] = {2};
                    mpi::type_create_subarray(call, 1, sizes, subsizes, starts, MPI_ORDER_C, MPI_INT, &type);
                }),
                testing::ExitedWithCode(1), "array_of_starts.0. = 2: expected 0 to 1");
    EXPECT_EXIT(refuse([](auto& call) {
                    MPI_Datatype type;
                    const MPI_Count most = MPI_Count{1} << 62;
                    mpi::type_vector(call, most, most, most, MPI_INT, &type);
                }),
                testing::ExitedWithCode(1), "does not fit into 64 bits");
    EXPECT_EXIT(refuse([](auto& call) {
                    char packed[8];
                    int position = 5;
                    mpi::pack(call, "abcd", 4, MPI_CHAR, packed, 8, &position, MPI_COMM_WORLD);
                }),
                testing::ExitedWithCode(1), "4 bytes from position 5 on, but outbuf has 8 bytes");
    EXPECT_EXIT(refuse([](auto& call) {
                    const long large = 1L << 40;
                    char packed[8];
                    MPI_Aint position = 0;
                    mpi::pack_external(call, "external32", &large, 1, MPI_LONG, packed, MPI_Aint{8},
                                       &position);
                }),
                testing::ExitedWithCode(1), "does not fit into the 4 bytes.*MPI_ERR_CONVERSION");
}

} // namespace

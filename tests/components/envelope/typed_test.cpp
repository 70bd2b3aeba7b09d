// Typed envelopes: numbers in network order, and nothing of that where all clusters are alike.
#include <algorithm>
#include <cstring>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "selection/configuration.hpp"
#include "transports/mixed/machine.hpp"

namespace sartor {
namespace {

consteval machine::manycore::Description of_two_clusters(int big_endian) {
    machine::manycore::Description description{};
    description.clusters = 2;
    description.big_endian_count = big_endian;
    return description;
}

struct Alike : machine::Manycore<Alike> {
    [[maybe_unused]] static constexpr std::string_view name = "alike";
    static constexpr machine::manycore::Description description = of_two_clusters(0);
};
struct Different : machine::Mixed<Different> {
    [[maybe_unused]] static constexpr std::string_view name = "different";
    static constexpr machine::manycore::Description description = of_two_clusters(1);
};

template <class Machine, class... Fs>
using Types = CommunicatorTypes<features<feature::tags, Fs...>, Machine>;
template <class Machine>
using Basic = Types<Machine, feature::datatype_basic>;
template <class Machine>
using Total = Types<Machine, feature::datatype_basic, feature::datatype_total>;

static_assert(
    std::is_same_v<Basic<Alike>::Envelope::storage_type, envelope::Timed<envelope::Contiguous, Alike>>,
    "no type travels");
static_assert(
    std::is_same_v<Total<Alike>::Envelope::storage_type, envelope::Timed<envelope::Scattered, Alike>>,
    "no type travels");
static_assert(sizeof(Basic<Alike>::Sending) + 2 * sizeof(void*) == sizeof(Basic<Different>::Sending),
              "a type and a count are the difference");
static_assert(
    std::is_same_v<channel::manycore::Wire<envelope::Contiguous>::Clearance, channel::manycore::Clearance>,
    "nothing is kept of a message on its way");
static_assert(std::is_same_v<Types<Different>::Datatypes, datatype::Timed<datatype::BytesOnly, Different>>,
              "bytes need no type");

// Conversions that nobody pays for.
struct Free {
    static void convert(std::size_t) noexcept {}
    static void* allocate(std::size_t bytes) noexcept { return std::malloc(bytes); }
};

constexpr std::intptr_t integer = 521; // MPI_INT in the standard's ABI

// What the law expects: each number's bytes the other way round.
std::vector<unsigned char> turned(const std::vector<unsigned char>& data, std::size_t unit) {
    std::vector<unsigned char> result = data;
    for (std::size_t first = 0; first + unit <= data.size(); first += unit)
        std::reverse(result.begin() + static_cast<std::ptrdiff_t>(first),
                     result.begin() + static_cast<std::ptrdiff_t>(first + unit));
    return result;
}

TEST(Typed, NumbersOfAllSizesTravelInNetworkOrderAndComeBack) {
    using Level = datatype::Typed<datatype::Basic, Free>;
    constexpr int count = 5;
    const Level level;
    for (std::intptr_t type = datatype::first_predefined; type <= datatype::last_predefined; ++type) {
        if (!level.valid(type) || datatype::find_pair(type) != nullptr) continue;
        std::vector<unsigned char> data(count * level.size_of(type));
        for (std::size_t index = 0; index < data.size(); ++index)
            data[index] = static_cast<unsigned char>(index + 1);
        std::vector<unsigned char> wire(data.size());
        std::vector<unsigned char> back(data.size());
        level.storage(data.data(), count, type).gather_to(wire.data());
        EXPECT_EQ(wire, turned(data, datatype::external32::format_of(type).native)) << "datatype " << type;
        EXPECT_EQ(Level::Storage(wire.data(), wire.size()).copy_to(level.storage(back.data(), count, type)),
                  data.size());
        EXPECT_EQ(back, data) << "datatype " << type;
    }
}

TEST(Typed, DataOfOneMemoryStayAsTheyAre) {
    using Level = datatype::Typed<datatype::Basic, Free>;
    const Level level;
    int data[] = {1, 2, 3};
    int copy[] = {0, 0, 0};
    level.storage(data, 3, integer).copy_to(level.storage(copy, 3, integer));
    EXPECT_EQ(std::memcmp(data, copy, sizeof data), 0);
    EXPECT_EQ(level.storage(data, 3, integer).stretch(), nullptr) << "not as it would travel";
    EXPECT_EQ(level.storage(data, 3, datatype::byte_type).stretch(), data);
}

TEST(Typed, ShortMessagesAreTurnedAsFarAsTheyGo) {
    using Level = datatype::Typed<datatype::Basic, Free>;
    const Level level;
    unsigned char wire[] = {0, 0, 0, 1, 0, 0, 0, 2};
    int received[] = {-1, -1, -1};
    EXPECT_EQ(Level::Storage(wire, sizeof wire).copy_to(level.storage(received, 3, integer)), sizeof wire);
    EXPECT_EQ(received[0], 1);
    EXPECT_EQ(received[1], 2);
    EXPECT_EQ(received[2], -1);
}

} // namespace
} // namespace sartor

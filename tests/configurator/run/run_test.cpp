// Options of sartor run, and the cores of this computer.
#include "configurator/machines/machines.hpp"
#include "configurator/run/large_pages.hpp"
#include "configurator/run/placement.hpp"
#include "configurator/run/run.hpp"
#include "tests/configurator/support.hpp"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <unistd.h>

namespace sartor::configurator {
namespace {

using testing::ElementsAre;

TEST(Run, SizesHaveUnits) {
    EXPECT_EQ(parse_size("65536"), 65536u);
    EXPECT_EQ(parse_size("64K"), 65536u);
    EXPECT_EQ(parse_size("2M"), 2u << 20);
    for (const char* text : {"", "K", "0", "-1", "1T", "1.5M", "99999999999999999999", "99999999999999G"})
        EXPECT_NE(message_of([&] { parse_size(text); }), "") << text;
}

TEST(Run, CoresAreListsAndRanges) {
    EXPECT_THAT(parse_cores("0,2-4,7"), ElementsAre(0, 2, 3, 4, 7));
    for (const char* text : {"", ",", "1,", "a", "3-1", "1-", "-1", "0-99999999999"})
        EXPECT_NE(message_of([&] { parse_cores(text); }), "") << text;
}

// Devices as the system shows them: their kind, and a digit for each feature.
class VirtioDevices {
  public:
    VirtioDevices() { std::filesystem::create_directories(folder_); }
    ~VirtioDevices() { std::filesystem::remove_all(folder_); }
    void add(const char* name, const char* kind, const char* features) const {
        std::filesystem::create_directories(folder_ / name);
        std::ofstream(folder_ / name / "device") << kind << '\n';
        std::ofstream(folder_ / name / "features") << features << '\n';
    }
    [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

  private:
    std::filesystem::path folder_ =
        std::filesystem::path(testing::TempDir()) / ("virtio" + std::to_string(getpid()));
};

TEST(LargePages, HostTakesFreedMemoryByABalloonThatReportsIt) {
    const VirtioDevices devices;
    EXPECT_FALSE(host_takes_freed_memory(devices.folder() / "absent"));
    EXPECT_FALSE(host_takes_freed_memory(devices.folder()));
    devices.add("virtio0", "0x0001", "11111111"); // a network card
    devices.add("virtio1", "0x0005", "01100000"); // a balloon that reports nothing
    devices.add("virtio2", "0x0005", "011");
    EXPECT_FALSE(host_takes_freed_memory(devices.folder()));
    devices.add("virtio3", "0x0005", "01100100");
    EXPECT_TRUE(host_takes_freed_memory(devices.folder()));
}

std::vector<int> numbers(const std::vector<Processor>& processors) {
    std::vector<int> found;
    for (const Processor& processor : processors) found.push_back(processor.number);
    return found;
}

// Two NUMA nodes, two caches in each, two cores under each, two threads in each: 0 and 1 are one core's.
const char* const large = "numa:2 l3:2 core:2 pu:2";

TEST(Placement, CompactTakesNeighboursAndSecondThreadsLast) {
    const Host host = synthetic_host(large);
    EXPECT_EQ(host.cores, 8);
    EXPECT_THAT(numbers(preferred(host, Binding::compact)),
                ElementsAre(0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15));
    EXPECT_THAT(numbers(place_workers(host, Binding::compact, 3)), ElementsAre(0, 2, 4));
    EXPECT_THAT(numbers(place_workers(host, Binding::compact, 10)),
                ElementsAre(0, 1, 2, 3, 4, 6, 8, 10, 12, 14))
        << "neighbouring workers on one core";
    EXPECT_EQ(place_workers(host, Binding::compact, 99).size(), 16u);
}

TEST(Placement, SpreadTakesNodesThenCachesThenCoresInTurn) {
    const Host host = synthetic_host(large);
    EXPECT_THAT(numbers(preferred(host, Binding::spread)),
                ElementsAre(0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15));
    EXPECT_THAT(numbers(place_workers(host, Binding::spread, 2)), ElementsAre(0, 8));
    EXPECT_THAT(numbers(place_workers(host, Binding::spread, 4)), ElementsAre(0, 4, 8, 12));
}

// Packages whose processors the system numbers in turn: even ones in the first.
TEST(Placement, NeighboursAreThoseOfTheTreeAndNotOfTheNumbers) {
    const Host host = synthetic_host("pack:2 l3:1 core:4 pu:1(indexes=0,2,4,6,1,3,5,7)");
    EXPECT_THAT(numbers(place_workers(host, Binding::compact, 4)), ElementsAre(0, 2, 4, 6));
    EXPECT_THAT(numbers(place_workers(host, Binding::spread, 4)), ElementsAre(0, 2, 1, 3));
}

TEST(Placement, SaysWhereAProcessorIs) {
    const Host host = synthetic_host(large);
    EXPECT_EQ(describe(host.processors.front()), "core 0, cache 0, NUMA node 0");
    EXPECT_EQ(describe(host.processors.back()), "core 7, cache 3, NUMA node 1");
    EXPECT_EQ(describe(synthetic_host("core:2 pu:1").processors.back()), "core 1, NUMA node 0");
}

TEST(Placement, ListsAreTakenAsTheyAre) {
    const Host host = synthetic_host(large);
    EXPECT_THAT(numbers(chosen(host, "5,0,14", {5, 0, 14})), ElementsAre(5, 0, 14));
    EXPECT_THAT(message_of([&] {
                    chosen(host, "5,99", {5, 99});
                }),
                testing::HasSubstr("not use processor 99"));
    EXPECT_THAT(message_of([&] { chosen(host, "5,5", {5, 5}); }), testing::HasSubstr("named twice"));
}

TEST(Placement, EachRankIsOnOneWorker) {
    EXPECT_THAT(ranks_of_worker(1, 3, 8, false), ElementsAre(3, 4, 5));
    EXPECT_THAT(ranks_of_worker(1, 3, 8, true), ElementsAre(1, 4, 7));
}

TEST(Machines, HostHasProcessorsEachOnce) {
    const Host host = this_host();
    const std::vector<int> all = numbers(host.processors);
    EXPECT_GE(host.cores, 1);
    EXPECT_GE(host.processors.size(), static_cast<std::size_t>(host.cores));
    EXPECT_EQ(std::set<int>(all.begin(), all.end()).size(), host.processors.size());
}

TEST(Machines, UnknownOnesAreRefused) {
    EXPECT_EQ(message_of([] { find_machine("host"); }), "");
    EXPECT_THAT(message_of([] { find_machine("toaster"); }), testing::HasSubstr("toaster"));
}

} // namespace
} // namespace sartor::configurator

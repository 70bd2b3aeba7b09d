// What a sweep varies, and the machines that come out.
#include "configurator/sweep/variation.hpp"

#include "configurator/sweep/algorithms.hpp"
#include "configurator/sweep/results.hpp"
#include "tests/configurator/support.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace sartor::configurator {
namespace {

using Values = std::vector<std::string>;

Manycore machine() {
    Manycore one;
    one.name = "chip";
    one.dimensions = {4, 4};
    one.io_at = {0, 12};
    one.constants["clusters"] = {16, 1, "clusters", "", "given"};
    one.constants["smem_bytes"] = {1 << 21, 1, "bytes", "", "given"};
    one.constants["link_rate"] = {5, 4, "bytes/cycle", "", "given"};
    return one;
}

Values values_of(const std::string& text) {
    return parse_variation(text, machine()).values;
}

TEST(Variations, AreRangesThatDoubleAndLists) {
    EXPECT_EQ(values_of("clusters=4..64"), (Values{"4", "8", "16", "32", "64"}));
    EXPECT_EQ(values_of("clusters=4..7"), (Values{"4"}));
    EXPECT_EQ(values_of("smem=0.5MB..2M"), (Values{"524288", "1048576", "2097152"}));
    EXPECT_EQ(values_of("link_rate=5/4,2"), (Values{"5/4", "2"}));
    EXPECT_EQ(parse_variation("smem=64K", machine()).constant, "smem_bytes");
}

TEST(Variations, OfAnotherFormAreRefused) {
    for (const char* text : {"clusters", "=4", "clusters=", "clusters=x", "clusters=4..2", "clusters=0..2",
                             "smem=1.00001K", "smem=4GB", "clusters=-1", "clusters=4,,8", "nonsense=1"})
        EXPECT_ANY_THROW(parse_variation(text, machine())) << text;
}

TEST(Variations, AreCombined) {
    const std::vector<Point> points = points_of({{"one", {"1", "2"}}, {"other", {"3", "4", "5"}}});
    ASSERT_EQ(points.size(), 6U);
    EXPECT_EQ(points[1], (Point{"1", "4"}));
    EXPECT_EQ(points[5], (Point{"2", "5"}));
}

TEST(Variations, OfClustersGiveTheNetworkAsMany) {
    const std::vector<Variation> clusters = {{"clusters", {"8"}}};
    const auto file = nlohmann::json::parse(machine_file_of(machine(), "chip", clusters, {"8"}));
    EXPECT_EQ(file["dimensions"], (std::vector<int>{4, 2}));
    EXPECT_EQ(file["io_at"], (std::vector<int>{0, 6}));
    EXPECT_EQ(file["constants"]["clusters"]["value"], 8);
    for (const int number : {2, 3, 4, 7, 12, 64, 96}) {
        const std::string text = std::to_string(number);
        const auto other = nlohmann::json::parse(machine_file_of(machine(), "chip", clusters, {text}));
        const auto dimensions = other["dimensions"].get<std::vector<int>>();
        EXPECT_EQ(dimensions[0] * dimensions[1], number);
        EXPECT_GE(dimensions[0], dimensions[1]);
        EXPECT_NE(other["io_at"][0], other["io_at"][1]);
    }
    EXPECT_ANY_THROW(machine_file_of(machine(), "chip", clusters, {"1"}));
}

TEST(Variations, OfACollectiveAreItsAlgorithms) {
    EXPECT_TRUE(varies_collective("bcast=tree", catalog()));
    EXPECT_FALSE(varies_collective("smem=1", catalog()));
    const Variation bcast = parse_algorithms("bcast=tree,chain", "host", catalog());
    EXPECT_EQ(bcast.constant, "bcast");
    EXPECT_EQ(bcast.values, (Values{"tree", "chain"}));
    EXPECT_EQ(bcast.what, Varied::algorithm);
    for (const char* text : {"bcast", "bcast=", "bcast=bush", "bcast=tree,,chain", "bcast=./nowhere.hpp"})
        EXPECT_ANY_THROW(parse_algorithms(text, "host", catalog())) << text;
    EXPECT_ANY_THROW(parse_algorithms("bcast=shared", "chip", catalog())) << "without shared memory";
}

TEST(Variations, OfAlgorithmsAreNoConstantsOfTheMachine) {
    const std::vector<Variation> variations = {{"link_rate", {"2"}},
                                               {"bcast", {"tree"}, Varied::algorithm},
                                               {"reduce", {"chain"}, Varied::algorithm}};
    const Point point = {"2", "tree", "chain"};
    EXPECT_EQ(topology_of(variations, point), "bcast=tree,reduce=chain");
    const auto file = nlohmann::json::parse(machine_file_of(machine(), "chip", variations, point));
    EXPECT_EQ(file["constants"].size(), 1U);
}

TEST(SweepResults, OfThisComputerSayThatTheyVary) {
    SweepResults results{
        "host", "a.out", {{"ranks", {"4"}, Varied::ranks}, {"bcast", {"tree"}, Varied::algorithm}}, {}, 5};
    results.results.push_back({{"4", "tree"}, 4, "", 0.002, 0, 0, 0, 0.001, 0.004});
    EXPECT_EQ(as_table(results),
              "ranks  bcast  time ms  fastest ms  slowest ms\n"
              "    4   tree      2.0         1.0         4.0\n\n"
              "Times of this computer vary: the median of 5 runs, the fastest and the slowest.\n");
    EXPECT_EQ(as_csv(results), "ranks,bcast,seconds,fastest_seconds,slowest_seconds,failure\n"
                               "4,tree,0.002,0.001,0.004,\n");
    const auto json = nlohmann::json::parse(as_json(results));
    EXPECT_EQ(json["runs"], 5);
    EXPECT_EQ(json["results"][0]["ranks"], 4);
    EXPECT_EQ(json["results"][0]["bcast"], "tree");
    EXPECT_EQ(json["results"][0]["slowest_seconds"], 0.004);
}

TEST(SweepResults, ShowWhatFailedBesideWhatDidNot) {
    SweepResults results{"chip", "a.out", {{"clusters", {"4", "8"}}}, {}};
    results.results.push_back({{"4"}, 48, "", 0.125, 0.5, 4, 2048});
    results.results.push_back({{"8"}, 96, "it \"does\" not fit", 0, 0, 0, 0});
    EXPECT_EQ(as_table(results), "clusters  ranks  time ms  energy J  power W  memory KiB\n"
                                 "       4     48  125.000       0.5    4.000         2.0\n"
                                 "       8     96  it \"does\" not fit\n");
    EXPECT_EQ(as_csv(results), "clusters,ranks,seconds,joules,watts,memory_bytes,failure\n"
                               "4,48,0.125,0.5,4,2048,\n"
                               "8,96,,,,,\"it \"\"does\"\" not fit\"\n");
    const auto json = nlohmann::json::parse(as_json(results));
    EXPECT_EQ(json["results"][0]["seconds"], 0.125);
    EXPECT_EQ(json["results"][1]["failure"], "it \"does\" not fit");
    EXPECT_NE(as_page(results).find("it \\\"does\\\" not fit"), std::string::npos);
}

TEST(SweepResults, TellNoEnergyOfMachinesWithoutIts) {
    SweepResults results{"chip", "a.out", {{"clock", {"500"}}}, {}};
    results.results.push_back({{"500"}, 8, "", 0.125, 0, 0, 2048});
    EXPECT_EQ(as_table(results), "clock  ranks  time ms  memory KiB\n"
                                 "  500      8  125.000         2.0\n");
    EXPECT_EQ(as_csv(results), "clock,ranks,seconds,memory_bytes,failure\n500,8,0.125,2048,\n");
    EXPECT_EQ(as_page(results).find("energy"), std::string::npos);
}

} // namespace
} // namespace sartor::configurator

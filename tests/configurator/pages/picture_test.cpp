// Pictures of chips and matrices as files.
#include "configurator/pages/chip_grid.hpp"
#include "configurator/pages/pictures.hpp"
#include "configurator/pages/svg.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <set>

namespace sartor::configurator {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

TEST(Ramp, GetsDarkerAllTheWay) {
    int last = 1 << 20;
    for (int part = 0; part <= 50; ++part) {
        const Color color = ramp(part / 50.0);
        const int light = color.red * 299 + color.green * 587 + color.blue * 114;
        EXPECT_LT(light, last) << part;
        last = light;
    }
    EXPECT_FALSE(ramp(0).is_dark());
    EXPECT_TRUE(ramp(1).is_dark());
}

TEST(ChipGrid, GivesEachNodeItsOwnPlace) {
    for (const auto& dimensions : {std::vector<int>{4, 4}, {8}, {2, 2, 2, 2}, {32, 32}, {3, 2, 5}}) {
        const ChipGrid grid({true, dimensions, {0, 1}, 1, 1});
        std::set<std::pair<int, int>> places;
        for (int node = 0; node < grid.nodes(); ++node)
            EXPECT_TRUE(places.insert(grid.place_of(node)).second)
                << dimensions.size() << " dimensions, node " << node;
    }
}

TEST(ChipGrid, HasTheLinksOfItsNetwork) {
    const ChipGrid torus({true, {4, 2}, {}, 1, 1}), mesh({false, {4, 2}, {}, 1, 1});
    EXPECT_EQ(torus.neighbours_of(3), (std::vector<int>{0, 2, 7})) << "of two in a circle the way up alone";
    EXPECT_EQ(mesh.neighbours_of(3), (std::vector<int>{2, 7}));
    EXPECT_EQ(torus.side_of(3, 0), Side::right) << "over the edge";
    EXPECT_EQ(mesh.side_of(3, 2), Side::left);
    EXPECT_EQ(mesh.side_of(3, 7), Side::down);
}

TEST(ChipPicture, ShowsLoadsAndMemories) {
    const json summary =
        json::parse(R"({"machine":"<ring>","cycles":1000,"seconds":0.002,"energy":{"watts":1.5},
        "chip":{"network":"torus","dimensions":[4],"io_at":[1],"smem_bytes":1048576,"ddr_bytes":4194304},
        "ranks":[{"node":3},{"node":3}],
        "smem":[{"cluster":3,"peak":524288}],"ddr":[{"io":0,"peak":0}],
        "links":[{"from":3,"to":0,"busy":150},{"from":3,"to":3,"busy":20,"interface":"out"}]})");
    const std::string picture = chip_picture(summary);
    EXPECT_THAT(picture, HasSubstr("&lt;ring&gt;: 2 ranks, 2 ms of virtual time, 1.5 W on average"));
    EXPECT_THAT(picture, HasSubstr("class=\"link\" data-from=\"3\" data-to=\"0\" data-load=\"15\""));
    EXPECT_THAT(picture, HasSubstr(">512 KiB, 50 %<"));
    EXPECT_THAT(picture, HasSubstr(">out 2 %<"));
    EXPECT_THAT(picture, HasSubstr(">2 ranks<"));
}

TEST(MatrixPicture, HasAColourForEachDoubling) {
    const json file = json::parse(R"({"machine":"ring","ranks":2,
        "matrix":{"each":"rank","size":2,"cells":[[0,1,64,1],[1,0,4096,2]]}})");
    const std::string picture = matrix_picture(file);
    EXPECT_THAT(picture, HasSubstr("class=\"matrix\" data-side=\"2\" data-total=\"4160\""));
    EXPECT_THAT(picture, HasSubstr(">4 KiB<"));
}

} // namespace
} // namespace sartor::configurator

#include "configurator/pages/chip_grid.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace sartor::configurator {

ChipShape shape_in(const nlohmann::json& chip) {
    if (!chip.is_object()) return {};
    return {chip.at("network") == "torus", chip.at("dimensions"), chip.at("io_at"), chip.at("smem_bytes"),
            chip.at("ddr_bytes")};
}

ChipGrid::ChipGrid(const ChipShape& shape) : shape_(shape) {
    for (std::size_t dimension = 0; dimension < shape_.dimensions.size(); ++dimension) {
        clusters_ *= shape_.dimensions[dimension];
        (dimension % 2 == 0 ? columns_ : rows_) *= shape_.dimensions[dimension];
    }
}

std::pair<int, int> ChipGrid::place_of(int node) const {
    if (is_io(node)) return {number_of(node) % columns_, rows_ + number_of(node) / columns_};
    std::array<int, 2> place{}, strides{1, 1};
    for (std::size_t dimension = 0; dimension < shape_.dimensions.size(); ++dimension) {
        const int size = shape_.dimensions[dimension];
        place[dimension % 2] += node % size * strides[dimension % 2];
        strides[dimension % 2] *= size;
        node /= size;
    }
    return {place[0], place[1]};
}

Side ChipGrid::side_of(int from, int to) const {
    int stride = 1;
    for (std::size_t dimension = 0; dimension < std::min<std::size_t>(2, shape_.dimensions.size());
         ++dimension) {
        const int size = shape_.dimensions[dimension];
        const int begin = from / stride % size, end = to / stride % size;
        stride *= size;
        if (begin == end) continue;
        const bool up = shape_.torus ? (begin + 1) % size == end : end > begin;
        return dimension == 0 ? (up ? Side::right : Side::left) : up ? Side::down : Side::up;
    }
    return Side::inside;
}

// Of two clusters in a circle the way up is always taken; a mesh ends at its edges.
std::vector<int> ChipGrid::neighbours_of(int cluster) const {
    std::vector<int> neighbours;
    int stride = 1;
    for (const int size : shape_.dimensions) {
        const int at = cluster / stride % size;
        for (const int step : {1, -1}) {
            const int next = at + step;
            const bool is_edge = next < 0 || next >= size;
            if (size < 2 || (is_edge && !shape_.torus) || (step < 0 && size == 2 && shape_.torus)) continue;
            neighbours.push_back(cluster + ((next + size) % size - at) * stride);
        }
        stride *= size;
    }
    return neighbours;
}

} // namespace sartor::configurator

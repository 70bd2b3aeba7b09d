// Options in lists.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace sartor::configurator {

template <std::size_t Size>
bool one_of(const std::array<std::string_view, Size>& list, std::string_view text) {
    return std::ranges::find(list, text) != list.end();
}

} // namespace sartor::configurator

// The categories of variables and events (MPI-5.0 section 15.3.9).
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "transports/machine.hpp"

namespace sartor::mpi {

enum class ToolCategory { run, messages, queues, waiting, chip };

struct ToolCategoryText {
    std::string_view name;
    std::string_view description;
};
inline constexpr std::array<ToolCategoryText, 5> all_tool_categories = {{
    {"run", "The configuration of the library, and how the ranks run"},
    {"messages", "Messages of the rank, those of collectives included"},
    {"queues", "Messages that wait for receives, and receives that wait for messages"},
    {"waiting", "The time in which the rank waits for others"},
    {"chip", "The emulated chip, its network and its memory"},
}};

namespace internal {

template <std::size_t Count>
[[nodiscard]] constexpr auto first_categories() noexcept {
    std::array<ToolCategoryText, Count> first{};
    for (std::size_t one = 0; one < Count; ++one) first[one] = all_tool_categories[one];
    return first;
}

} // namespace internal

// The last one is there on machines that have meters.
template <class Program>
inline constexpr auto
    tool_categories = internal::first_categories<machine::Metered<typename Program::machine>
                                                     ? all_tool_categories.size()
                                                     : static_cast<std::size_t>(ToolCategory::chip)>();

} // namespace sartor::mpi

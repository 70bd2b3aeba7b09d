// The categories of variables and events (MPI-5.0 section 15.3.9).
#pragma once

#include <array>
#include <string_view>

namespace sartor::mpi {

enum class ToolCategory { run, messages, queues, waiting };

struct ToolCategoryText {
    std::string_view name;
    std::string_view description;
};
inline constexpr std::array<ToolCategoryText, 4> tool_categories = {{
    {"run", "What the library was cut for, and how the ranks run"},
    {"messages", "Messages of the rank, those of collectives included"},
    {"queues", "Messages that wait for receives, and receives that wait for messages"},
    {"waiting", "The time in which the rank waits for others"},
}};

} // namespace sartor::mpi

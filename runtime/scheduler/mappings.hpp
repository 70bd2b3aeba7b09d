// The system's limit of a process's memory mappings (Linux: vm.max_map_count), which many ranks can meet.
#pragma once

#include <cstddef>

#include "runtime/process.hpp"

namespace sartor::process {

// How many memory mappings the system allows a process.
[[nodiscard]] std::size_t mapping_limit() noexcept;

// What is left of them for guard pages when each rank has its copy of the program, and its thread.
[[nodiscard]] std::size_t mappings_for_guards(const Layout& layout) noexcept;

// Ends the run when the ranks' copies of the program alone are more than fit.
void check_images_fit(const Layout& layout) noexcept;

// A line of advice when the system refuses a rank its memory: the limit that is met first.
void report_mapping_limit() noexcept;

} // namespace sartor::process

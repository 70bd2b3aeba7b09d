// What is known of the limit is read from the system and from the run's layout.
#include "runtime/scheduler/mappings.hpp"

#include <cstdio>

#include "runtime/image/image.hpp"

namespace sartor::process {

std::size_t mapping_limit() noexcept {
    unsigned long limit = 65530; // the kernel's default
    FILE* file = std::fopen("/proc/sys/vm/max_map_count", "r");
    if (file == nullptr) return limit;
    if (std::fscanf(file, "%lu", &limit) != 1) limit = 65530;
    std::fclose(file);
    return limit;
}

std::size_t mappings_for_guards(const Layout& layout) noexcept {
    constexpr std::size_t of_everything_else = 4096; // of it the program's own allocations
    constexpr std::size_t of_a_thread = 4;
    const std::size_t limit = layout.mapping_limit > 0 ? layout.mapping_limit : mapping_limit();
    const auto in_use = static_cast<std::size_t>(layout.image_mappings > 0 ? layout.image_mappings + 1 : 0) +
                        (layout.own_threads ? of_a_thread : 0);
    const std::size_t taken =
        in_use * static_cast<std::size_t>(layout.here > 0 ? layout.here : layout.ranks) + of_everything_else;
    return taken < limit ? limit - taken : 0;
}

void check_images_fit(const Layout& layout) noexcept {
    if (layout.image_mappings == 0) return;
    const std::size_t limit = mapping_limit();
    const std::size_t most = limit / static_cast<std::size_t>(layout.image_mappings);
    const int here = layout.here > 0 ? layout.here : layout.ranks;
    if (static_cast<std::size_t>(here) <= most) return;
    report("%d ranks are too many: each rank has its own copy of the program and of its libraries, which "
           "takes at least %d memory mappings, and the system allows a process %zu (vm.max_map_count): "
           "choose fewer than %zu ranks",
           here, layout.image_mappings, limit, most);
    end_run(1);
}

void report_mapping_limit() noexcept {
    report("  perhaps %d ranks are too many: the system allows a process %zu memory mappings "
           "(vm.max_map_count); a rank takes at least %d for its copies of the program and of its libraries",
           size(), mapping_limit(), mappings_of_copies());
}

} // namespace sartor::process

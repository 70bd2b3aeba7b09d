// Prefetching: runs that together do not fit a core's own caches are fetched before they are copied.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/architecture/processor.hpp"

namespace sartor::layout::kernels {

// Below this many bytes a call of memcpy costs more than the copy.
inline constexpr std::size_t short_run = 128;
// Data on both sides do not fit a second-level cache of 1 or 2 MiB.
inline constexpr std::size_t beyond_caches = std::size_t{2} << 20;
// What is prefetched: runs up to this length, so many bytes of data ahead.
inline constexpr std::size_t longest_prefetched = 1024;
inline constexpr std::size_t prefetch_distance = 4096;
// Fewer runs are not prefetched.
inline constexpr std::size_t fewest_prefetched = beyond_caches / longest_prefetched;

enum class Access { read, write };

template <Access For>
void prefetch_line(const char* address) noexcept {
    if constexpr (For == Access::read)
        architecture::Processor::prefetch_to_read(address);
    else
        architecture::Processor::prefetch_to_write(address);
}

template <Access For>
void prefetch_lines(std::uintptr_t begin, std::uintptr_t end) noexcept {
    constexpr std::uintptr_t line = 64;
    for (std::uintptr_t next = begin / line * line; next < end; next += line)
        prefetch_line<For>(reinterpret_cast<const char*>(next));
}

// Prefetches one run; of a longer one than others its beginning.
template <Access For>
void prefetch(std::uintptr_t address, std::size_t bytes) noexcept {
    prefetch_lines<For>(address, address + (bytes < longest_prefetched ? bytes : longest_prefetched));
}

// Short runs are copied in portions of so many bytes of data while the next portion is prefetched. Gathering
// out of a list of offsets is a fifth faster than without; scattering, or copying without a list, is not, so
// they do not prefetch.
inline constexpr std::size_t portion_bytes = 1280;

// Prefetches what is between the first and the last run of a portion. Nothing when that is much more than the
// portion, or when the runs are in another order.
inline void prefetch_between(std::uintptr_t first, std::uintptr_t last) noexcept {
    if (last - first <= 4 * portion_bytes) prefetch_lines<Access::read>(first, last + 1);
}

[[nodiscard]] constexpr bool lie_beyond_caches(std::size_t count, std::size_t bytes) noexcept {
    return count >= beyond_caches / bytes;
}

// Whether `count` runs of `bytes` each, with gaps, gain from prefetching. Within the caches it costs a tenth;
// the processor recognizes longer runs itself, and the compiler's loops are ahead of shorter ones.
[[nodiscard]] constexpr bool prefetches(std::size_t count, std::size_t bytes) noexcept {
    return bytes > short_run && bytes <= longest_prefetched && lie_beyond_caches(count, bytes);
}

// Gaps at least half as long as the runs: with short ones the processor's own prefetching is as good.
// Measured with two cores that copy 4 MiB each, ratios of the times with and without, medians: gaps as long
// as runs of 256 B to 1 KiB 0.57 to 0.83, half as long 0.68 to 0.90, short ones 0.94 to 1.3.
[[nodiscard]] constexpr bool has_gaps(std::ptrdiff_t stride, std::size_t bytes) noexcept {
    const auto distance = static_cast<std::size_t>(stride < 0 ? -stride : stride);
    return distance >= bytes + bytes / 2;
}

[[nodiscard]] constexpr std::size_t runs_ahead(std::size_t bytes) noexcept {
    return prefetch_distance / bytes;
}

} // namespace sartor::layout::kernels

// Copies of more than a few words.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "components/envelope/storage.hpp"

namespace sartor::envelope {

namespace {

constexpr std::size_t page = 4096;

// In parts, each of which is loaded as a whole before it is stored.
[[gnu::noinline]] void copy_from_end(char* target, const char* source, std::size_t bytes) noexcept {
    constexpr std::size_t part = 64;
    for (; bytes > part; bytes -= part) std::memcpy(target + bytes - part, source + bytes - part, part);
    std::memcpy(target, source, bytes);
}

} // namespace

void copy_stretch(void* target, const void* source, std::size_t bytes) noexcept {
    constexpr std::uintptr_t most_behind = 31;
    const auto behind =
        (reinterpret_cast<std::uintptr_t>(target) - reinterpret_cast<std::uintptr_t>(source)) % page;
    if (bytes >= page && behind - 1 < most_behind) [[unlikely]]
        return copy_from_end(static_cast<char*>(target), static_cast<const char*>(source), bytes);
    std::memcpy(target, source, bytes);
}

} // namespace sartor::envelope

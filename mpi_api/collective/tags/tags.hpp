// The tags of collectives: they differ for the collectives of one communicator, and from all tags of
// programs.
#pragma once

#include <cstdint>

#include "components/envelope/header.hpp"
#include "mpi_api/collective/tags/signature.hpp"

namespace sartor::mpi {

namespace tags {

// The layout of these tags. They are negative and no wildcards: below the sign a bit for calls of which
// several may be in flight. Without that bit the signature follows; with it the number of the call (16 bits),
// whether it is persistent, and the folded signature.
inline constexpr std::uint32_t collective = std::uint32_t{1} << 31;
inline constexpr std::uint32_t numbered = std::uint32_t{1} << 30;
inline constexpr std::uint32_t persistent = std::uint32_t{1} << 13;
inline constexpr int number_shift = 14;
inline constexpr std::uint32_t numbers = std::uint32_t{1} << 16;

[[nodiscard]] constexpr bool is_collective(int tag) noexcept {
    return tag < 0 && tag != envelope::any_tag;
}
[[nodiscard]] constexpr bool is_numbered(int tag) noexcept {
    return (static_cast<std::uint32_t>(tag) & numbered) != 0;
}
// The number of a call, with the marks above it; 0 for blocking ones, of which only one is under way.
[[nodiscard]] constexpr std::uint32_t number_of(int tag) noexcept {
    return is_numbered(tag) ? static_cast<std::uint32_t>(tag) >> number_shift : 0;
}
[[nodiscard]] constexpr bool is_persistent(int tag) noexcept {
    return is_numbered(tag) && (static_cast<std::uint32_t>(tag) & persistent) != 0;
}

} // namespace tags

// The tag in programs whose collectives run one after the other: messages between the same two ranks do not
// overtake each other, so the signature is enough.
struct BlockingTag {
    [[nodiscard]] static constexpr bool rehearses() noexcept { return false; }
    [[nodiscard]] static constexpr bool is_numbered() noexcept { return false; }
    [[nodiscard]] static constexpr int of(Signature signature) noexcept {
        return static_cast<int>(tags::collective | signature.value());
    }
};
// The tag in programs with immediate or persistent collectives, of which several may be under way.
struct ChosenTag {
    static constexpr int blocking = -1;
    static constexpr int rehearsal = -2; // arguments are checked, nothing is sent

    int number = blocking;
    bool persistent = false;

    [[nodiscard]] constexpr bool rehearses() const noexcept { return number == rehearsal; }
    [[nodiscard]] constexpr bool is_numbered() const noexcept { return number >= 0; }
    [[nodiscard]] constexpr int of(Signature signature) const noexcept {
        if (number < 0) return BlockingTag::of(signature);
        return static_cast<int>(tags::collective | tags::numbered |
                                static_cast<std::uint32_t>(number) << tags::number_shift |
                                (persistent ? tags::persistent : 0) | signature.folded());
    }
};

// All ranks begin the immediate collectives of a communicator, and make its persistent ones, in the same
// order (MPI-5.0 sections 6.12 and 6.13): the number of each is the same everywhere.
struct CollectiveNumbers {
    std::uint32_t begun = 0;

    [[nodiscard]] int next() noexcept { return static_cast<int>(begun++ % tags::numbers); }
    // The last call has not begun, since its arguments were wrong.
    void take_back() noexcept { --begun; }
};

} // namespace sartor::mpi

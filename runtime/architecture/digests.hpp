// Digests by instructions that not all processors of an architecture have.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "components/envelope/digest.hpp"
#include "runtime/architecture/name.hpp"

#include SARTOR_ARCHITECTURE_FILE(digests.hpp)

namespace sartor::architecture {

// ways: named functions, the slowest first; what_runs(): how many of them this processor can run.
// of_words<Word>(): of words at a distance, if it can run one.
template <class D>
concept DigestsOf = requires(const char* data, std::ptrdiff_t distance, std::size_t number) {
    { D::ways[0].name } -> std::convertible_to<const char*>;
    { D::ways[0].digest } -> std::convertible_to<envelope::internal::OfStretch>;
    { D::what_runs() }
    noexcept->std::same_as<std::size_t>;
    { D::template of_words<std::uint64_t>(data, distance, number) }
    noexcept->std::same_as<envelope::Digest>;
    { D::template of_words<std::uint32_t>(data, distance, number) }
    noexcept->std::same_as<envelope::Digest>;
};
static_assert(DigestsOf<Digests>);

} // namespace sartor::architecture

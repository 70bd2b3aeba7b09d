// What identifies a message: the fields by which sends and receives are matched (MPI-5.0 section 3.2.3,
// EPOS-MPI 4.2 and 4.3). A header has only those fields in which the messages of a program can differ.
#pragma once

#include <compare>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "framework/concepts.hpp"

namespace sartor::envelope {

// EPOS-MPI 4.3: contiguous data with ==, < and =. And for MPI's wildcards:
//
// `expected.matches(arrived)`: whether a receive with the first header takes a message with the second. This
// is == but for the fields that the receive leaves open.
//
// `receive.learn(arrived)`: requires that it matches; the header is the arrived one from then on.
template <class H>
concept Header = ContiguousData<H> && Comparable<H> &&
    requires(const H& expected, const H& arrived, H& receive) {
    { expected.matches(arrived) } -> std::convertible_to<bool>;
    receive.learn(arrived);
};

inline constexpr std::int32_t any_source = -1; // MPI_ANY_SOURCE
inline constexpr std::int32_t any_tag = -2;    // MPI_ANY_TAG

// Fields of a header, as types. Their values are ranks in the communicator, tags, context numbers.
//
// For a field that every receive states:
template <class Kind>
struct ExactField {
    static constexpr bool is_present = true;
    static constexpr bool may_be_open = false;
    [[nodiscard]] static constexpr bool is_open(std::int32_t) { return false; }
};
// For a field that a receive may leave open by the wildcard of the kind.
template <class Kind>
struct OpenField {
    static constexpr bool is_present = true;
    static constexpr bool may_be_open = true;
    [[nodiscard]] static constexpr bool is_open(std::int32_t value) { return value == Kind::wildcard; }
};
// For a field in which no two messages of the program differ: it takes no space and no comparison.
template <class Kind>
struct AbsentField {
    static constexpr bool is_present = false;
    static constexpr bool may_be_open = false;
    [[nodiscard]] static constexpr bool is_open(std::int32_t) { return false; }
};

struct SourceKind {
    static constexpr std::int32_t wildcard = any_source;
};
struct TagKind {
    static constexpr std::int32_t wildcard = any_tag;
};
struct ContextKind {};

// The value of a field that is there, or an empty object for one that is not.
template <bool is_present>
struct Value {
    std::int32_t value;
    constexpr auto operator<=>(const Value&) const = default;
};
template <>
struct Value<false> {
    constexpr explicit Value(std::int32_t) {}
    constexpr auto operator<=>(const Value&) const = default;
};

// Source is an ExactField or an OpenField (a source is always there), Tag any of the three, Context an
// ExactField or an AbsentField. Values of absent fields are ignored.
//
// 4 bytes, and 4 more for a tag and for a context each. Comparing takes one or two instructions for source
// and tag together. The order of < is that of the bits, tag before source before context.
template <class Source, class Tag, class Context>
class MessageHeader {
  public:
    static constexpr std::string_view name =
        Tag::is_present ? (Context::is_present ? "source, tag, context" : "source, tag")
                        : (Context::is_present ? "source, context" : "source");

    constexpr MessageHeader() : MessageHeader(0, 0, 0) {}
    constexpr MessageHeader(std::int32_t source, std::int32_t tag, std::int32_t context)
        : word_{word_of(source, tag)}, context_{context} {}

    // The values; of a field that is absent, the fallback.
    [[nodiscard]] constexpr std::int32_t source() const { return static_cast<std::int32_t>(word_.value); }
    [[nodiscard]] constexpr std::int32_t tag(std::int32_t fallback = 0) const {
        return Tag::is_present ? upper_half(word_.value) : fallback;
    }
    [[nodiscard]] constexpr std::int32_t context(std::int32_t fallback = 0) const {
        if constexpr (Context::is_present)
            return context_.value;
        else
            return fallback;
    }

    constexpr auto operator<=>(const MessageHeader&) const = default;

    // How a header is passed to a function by value: in registers. One of 12 bytes goes through memory, on
    // both sides of the call (GCC 12), so it goes as two whole words.
    struct TwoWords {
        std::uint64_t word;
        std::uint64_t context;
        constexpr operator MessageHeader() const {
            return {static_cast<std::int32_t>(word), upper_half(word), static_cast<std::int32_t>(context)};
        }
    };
    using Passed = std::conditional_t<Tag::is_present && Context::is_present, TwoWords, MessageHeader>;
    [[nodiscard]] constexpr Passed passed() const {
        if constexpr (std::is_same_v<Passed, TwoWords>)
            return {word_.value, static_cast<std::uint32_t>(context_.value)};
        else
            return *this;
    }

    // Whether a receive with this header takes that message. `arrived` has no open fields. An open tag
    // matches tags that are not negative, which are all that programs have (MPI-5.0 section 3.2.3);
    // collective operations use negative ones.
    [[nodiscard]] constexpr bool matches(const MessageHeader& arrived) const {
        return is_open_in(word_.value ^ arrived.word_.value) && context_ == arrived.context_;
    }
    // Requires matches(arrived). Replaces the fields that were left open by the values that arrived.
    constexpr void learn(const MessageHeader& arrived) {
        if constexpr (may_be_open) *this = arrived;
    }

  private:
    static constexpr bool may_be_open = Source::may_be_open || Tag::may_be_open;

    // Source and tag are one word: compared at once, and never stored in halves. A load of what was stored
    // in halves waits until both have left the processor.
    using Bits = std::conditional_t<Tag::is_present, std::uint64_t, std::uint32_t>;
    struct [[gnu::packed, gnu::aligned(4)]] Word { // of 4 bytes' alignment: a context follows without a gap
        Bits value;
        constexpr bool operator==(const Word& other) const {
            return value == other.value;
        }
        constexpr std::strong_ordering operator<=>(const Word& other) const {
            return value <=> other.value;
        }
    };

    [[nodiscard]] static constexpr std::int32_t upper_half(std::uint64_t word) {
        return static_cast<std::int32_t>(word >> 32);
    }
    [[nodiscard]] static constexpr Bits word_of(std::int32_t source, std::int32_t tag) {
        const std::uint64_t both =
            std::uint64_t{static_cast<std::uint32_t>(tag)} << 32 | static_cast<std::uint32_t>(source);
        return static_cast<Bits>(both);
    }
    // Whether this header leaves open each field in which an arrived one differs, given as the exclusive or
    // of the two. A tag that is not negative differs from the wildcard in its sign.
    [[nodiscard]] constexpr bool is_open_in(Bits differing) const {
        if constexpr (!may_be_open) return differing == 0;
        return (static_cast<std::uint32_t>(differing) == 0 || Source::is_open(source())) &&
               (upper_half(differing) == 0 || (Tag::is_open(tag()) && upper_half(differing) < 0));
    }

    Word word_;
    [[no_unique_address]] Value<Context::is_present> context_;
};

} // namespace sartor::envelope

// What identifies a message: the fields by which sends and receives are matched (MPI-5.0 section 3.2.3,
// EPOS-MPI 4.2 and 4.3). A header is put together from only those fields that a program can tell apart.
#pragma once

#include <compare>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

#include "framework/concepts.hpp"

namespace sartor::envelope {

// EPOS-MPI 4.3: contiguous data with ==, < and =. `expected.matches(arrived)` is == with the wildcards of the
// expected header taken into account; after learn() it is the arrived one.
template <class H>
concept Header = ContiguousData<H> && Comparable<H> &&
    requires(const H& expected, const H& arrived, H& receive) {
    { expected.matches(arrived) } -> std::convertible_to<bool>;
    receive.learn(arrived);
};

inline constexpr std::int32_t any_source = -1; // MPI_ANY_SOURCE
inline constexpr std::int32_t any_tag = -2;    // MPI_ANY_TAG

// A field that a receive must name. Values are ranks in the communicator, tags, context numbers.
template <class Kind>
struct ExactField {
    static constexpr bool may_be_open = false;
    std::int32_t value = 0;
    constexpr auto operator<=>(const ExactField&) const = default;
    [[nodiscard]] constexpr bool matches(const ExactField& arrived) const { return value == arrived.value; }
};

// A field that a receive may leave open with the kind's wildcard value.
template <class Kind>
struct OpenField {
    static constexpr bool may_be_open = true;
    std::int32_t value = 0;
    constexpr auto operator<=>(const OpenField&) const = default;
    [[nodiscard]] constexpr bool matches(const OpenField& arrived) const {
        return value == Kind::wildcard || value == arrived.value;
    }
};

// A field that no message of the program can differ in: takes no space and no comparison.
template <class Kind>
struct AbsentField {
    static constexpr bool may_be_open = false;
    constexpr auto operator<=>(const AbsentField&) const = default;
    [[nodiscard]] constexpr bool matches(const AbsentField&) const { return true; }
};

struct SourceKind {
    static constexpr std::int32_t wildcard = any_source;
};
struct TagKind {
    static constexpr std::int32_t wildcard = any_tag;
};
struct ContextKind {};

template <class Field>
concept Present = requires(Field field) {
    field.value;
};

template <class Field>
constexpr void set(Field& field, std::int32_t value) {
    if constexpr (Present<Field>) field.value = value;
}

// An absent field reads as the fallback.
template <class Field>
[[nodiscard]] constexpr std::int32_t get(const Field& field, std::int32_t fallback = 0) {
    if constexpr (Present<Field>)
        return field.value;
    else
        return fallback;
}

template <class Source, class Tag, class Context>
struct MessageHeader {
    static constexpr std::string_view name = Present<Tag>
                                                 ? (Present<Context> ? "source, tag, context" : "source, tag")
                                                 : (Present<Context> ? "source, context" : "source");

    [[no_unique_address]] Source source{};
    [[no_unique_address]] Tag tag{};
    [[no_unique_address]] Context context{};

    constexpr MessageHeader() = default;
    // Source and tag by one store: headers are copied soon after they are made, and a load of what was stored
    // in halves waits until both have left the processor.
    constexpr MessageHeader(std::int32_t from, std::int32_t with_tag, std::int32_t in_context) {
        if (Present<Source> && Present<Tag> && !std::is_constant_evaluated()) {
            const std::uint64_t both =
                std::uint64_t{static_cast<std::uint32_t>(with_tag)} << 32 | static_cast<std::uint32_t>(from);
            static_assert(!Present<Source> || !Present<Tag> || sizeof(MessageHeader) >= sizeof both);
            std::memcpy(static_cast<void*>(this), &both, sizeof both);
        } else {
            set(source, from);
            set(tag, with_tag);
        }
        set(context, in_context);
    }

    constexpr auto operator<=>(const MessageHeader&) const = default;

    [[nodiscard]] constexpr bool matches(const MessageHeader& arrived) const {
        return source.matches(arrived.source) && tag.matches(arrived.tag) && context.matches(arrived.context);
    }
    // An expected header becomes the arrived one that it matches: what it left open is known now. As a whole:
    // a load of what was stored in parts waits for all of them to reach the cache.
    constexpr void learn(const MessageHeader& arrived) {
        if constexpr (Source::may_be_open || Tag::may_be_open || Context::may_be_open) *this = arrived;
    }
};

} // namespace sartor::envelope

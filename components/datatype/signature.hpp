// The type signature of a datatype: the predefined datatypes of which it consists, in the order of its data,
// without their displacements (MPI-5.0 section 5.1.1).
#pragma once

#include <cstddef>
#include <cstdint>

#include "components/datatype/basic.hpp"
#include "components/datatype/checked_type.hpp"
#include "components/datatype/type.hpp"

namespace sartor::datatype {

namespace internal {

// How many elements of the index-th old datatype are in one element. Only a struct has more than one old
// datatype.
template <class Where>
[[nodiscard]] std::int64_t repeats_of(const Type<Where>& type, std::size_t index) noexcept {
    if (type.contents.combiner() == Combiner::structure) return type.contents.count_at(1 + index);
    const Origin old = type.contents.origin_at(0);
    return is_predefined(old) ? type.element.items : type.element.items / Type<Where>::of(old).element.items;
}

} // namespace internal

// Calls visit(predefined, count) for each run of equal predefined datatypes in `count` elements, until visit
// returns false; returns whether it never did. Adjacent runs of the same datatype may be visited separately.
// Takes time proportional to the number of runs, not of elements; recursion as deep as datatypes are nested
// whose basic elements differ.
template <class Where, class Visit>
bool visit_signature(Origin origin, std::int64_t count, Visit& visit) noexcept {
    if (count == 0) return true;
    if (is_predefined(origin)) return visit(static_cast<std::intptr_t>(origin), count);
    const Type<Where>& type = Type<Where>::of(origin);
    if (type.element.items == 0) return true;
    if (type.element.item != 0) return visit(std::intptr_t{type.element.item}, count * type.element.items);
    for (std::int64_t element = 0; element < count; ++element)
        for (std::size_t index = 0; index < type.contents.origin_count(); ++index)
            if (!visit_signature<Where>(type.contents.origin_at(index), internal::repeats_of(type, index),
                                        visit))
                return false;
    return true;
}

// Basic elements in a predefined datatype, as MPI_Get_elements counts them: two in a pair.
[[nodiscard]] constexpr std::int64_t elements_of(std::intptr_t type) noexcept {
    return find_pair(type) != nullptr ? 2 : 1;
}

// The origin of a valid datatype by its handle, for any level.
template <class Level>
[[nodiscard]] Origin origin_of(const Level& level, std::intptr_t type) noexcept {
    auto origin = static_cast<Origin>(type);
    level.with_derived(type, [&](const auto& entry) { origin = entry.type->element.origin; });
    return origin;
}

namespace internal {

template <class Level>
struct where_of {
    using type = NoLayout;
};
template <class Level>
requires Level::has_derived struct where_of<Level> {
    using type = typename Level::Where;
};

} // namespace internal

// visit_signature() for a datatype by its handle.
template <class Level, class Visit>
bool visit_signature_of(const Level& level, std::intptr_t type, std::int64_t count, Visit& visit) noexcept {
    return visit_signature<typename internal::where_of<Level>::type>(origin_of(level, type), count, visit);
}

// The bytes of one element of a valid predefined datatype in a message of this level.
template <class Level>
[[nodiscard]] std::int64_t bytes_in_message(std::intptr_t type) noexcept {
    const PairParts* pair = Level::sends_gaps ? nullptr : find_pair(type);
    return static_cast<std::int64_t>(pair != nullptr ? pair->data_bytes() : Basic::size_of(type));
}

// The predefined datatype of which all data of a valid datatype are; 0 when they are of several.
template <class Level>
[[nodiscard]] std::intptr_t item_of(const Level& level, std::intptr_t type) noexcept {
    level.with_derived(type, [&](const auto& entry) { type = entry.type->element.item; });
    return type;
}

// Two numbers of one predefined datatype as that one: MPI_INT for MPI_2INT; 0 for the pairs of Fortran, whose
// numbers may be sent as they are, too. Others are returned as they are.
[[nodiscard]] inline std::intptr_t number_of_pair(std::intptr_t type) noexcept {
    constexpr std::intptr_t two_int = 555; // MPI_2INT in the standard's ABI
    const PairParts* const pair = find_pair(type);
    if (pair == nullptr || pair->first != pair->second) return type;
    return type == two_int ? pair->first : 0;
}

namespace internal {

template <class Level>
[[nodiscard, gnu::noinline]] CheckedType checked_type_of_several(const Level& level, std::intptr_t type,
                                                                 std::int64_t count) noexcept {
    CheckedType checked;
    int index = 0;
    const auto set = [&](std::intptr_t predefined, std::int64_t repeats) {
        const PairParts* const pair = find_pair(predefined);
        if (pair != nullptr && number_of_pair(predefined) == 0) return false;
        for (bool has_room = true; has_room && repeats > 0; --repeats) {
            has_room = checked.set(index++, pair != nullptr ? pair->first : predefined);
            if (pair != nullptr) has_room = checked.set(index++, pair->second);
        }
        return index < CheckedType::most_elements;
    };
    visit_signature_of(level, type, count, set);
    return checked;
}

} // namespace internal

// What the first elements of `count` elements of a valid datatype are. A pair counts as its two numbers;
// those of Fortran are unknown, since their numbers may be sent as they are, too.
template <class Level>
[[nodiscard, gnu::always_inline]] inline CheckedType checked_type_of(const Level& level, std::intptr_t type,
                                                                     std::int64_t count) noexcept {
    std::intptr_t item = type;
    std::int64_t items = count;
    level.with_derived(type, [&](const auto& entry) {
        item = entry.type->element.item;
        items *= entry.type->element.items;
    });
    if (item != 0 && !may_be_pair(item)) [[likely]]
        return CheckedType::of_equal(item, items);
    return internal::checked_type_of_several(level, type, count);
}

} // namespace sartor::datatype

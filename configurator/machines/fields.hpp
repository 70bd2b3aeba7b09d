// What may stand among the constants of a machine's file: the list of fields that the emulator has.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace sartor::configurator {

/// A whole number from least to most, or a rate, whose two parts are such numbers.
struct Field {
    const char* name;
    const char* unit;
    std::int64_t least;
    std::int64_t most;
    const char* meaning;
    bool is_rate;
};

inline constexpr std::int64_t largest_rate_part = 1'000'000;

inline constexpr Field machine_fields[] = {
#define FIELD(name, unit, least, most, meaning) {#name, unit, least, most, meaning, false},
#define RATE(name, unit, meaning) {#name, unit, 1, largest_rate_part, meaning, true},
#include "emulation/fields.inc"
#undef FIELD
#undef RATE
};

/// Of the family noc: its networks'. What programs need besides is among machine_fields.
inline constexpr Field noc_fields[] = {
#define FIELD(name, unit, least, most, meaning) {#name, unit, least, most, meaning, false},
#define RATE(name, unit, meaning) {#name, unit, 1, largest_rate_part, meaning, true},
#include "emulation/noc/fields.inc"
#undef FIELD
#undef RATE
};

/// The same, of machines of several chips: their links'.
inline constexpr Field link_fields[] = {
#define FIELD(name, unit, least, most, meaning) {#name, unit, least, most, meaning, false},
#define RATE(name, unit, meaning) {#name, unit, 1, largest_rate_part, meaning, true},
#include "emulation/noc/links.inc"
#undef FIELD
#undef RATE
};

/// Where a value comes from.
inline constexpr const char* constant_kinds[] = {"given", "calibrated", "derived", "assumed"};

/// Null when there is none of that name.
inline const Field* find_field(std::string_view name) {
    const auto* found =
        std::ranges::find_if(machine_fields, [&](const Field& field) { return name == field.name; });
    return found == std::end(machine_fields) ? nullptr : found;
}

} // namespace sartor::configurator

// The text of a choice of algorithms, for `sartor explain`; put together by the compiler.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include <boost/mp11/algorithm.hpp>
#include <boost/mp11/list.hpp>

#include "components/collective/choice/choice.hpp"
#include "framework/constant_text.hpp"

namespace sartor::collective {

namespace internal {

constexpr void put_number(TextWriter& writer, std::size_t number) {
    char digits[20] = {};
    std::size_t count = 0;
    for (; count == 0 || number != 0; number /= 10) digits[count++] = static_cast<char>('0' + number % 10);
    while (count > 0) writer.put({&digits[--count], 1});
}

// "512 B", "64 KiB"
constexpr void put_bytes(TextWriter& writer, std::size_t bytes) {
    constexpr std::size_t step = 1024;
    constexpr std::array<std::string_view, 3> units{" B", " KiB", " MiB"};
    std::size_t unit = 0;
    for (; unit + 1 < units.size() && bytes >= step && bytes % step == 0; ++unit) bytes /= step;
    put_number(writer, bytes);
    writer.put(units[unit]);
}

template <class Entry>
constexpr void put_entry(TextWriter& writer) {
    writer.put(Entry::algorithm::name);
    if (Entry::bytes != any_bytes) {
        writer.put(" up to ");
        put_bytes(writer, Entry::bytes);
    }
    if (Entry::ranks != any_ranks) {
        writer.put(Entry::bytes != any_bytes ? " and " : " up to ");
        put_number(writer, static_cast<std::size_t>(Entry::ranks));
        writer.put(" ranks");
    }
}

template <class Choices>
constexpr void put_choices(TextWriter& writer) {
    bool first = true;
    boost::mp11::mp_for_each<Choices>([&](auto entry) {
        if (!first) writer.put("; then ");
        put_entry<decltype(entry)>(writer);
        first = false;
    });
}

} // namespace internal

// A component for a slot, with the choice as its name: "binomial tree up to 512 B; then shared memory".
template <class Choices>
struct ChosenAlgorithms {
    static constexpr std::string_view name = constant_text<internal::put_choices<Choices>>;
};

// The slot of one collective (framework/slot.hpp).
template <class Collective, class Choices>
struct choice_slot {
    static constexpr std::string_view layer = "collective";
    static constexpr std::string_view role = Collective::name;
    using type = ChosenAlgorithms<Choices>;
    using because = boost::mp11::mp_list<>;
    using below = boost::mp11::mp_list<>;
};

} // namespace sartor::collective

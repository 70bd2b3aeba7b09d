// Predefined reduction operations on predefined datatypes: the loops of those that a program names.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

#include <boost/mp11/algorithm.hpp>
#include <boost/mp11/list.hpp>

#include "components/collective/operands/operand_class.hpp"
#include "components/collective/operands/predefined_operations.hpp"
#include "components/datatype/predefined.hpp"
#include "components/features.hpp"
#include "framework/features.hpp"

namespace sartor::collective {

// Operations that give the same bits for signed and unsigned integers of a size: those share one loop.
template <class Operation>
inline constexpr bool ignores_sign = boost::mp11::mp_contains<
    boost::mp11::mp_list<Sum, Product, BitAnd, BitOr, BitXor, LogicalAnd, LogicalOr, LogicalXor>,
    Operation>::value;

template <class Operation, class T>
struct operand {
    using type = T;
};
template <class Operation, IntegerType T>
requires ignores_sign<Operation>
struct operand<Operation, T> {
    using type = std::conditional_t<sizeof(T) == sizeof(long), unsigned long, std::make_unsigned_t<T>>;
};

// into[i] = into[i] op from[i] for `count` elements: into holds the operands of the lower ranks.
using Join = void (*)(const void* from, void* into, std::size_t count);

// What programs reduce most is joined 16 bytes at a time, whether the compiler would vectorize it or not.
template <class Operation, class T>
inline constexpr bool joined_in_lanes =
    (sizeof(T) == 4 || sizeof(T) == 8) &&
    (std::floating_point<T>
         ? boost::mp11::mp_contains<boost::mp11::mp_list<Sum, Product, Min, Max>, Operation>::value
         : std::unsigned_integral<T> && std::same_as<Operation, Sum>);

// Returns how many elements were joined: all but the last few. Needs no alignment.
template <class Operation, class T>
[[nodiscard]] std::size_t join_lanes(const T* right, T* left, std::size_t count) {
    constexpr std::size_t lanes = 16 / sizeof(T);
    using Lanes [[gnu::vector_size(16)]] = T;
    std::size_t index = 0;
    for (; index + lanes <= count; index += lanes) {
        Lanes lower, upper;
        std::memcpy(&lower, left + index, sizeof lower);
        std::memcpy(&upper, right + index, sizeof upper);
        const Lanes joined = Operation::template join<Lanes>(lower, upper);
        std::memcpy(left + index, &joined, sizeof joined);
    }
    return index;
}

// into[k] = into[k] op from[k] for `count` operands. The two must not overlap.
template <class Operation, class T>
void join_all(const void* from, void* into, std::size_t count) {
    const auto* right = static_cast<const T*>(from);
    auto* left = static_cast<T*>(into);
    std::size_t index = 0;
    if constexpr (joined_in_lanes<Operation, T>) index = join_lanes<Operation>(right, left, count);
    for (; index < count; ++index) left[index] = Operation::template join<T>(left[index], right[index]);
}

// The same on a machine whose time they take (machine::TimesOwnWork).
template <class Machine, class Operation, class T>
void join_and_account(const void* from, void* into, std::size_t count) {
    join_all<Operation, T>(from, into, count);
    Machine::combined(count * sizeof(T));
}

// The loop of an operation on a machine.
template <class Machine, class Operation, class T>
inline constexpr Join join_on = [] {
    if constexpr (requires { Machine::combined(std::size_t{0}); })
        return &join_and_account<Machine, Operation, T>;
    else
        return &join_all<Operation, T>;
}();

// MPI_LOGICAL and its sized kin: integers by their C types, truth values by their meaning. By ABI value.
inline constexpr bool is_fortran_logical(std::intptr_t datatype) {
    return datatype == 536 || datatype == 704 || datatype == 712 || datatype == 720 || datatype == 728;
}

// The class of a datatype and the size of its numbers; for a pair, of its value.
template <class T>
[[nodiscard]] constexpr OperandClass class_of(int operation, bool truth_values) {
    if (truth_values || LogicalType<T>) return {operation, NumberClass::truth_values, sizeof(T)};
    if constexpr (PairType<T>)
        return {operation, NumberClass::pairs, sizeof(T{}.value)};
    else if constexpr (ComplexType<T>)
        return {operation, NumberClass::complex, sizeof(T)};
    else if constexpr (std::floating_point<T>)
        return {operation, NumberClass::floating_point, sizeof(T)};
    else if constexpr (std::same_as<T, std::byte>)
        return {operation, NumberClass::bytes, sizeof(T)};
    else
        return {operation, std::signed_integral<T> ? NumberClass::integers : NumberClass::unsigned_integers,
                sizeof(T)};
}

// A predefined operation on a predefined datatype: its loop, and what ranks compare of their calls.
struct Kernel {
    std::int16_t datatype;
    std::int16_t operation;
    OperandClass operands;
    Join join;
};

namespace internal {

template <class Set>
struct named {
    template <class Operation>
    using operation = std::bool_constant<has<Set, feature::predefined_operation<Operation::value>>>;
    template <class Entry>
    using datatype = std::bool_constant<has<Set, feature::predefined_datatype<Entry::value>>>;
};

// Packed data are of several types.
inline constexpr std::intptr_t packed = 519;

template <class Operation, class Entry>
using defined =
    std::bool_constant<Entry::value != packed && (is_fortran_logical(Entry::value)
                                                      ? Operation::template defined<bool>
                                                      : Operation::template defined<typename Entry::type>)>;

template <class Pair>
using is_defined = boost::mp11::mp_apply<defined, Pair>;

// Pairs of an operation and a datatype that the program names and the standard defines.
template <class Set>
using pairs = boost::mp11::mp_copy_if<
    boost::mp11::mp_product<
        boost::mp11::mp_list, boost::mp11::mp_copy_if<predefined_operations, named<Set>::template operation>,
        boost::mp11::mp_copy_if<datatype::predefined_list, named<Set>::template datatype>>,
    is_defined>;

template <class Machine, class List>
struct kernels;
template <class Machine, class... Pairs>
struct kernels<Machine, boost::mp11::mp_list<Pairs...>> {
    static constexpr std::array<Kernel, sizeof...(Pairs)> table{Kernel{
        static_cast<std::int16_t>(boost::mp11::mp_second<Pairs>::value),
        static_cast<std::int16_t>(boost::mp11::mp_first<Pairs>::value),
        class_of<typename boost::mp11::mp_second<Pairs>::type>(
            boost::mp11::mp_first<Pairs>::value, is_fortran_logical(boost::mp11::mp_second<Pairs>::value)),
        join_on<Machine, boost::mp11::mp_first<Pairs>,
                typename operand<boost::mp11::mp_first<Pairs>,
                                 typename boost::mp11::mp_second<Pairs>::type>::type>}...};
};

} // namespace internal

// The reductions that a program can do: those whose operation and datatype it names. find() gives null for a
// pair that the standard does not define or the program does not name. Cost: linear in the number of pairs.
// `Machine` accounts the time of joins, if it takes any.
template <class Set, class Machine = void>
struct PredefinedOperations {
    static constexpr std::string_view name = "predefined operations";

    [[nodiscard]] static const Kernel* find_kernel(std::intptr_t operation, std::intptr_t type) noexcept {
        for (const Kernel& kernel : internal::kernels<Machine, internal::pairs<Set>>::table)
            if (kernel.operation == operation && kernel.datatype == type) return &kernel;
        return nullptr;
    }
    [[nodiscard]] static Join find(std::intptr_t operation, std::intptr_t type) noexcept {
        const Kernel* kernel = find_kernel(operation, type);
        return kernel == nullptr ? nullptr : kernel->join;
    }

    // Whether the value is that of any predefined operation, named or not.
    [[nodiscard]] static bool is_operation(std::intptr_t operation) noexcept {
        bool found = false;
        boost::mp11::mp_for_each<predefined_operations>(
            [&](auto one) { found = found || one.value == operation; });
        return found;
    }
};

} // namespace sartor::collective

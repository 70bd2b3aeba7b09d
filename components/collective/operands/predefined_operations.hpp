// The predefined reduction operations and the datatypes on which each is defined (MPI-5.0 section 6.9.2).
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <boost/mp11/list.hpp>

#include "components/datatype/c_types.hpp"

namespace sartor::collective {

// The classes of datatypes that operations are defined on.
template <class T>
concept LogicalType = std::same_as<T, bool>;
// MPI_CHAR is text, which has no sum by the standard; other MPIs join it as a number, and programs rely on
// that.
template <class T>
concept TextType = std::same_as<T, wchar_t>;
template <class T>
concept IntegerType = std::integral<T> && !LogicalType<T> && !TextType<T>;
template <class T>
concept ComplexType = std::same_as<T, float _Complex> || std::same_as<T, double _Complex> ||
    std::same_as<T, long double _Complex> || std::same_as<T, datatype::quad_complex>;
template <class T>
concept OrderedType = IntegerType<T> || std::floating_point<T> || std::same_as<T, datatype::quad_precision>;
template <class T>
concept PairType = requires(T pair) {
    pair.value;
    pair.index;
};

// One struct for each operation: its value in the standard's ABI, whether it is defined for a type, and
// join(left, right) of two elements.
struct Sum {
    static constexpr int value = 33;
    template <class T>
    static constexpr bool defined = OrderedType<T> || ComplexType<T>;
    template <class T>
    static T join(T left, T right) {
        return static_cast<T>(left + right);
    }
};
struct Min {
    static constexpr int value = 34;
    template <class T>
    static constexpr bool defined = OrderedType<T>;
    template <class T>
    static T join(T left, T right) {
        return right < left ? right : left;
    }
};
struct Max {
    static constexpr int value = 35;
    template <class T>
    static constexpr bool defined = OrderedType<T>;
    template <class T>
    static T join(T left, T right) {
        return left < right ? right : left;
    }
};
struct Product {
    static constexpr int value = 36;
    template <class T>
    static constexpr bool defined = OrderedType<T> || ComplexType<T>;
    template <class T>
    static T join(T left, T right) {
        if constexpr (std::unsigned_integral<T>) return static_cast<T>(1U * left * right); // no int between
        return static_cast<T>(left * right);
    }
};

template <class T>
concept BitsType = IntegerType<T> || std::same_as<T, std::byte>;
struct BitAnd {
    static constexpr int value = 40;
    template <class T>
    static constexpr bool defined = BitsType<T>;
    template <class T>
    static T join(T left, T right) {
        return static_cast<T>(left & right);
    }
};
struct BitOr {
    static constexpr int value = 41;
    template <class T>
    static constexpr bool defined = BitsType<T>;
    template <class T>
    static T join(T left, T right) {
        return static_cast<T>(left | right);
    }
};
struct BitXor {
    static constexpr int value = 42;
    template <class T>
    static constexpr bool defined = BitsType<T>;
    template <class T>
    static T join(T left, T right) {
        return static_cast<T>(left ^ right);
    }
};

template <class T>
concept TruthType = IntegerType<T> || LogicalType<T>;
struct LogicalAnd {
    static constexpr int value = 48;
    template <class T>
    static constexpr bool defined = TruthType<T>;
    template <class T>
    static T join(T left, T right) {
        return static_cast<T>(left && right);
    }
};
struct LogicalOr {
    static constexpr int value = 49;
    template <class T>
    static constexpr bool defined = TruthType<T>;
    template <class T>
    static T join(T left, T right) {
        return static_cast<T>(left || right);
    }
};
struct LogicalXor {
    static constexpr int value = 50;
    template <class T>
    static constexpr bool defined = TruthType<T>;
    template <class T>
    static T join(T left, T right) {
        return static_cast<T>(!left != !right);
    }
};

// The smaller value with its index; of equal values the lower index (MPI-5.0 section 6.9.4).
struct MinLocation {
    static constexpr int value = 56;
    template <class T>
    static constexpr bool defined = PairType<T>;
    template <class T>
    static T join(T left, T right) {
        if (left.value == right.value) return left.index < right.index ? left : right;
        return left.value < right.value ? left : right;
    }
};
struct MaxLocation {
    static constexpr int value = 57;
    template <class T>
    static constexpr bool defined = PairType<T>;
    template <class T>
    static T join(T left, T right) {
        if (left.value == right.value) return left.index < right.index ? left : right;
        return right.value < left.value ? left : right;
    }
};

using predefined_operations = boost::mp11::mp_list<Sum, Min, Max, Product, BitAnd, BitOr, BitXor, LogicalAnd,
                                                   LogicalOr, LogicalXor, MinLocation, MaxLocation>;

} // namespace sartor::collective

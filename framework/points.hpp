// Points of an operation at which aspects act that the operation does not know: a check, a note, a report.
//
// A point is a type that says what acting there gives:
//
//     struct SendStarts : may_refuse {};
//
// An aspect lists its points and has a function for each; the first refusal or error is the result:
//
//     struct WatchedBuffers {
//         using points = boost::mp11::mp_list<SendStarts>;
//         static bool at(SendStarts, auto& call, auto& request) noexcept;
//     };
//
//     at_point<Aspects>(SendStarts(), call, request)
//
// Calls are resolved by the compiler. With a list of aspects none of which has the point nothing is done.
#pragma once

#include <type_traits>

#include <boost/mp11/algorithm.hpp>

namespace sartor {

// The operation may go on, or an aspect refuses it and has reported why.
struct may_refuse {
    using Result = bool;
    static constexpr bool passes = true;
    [[nodiscard]] static constexpr bool goes_on(bool result) noexcept { return result; }
};
// The operation is over: 0, or the error that an aspect has found, by which the function returns.
struct may_fail {
    using Result = int;
    static constexpr int passes = 0;
    [[nodiscard]] static constexpr bool goes_on(int result) noexcept { return result == 0; }
};
// Aspects take note.
struct is_noted : may_refuse {};

template <class Aspect, class Point>
inline constexpr bool acts_at = boost::mp11::mp_contains<typename Aspect::points, Point>::value;

namespace internal {
template <class Aspects>
struct acting;
template <template <class...> class List, class... Aspects>
struct acting<List<Aspects...>> {
    template <class Aspect, class Point, class... Arguments>
    [[gnu::always_inline]] static constexpr typename Point::Result one([[maybe_unused]] Point point,
                                                                       Arguments&... arguments) noexcept {
        if constexpr (!acts_at<Aspect, Point>)
            return Point::passes;
        else if constexpr (std::is_base_of_v<is_noted, Point>)
            return Aspect::at(point, arguments...), true;
        else
            return Aspect::at(point, arguments...);
    }
    template <class Point, class... Arguments>
    [[gnu::always_inline]] static constexpr typename Point::Result all([[maybe_unused]] Point point,
                                                                       Arguments&... arguments) noexcept {
        typename Point::Result result = Point::passes;
        static_cast<void>((Point::goes_on(result = one<Aspects>(point, arguments...)) && ...));
        return result;
    }
};
} // namespace internal

// What the aspects of the list do at this point, in their order.
template <class Aspects, class Point, class... Arguments>
[[gnu::always_inline]] constexpr typename Point::Result at_point(Point point,
                                                                 Arguments&&... arguments) noexcept {
    return internal::acting<Aspects>::all(point, arguments...);
}

} // namespace sartor

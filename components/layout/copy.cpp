// Copies between layouts: walks both in step, and calls a kernel for as many bytes as one moves at once.
#include "components/layout/copy.hpp"

#include <cstring>

#include "components/layout/kernels.hpp"
#include "components/layout/walk.hpp"

namespace sartor::layout {

namespace {

[[nodiscard]] std::size_t least(std::size_t one, std::size_t other) noexcept {
    return one < other ? one : other;
}

// How many runs, from the next on, fit into `room` bytes; at least one does.
[[nodiscard]] std::size_t fitting_runs(const Walk& walk, std::size_t room) noexcept {
    const Shape& shape = walk.runs();
    const std::size_t left = shape.count - walk.run();
    if (shape.length != 0) return least(room / shape.length, left);
    std::size_t number = 0;
    for (; number < left && shape.lengths[walk.run() + number] <= room; ++number)
        room -= shape.lengths[walk.run() + number];
    return number;
}

[[nodiscard]] kernels::Side side_of(const Walk& walk) noexcept {
    return {walk.base(), static_cast<std::uintptr_t>(walk.runs().stride),
            static_cast<std::uintptr_t>(walk.round_stride())};
}

// Regular runs: as many rounds as fit, or as many repeats of one.
template <Direction Way>
[[nodiscard]] std::size_t move_repeats(Walk& scattered, std::uintptr_t dense, std::size_t room) noexcept {
    const std::size_t length = scattered.runs().length;
    const std::size_t left = scattered.repeats_left();
    const std::size_t fitting = room / length;
    const bool whole = fitting >= left && scattered.at_round();
    const std::size_t rounds = whole ? least(fitting / left, scattered.rounds_left()) : 1;
    const std::size_t repeats = whole ? left : least(fitting, left);
    const kernels::Side side{dense, length, repeats * length};
    if constexpr (Way == Direction::gather)
        kernels::move_regular(side, side_of(scattered), rounds, repeats, length);
    else
        kernels::move_regular(side_of(scattered), side, rounds, repeats, length);
    whole ? scattered.pass_rounds(rounds) : scattered.pass_repeats(repeats);
    return rounds * repeats * length;
}

// Runs of one list, in this repeat.
template <Direction Way>
[[nodiscard]] std::size_t move_listed(const Shape& shape, std::uintptr_t base, std::size_t first,
                                      std::size_t number, std::uintptr_t dense) noexcept {
    const kernels::Listed list{base, shape.offsets + first};
    if (shape.length == 0) {
        const std::size_t* const lengths = shape.lengths + first;
        if (number >= kernels::fewest_prefetched)
            if (const std::size_t average = shape.bytes / shape.run_total;
                list.gains_by_prefetching(number, average))
                return kernels::move_ragged_ahead<Way>(list, lengths, number, average, dense);
        return kernels::move_ragged<Way>(list, lengths, number, dense);
    }
    kernels::move_listed<Way>(list, number, shape.length, dense);
    return number * shape.length;
}

// Whole lists as long as they fit, or a part of one.
template <Direction Way>
[[nodiscard]] std::size_t move_lists(Walk& scattered, std::uintptr_t dense, std::size_t room) noexcept {
    const Shape& shape = scattered.runs();
    const std::size_t list_bytes = shape.bytes / shape.repeats;
    if (scattered.run() != 0 || room < list_bytes) {
        const std::size_t number = fitting_runs(scattered, room);
        const std::size_t bytes = move_listed<Way>(shape, scattered.base(), scattered.run(), number, dense);
        scattered.pass_runs(number);
        return bytes;
    }
    const std::size_t number = least(room / list_bytes, scattered.repeats_left());
    std::uintptr_t base = scattered.base();
    for (std::size_t repeat = 0; repeat < number; ++repeat, base += static_cast<std::uintptr_t>(shape.stride))
        dense += move_listed<Way>(shape, base, 0, shape.count, dense);
    scattered.pass_repeats(number);
    return number * list_bytes;
}

// From or to dense memory with room for at least the next run.
template <Direction Way>
[[nodiscard]] std::size_t move_many(Walk& scattered, std::uintptr_t dense, std::size_t room) noexcept {
    return scattered.runs().offsets == nullptr ? move_repeats<Way>(scattered, dense, room)
                                               : move_lists<Way>(scattered, dense, room);
}

// Both sides regular, with runs of one length.
[[nodiscard]] std::size_t move_both(Walk& to, Walk& from, std::size_t most) noexcept {
    const std::size_t length = from.runs().length;
    const std::size_t left = least(to.repeats_left(), from.repeats_left());
    const std::size_t fitting = most / length;
    const bool whole =
        fitting >= left && to.at_round() && from.at_round() && to.repeats_left() == from.repeats_left();
    const std::size_t rounds = whole ? least(fitting / left, least(to.rounds_left(), from.rounds_left())) : 1;
    const std::size_t repeats = whole ? left : least(fitting, left);
    kernels::move_regular(side_of(to), side_of(from), rounds, repeats, length);
    whole ? to.pass_rounds(rounds) : to.pass_repeats(repeats);
    whole ? from.pass_rounds(rounds) : from.pass_repeats(repeats);
    return rounds * repeats * length;
}

// The runs of a list from the next on.
[[nodiscard]] kernels::Listed listed_of(const Walk& walk) noexcept {
    return {walk.base(), walk.runs().offsets + walk.run()};
}

// How many runs both lists have left.
[[nodiscard]] std::size_t common_runs(const Walk& one, const Walk& other) noexcept {
    return least(one.runs().count - one.run(), other.runs().count - other.run());
}

// Short lists of the same runs, or lists of as many runs of one length.
[[nodiscard]] bool are_alike(const Shape& one, const Shape& other) noexcept {
    constexpr std::size_t worth_comparing = 64;
    if (one.offsets == nullptr || other.offsets == nullptr || one.count != other.count) return false;
    if (one.length != 0 || other.length != 0) return one.length == other.length;
    return one.lengths == other.lengths ||
           (one.count <= worth_comparing &&
            std::memcmp(one.lengths, other.lengths, one.count * sizeof(std::size_t)) == 0);
}

// One list of runs to another that is alike.
void move_list(const Shape& runs, kernels::Listed to, kernels::Listed from) noexcept {
    if (runs.length != 0) return kernels::move_paired(to, from, runs.count, runs.length);
    for (std::size_t run = 0; run < runs.count; ++run)
        kernels::copy(to.at(run), from.at(run), runs.lengths[run]);
}

// Both sides at the beginning of lists that are alike; 0 when not even one list fits.
[[nodiscard]] std::size_t move_alike(Walk& to, Walk& from, std::size_t most) noexcept {
    const std::size_t list_bytes = from.runs().bytes / from.runs().repeats;
    const std::size_t number = least(most / list_bytes, least(to.repeats_left(), from.repeats_left()));
    if (number == 0) return 0;
    kernels::Listed target = listed_of(to);
    kernels::Listed source = listed_of(from);
    for (std::size_t repeat = 0; repeat < number; ++repeat) {
        move_list(to.runs(), target, source);
        target.base += static_cast<std::uintptr_t>(to.runs().stride);
        source.base += static_cast<std::uintptr_t>(from.runs().stride);
    }
    to.pass_repeats(number);
    from.pass_repeats(number);
    return number * list_bytes;
}

// Runs of two lists as long as they have the same lengths, from the next on.
[[nodiscard]] std::size_t move_matching(Walk& to, Walk& from, std::size_t most) noexcept {
    const std::size_t number = common_runs(to, from);
    const std::size_t* const lengths = to.runs().lengths + to.run();
    const std::size_t* const other_lengths = from.runs().lengths + from.run();
    const kernels::Listed target = listed_of(to);
    const kernels::Listed source = listed_of(from);
    std::size_t moved = 0;
    std::size_t run = 0;
    for (; run < number && lengths[run] == other_lengths[run] && lengths[run] <= most - moved; ++run) {
        kernels::copy(target.at(run), source.at(run), lengths[run]);
        moved += lengths[run];
    }
    to.pass_runs(run);
    from.pass_runs(run);
    return moved;
}

// Runs of one length out of two lists, from the next on, as many as both have left and fit.
[[nodiscard]] std::size_t move_even(Walk& to, Walk& from, std::size_t most) noexcept {
    const std::size_t length = to.runs().length;
    const std::size_t number = least(most / length, common_runs(to, from));
    kernels::move_paired(listed_of(to), listed_of(from), number, length);
    to.pass_runs(number);
    from.pass_runs(number);
    return number * length;
}

[[nodiscard]] bool is_ragged(const Walk& walk) noexcept {
    return walk.runs().length == 0;
}
[[nodiscard]] bool is_even_list(const Walk& walk) noexcept {
    return walk.runs().offsets != nullptr && walk.runs().length != 0;
}
[[nodiscard]] bool at_list(const Walk& walk) noexcept {
    return walk.at_run() && walk.run() == 0;
}
[[nodiscard]] bool is_regular(const Walk& walk) noexcept {
    return walk.runs().offsets == nullptr;
}

// The next bytes: as many as one kernel moves.
[[nodiscard]] std::size_t move_next(Walk& to, Walk& from, std::size_t most) noexcept {
    const std::size_t room = to.left_in_run();
    const std::size_t rest = from.left_in_run();
    if (to.at_run() && from.at_run() && room == rest && room <= most && is_regular(to) && is_regular(from))
        return move_both(to, from, most);
    if (room == rest && at_list(to) && at_list(from) && are_alike(to.runs(), from.runs()))
        if (const std::size_t moved = move_alike(to, from, most); moved > 0) return moved;
    if (room == rest && room <= most && to.at_run() && from.at_run()) {
        if (is_ragged(to) && is_ragged(from)) return move_matching(to, from, most);
        if (is_even_list(to) && is_even_list(from)) return move_even(to, from, most);
    }
    if (from.at_run() && rest < room && rest <= most) {
        const std::size_t moved = move_many<Direction::gather>(from, to.address(), least(room, most));
        to.pass_bytes(moved);
        return moved;
    }
    if (to.at_run() && room < rest && room <= most) {
        const std::size_t moved = move_many<Direction::scatter>(to, from.address(), least(rest, most));
        from.pass_bytes(moved);
        return moved;
    }
    const std::size_t bytes = least(least(room, rest), most);
    kernels::copy(kernels::at(to.address()), kernels::at(from.address()), bytes);
    to.pass_bytes(bytes);
    from.pass_bytes(bytes);
    return bytes;
}

[[nodiscard]] kernels::Side side_of(const Shape& shape, std::uintptr_t base) noexcept {
    return {base, static_cast<std::uintptr_t>(shape.stride), 0};
}
[[nodiscard]] bool is_regular(const Shape& shape) noexcept {
    return shape.kind == Shape::Kind::runs && shape.offsets == nullptr;
}

// The frequent case without a walk: all of a regular shape, from or to as many bytes in one piece or in the
// same runs.
[[nodiscard]] bool copy_regular(const Shape& to, std::uintptr_t to_base, const Shape& from,
                                std::uintptr_t from_base, std::size_t bytes) noexcept {
    if (!is_regular(to) || !is_regular(from) || to.bytes != bytes || from.bytes != bytes) return false;
    const bool to_piece = to.repeats == 1;
    const bool from_piece = from.repeats == 1;
    if (!to_piece && !from_piece && to.length != from.length) return false;
    const Shape& runs = to_piece ? from : to;
    kernels::Side target = side_of(to, to_base);
    kernels::Side source = side_of(from, from_base);
    if (to_piece) target.stride = runs.length;
    if (from_piece) source.stride = runs.length;
    kernels::move_regular(target, source, 1, runs.repeats, runs.length);
    return true;
}

} // namespace

template <Direction Way>
bool copy_dense(const Shape& shape, std::uintptr_t base, std::uintptr_t dense) noexcept {
    if (!is_regular(shape)) return false;
    const kernels::Side scattered = side_of(shape, base);
    const kernels::Side side{dense, shape.length, 0};
    if constexpr (Way == Direction::gather)
        kernels::move_regular(side, scattered, 1, shape.repeats, shape.length);
    else
        kernels::move_regular(scattered, side, 1, shape.repeats, shape.length);
    return true;
}

template bool copy_dense<Direction::gather>(const Shape&, std::uintptr_t, std::uintptr_t) noexcept;
template bool copy_dense<Direction::scatter>(const Shape&, std::uintptr_t, std::uintptr_t) noexcept;

void copy_part(const Shape& to_shape, std::uintptr_t to_base, const Shape& from_shape,
               std::uintptr_t from_base, std::size_t start, std::size_t bytes) noexcept {
    if (bytes == 0) return;
    Walk to(to_shape, to_base, start);
    Walk from(from_shape, from_base, start);
    copy_next(to, from, bytes);
}

void copy(const Shape& to_shape, std::uintptr_t to_base, const Shape& from_shape, std::uintptr_t from_base,
          std::size_t bytes) noexcept {
    if (bytes == 0 || copy_regular(to_shape, to_base, from_shape, from_base, bytes)) return;
    Walk to(to_shape, to_base);
    Walk from(from_shape, from_base);
    copy_next(to, from, bytes);
}

void copy_next(Walk& to, Walk& from, std::size_t bytes) noexcept {
    while (bytes > 0) bytes -= move_next(to, from, bytes);
}

} // namespace sartor::layout

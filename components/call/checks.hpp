// Which checks of its arguments the entry of a function makes: one small rule for each role, direction and
// special value of the row, and none for a function or an argument by name. The build makes them once, so
// that no cut waits for it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "components/call/condition.hpp"
#include "components/call/row.hpp"

namespace sartor::call {

// The checks of a row, in the order in which they are made. Objects on which errors about other arguments are
// raised come first.
class Checks {
  public:
    static constexpr std::size_t most = 24;

    constexpr explicit Checks(const RowView& row) noexcept : row_(row) {
        if (row.errors == Errors::by_implementation) return;
        if (row.needs == Needs::world)
            add(Condition::world_initialized);
        else if (row.needs == Needs::mpi && !works_on_session())
            add(Condition::initialized);
        if (const int session = row.find_value(Role::session); session != not_counted)
            add(Condition::session, session);
        add_new_handler();
        add_objects(Role::communicator, Condition::communicator);
        add_objects(Role::window, Condition::window);
        add_objects(Role::file, Condition::file);
        for (int index = 0; index < row.size; ++index) add_argument(index);
        if (!row.is_checked_in_place()) join_first();
    }

    [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
    [[nodiscard]] constexpr const Check& operator[](std::size_t index) const noexcept {
        return checks_[index];
    }
    [[nodiscard]] constexpr const Check* begin() const noexcept { return checks_.data(); }
    [[nodiscard]] constexpr const Check* end() const noexcept { return checks_.data() + size_; }

  private:
    template <class... Index>
    constexpr void add(Condition condition, Index... of) noexcept {
        checks_[size_++] = {condition, {static_cast<std::int8_t>(of)...}, sizeof...(of)};
    }
    // The condition that follows `condition` allows the null handle, too.
    constexpr void add_handle(Condition condition, int index) noexcept {
        const bool or_null = row_.arguments[index].special == Special::or_null;
        add(static_cast<Condition>(static_cast<int>(condition) + (or_null ? 1 : 0)), index);
    }

    // Functions of a session need an open one only, which they check themselves.
    [[nodiscard]] constexpr bool works_on_session() const noexcept {
        for (int index = 0; index < row_.size; ++index)
            if (row_.arguments[index].role == Role::session &&
                row_.arguments[index].direction != Direction::out)
                return true;
        return false;
    }

    // The handler that an object is made with gets the errors of making it: those of other arguments too.
    constexpr void add_new_handler() noexcept {
        const int handler = row_.find_value(Role::errhandler);
        if (handler == not_counted) return;
        if (row_.makes(Role::communicator)) add(Condition::new_communicators_handler, handler);
        if (row_.makes(Role::session)) add(Condition::new_sessions_handler, handler);
    }

    constexpr void add_objects(Role role, Condition condition) noexcept {
        for (int index = 0; index < row_.size; ++index) {
            const Argument& argument = row_.arguments[index];
            if (argument.role == role && argument.is_value() && argument.checked_by == CheckedBy::entry)
                add_handle(condition, index);
        }
    }

    constexpr void add_argument(int index) noexcept {
        const Argument& argument = row_.arguments[index];
        if (argument.role == Role::request) return add_request(index);
        if (argument.role == Role::buffer || argument.checked_by != CheckedBy::entry) return;
        if (argument.counted_by != not_counted) return add(Condition::array, index, argument.counted_by);
        if (argument.direction == Direction::out) return add_result(index);
        if (is_behind_pointer(argument)) return add(Condition::result, index);
        if (argument.is_value()) add_value(index);
    }

    constexpr void add_value(int index) noexcept {
        const Argument& argument = row_.arguments[index];
        const bool wildcard = argument.special == Special::or_any;
        switch (argument.role) {
        case Role::rank:
            // Without a communicator: a field of a status, a number in itself.
            if (row_.has_value(Role::communicator))
                add(condition_of_rank(argument.special), index, row_.find(Role::communicator));
            return;
        case Role::tag:
            if (row_.has_value(Role::communicator))
                add(wildcard ? Condition::receive_tag : Condition::send_tag, index);
            return;
        case Role::length:
            return add(Condition::length, index);
        case Role::function:
            if (argument.special != Special::or_null) add(Condition::result, index);
            return;
        case Role::group:
            return add(Condition::group, index);
        case Role::errhandler:
            if (!row_.makes(Role::communicator) && !row_.makes(Role::session))
                add(Condition::errhandler, index);
            return;
        case Role::info:
            return add_handle(Condition::info, index);
        case Role::count:
            return add(Condition::count, index);
        case Role::datatype:
            return add_datatype(index);
        case Role::operation:
            if (row_.find(Role::datatype) != not_counted)
                add(Condition::operation, index, row_.find(Role::datatype));
            return;
        default:
            return;
        }
    }

    // What is read or changed behind a pointer.
    [[nodiscard]] static constexpr bool is_behind_pointer(const Argument& argument) noexcept {
        return !argument.is_array &&
               (argument.role == Role::status ||
                (argument.direction == Direction::inout && argument.role != Role::program_arguments));
    }

    [[nodiscard]] static constexpr Condition condition_of_rank(Special special) noexcept {
        switch (special) {
        case Special::or_any:
            return Condition::source;
        case Special::or_proc_null:
            return Condition::destination;
        case Special::or_root:
            return Condition::root;
        default:
            return Condition::rank;
        }
    }

    constexpr void add_request(int index) noexcept {
        const Argument& argument = row_.arguments[index];
        if (argument.is_array)
            add(argument.checked_by == CheckedBy::entry ? Condition::requests : Condition::request_array,
                index, argument.counted_by);
        else if (argument.direction == Direction::inout)
            add(Condition::request, index);
        else if (argument.direction == Direction::out)
            add(Condition::result, index);
    }

    // With the datatype the buffer that it describes can be checked: errors of the count or of the datatype
    // are reported first. A target's datatype describes no buffer of the caller. Buffers of collectives may
    // be MPI_IN_PLACE: the implementation checks them.
    constexpr void add_datatype(int index) noexcept {
        if (row_.find(Role::buffer) == not_counted) return add_handle(Condition::datatype, index);
        const int peer = peer_of(index);
        if (peer == not_counted)
            add(Condition::committed, index);
        else
            add(Condition::committed, index, peer);
        if (row_.is_collective()) return;
        const int buffer = last_before(index, Role::buffer);
        const int count = last_before(index, Role::count);
        if (count == not_counted || buffer == not_counted || last_before(index, Role::datatype) > buffer)
            return;
        if (peer == not_counted)
            add(Condition::buffer, buffer, count, index);
        else
            add(Condition::buffer, buffer, count, index, peer);
    }

    [[nodiscard]] constexpr int last_before(int index, Role role) const noexcept {
        while (--index >= 0)
            if (row_.arguments[index].role == role) return index;
        return not_counted;
    }

    // The rank that data of this datatype go to or come from: the only one before the next datatype.
    [[nodiscard]] constexpr int peer_of(int datatype) const noexcept {
        if (!row_.has_value(Role::communicator)) return not_counted;
        int peer = not_counted;
        for (int index = datatype + 1; index < row_.size; ++index) {
            if (row_.arguments[index].role == Role::datatype) break;
            if (!row_.arguments[index].is_peer()) continue;
            if (peer != not_counted) return not_counted; // there are several
            peer = index;
        }
        return peer;
    }

    // A string without a length is bounded by another argument, which is checked. A status may be ignored.
    constexpr void add_result(int index) noexcept {
        const Argument& argument = row_.arguments[index];
        if (argument.role == Role::text && !argument.is_array) return;
        if (argument.role != Role::status) add(Condition::result, index);
    }

    // What almost all functions of a communicator begin with is one check.
    constexpr void join_first() noexcept {
        if (size_ < 2 || checks_[0].condition != Condition::initialized ||
            checks_[1].condition != Condition::communicator)
            return;
        for (std::size_t index = 0; index + 1 < size_; ++index) checks_[index] = checks_[index + 1];
        checks_[0].condition = Condition::initialized_with_communicator;
        --size_;
    }

    RowView row_;
    std::array<Check, most> checks_{};
    std::size_t size_ = 0;
};

} // namespace sartor::call

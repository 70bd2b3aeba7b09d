// One small rule for each role, direction and special value of an argument, and for each word of a row: none
// for a function or an argument by name.
#include "mpi_api/table/emit/checks.hpp"

#include <utility>

namespace sartor::table {

namespace {

using call::Argument;
using call::CheckedBy;
using call::not_counted;
using call::Role;
using call::Special;

class Checks {
  public:
    Checks(const Function& function, const call::Arguments& arguments)
        : function_(function), arguments_(arguments) {}

    std::vector<Check> all() {
        if (function_.world_model)
            add(Condition::world_initialized, {});
        else if (!function_.any_time && !works_on_session())
            add(Condition::initialized, {});
        if (const int session = arguments_.find_value(Role::session); session != not_counted)
            add(Condition::session, {session});
        add_new_handler();
        add_objects(Role::communicator, Condition::communicator);
        add_objects(Role::window, Condition::window);
        add_objects(Role::file, Condition::file);
        for (int index = 0; index < arguments_.size; ++index) add_argument(index);
        if (!function_.checked_in_place()) join_first();
        return std::move(checks_);
    }

  private:
    void add(Condition condition, std::vector<int> of) { checks_.push_back({condition, std::move(of)}); }
    // The condition that follows `condition` allows the null handle, too.
    void add_handle(Condition condition, int index) {
        const bool or_null = arguments_[index].special == Special::null;
        add(static_cast<Condition>(static_cast<int>(condition) + (or_null ? 1 : 0)), {index});
    }

    // Functions of a session need an open one only, which they check themselves.
    bool works_on_session() const {
        for (int index = 0; index < arguments_.size; ++index)
            if (arguments_[index].role == Role::session && arguments_[index].direction != Direction::out)
                return true;
        return false;
    }

    // The handler that an object is made with gets the errors of making it: those of other arguments too.
    void add_new_handler() {
        const int handler = arguments_.find_value(Role::errhandler);
        if (handler == not_counted) return;
        if (makes(Role::communicator)) add(Condition::new_communicators_handler, {handler});
        if (makes(Role::session)) add(Condition::new_sessions_handler, {handler});
    }

    void add_objects(Role role, Condition condition) {
        for (int index = 0; index < arguments_.size; ++index) {
            const Argument& argument = arguments_[index];
            if (argument.role == role && argument.is_value() && argument.checked_by == CheckedBy::entry)
                add_handle(condition, index);
        }
    }

    void add_argument(int index) {
        const Argument& argument = arguments_[index];
        if (argument.role == Role::request) return add_request(index);
        if (argument.role == Role::buffer || argument.checked_by != CheckedBy::entry) return;
        if (argument.counted_by != not_counted) return add(Condition::array, {index, argument.counted_by});
        if (argument.direction == Direction::out) return add_result(index);
        if (is_behind_pointer(argument)) return add(Condition::result, {index});
        if (argument.is_value()) add_value(index);
    }

    void add_value(int index) {
        const Argument& argument = arguments_[index];
        const bool wildcard = argument.special == Special::any;
        switch (argument.role) {
        case Role::rank:
            // Without a communicator: a field of a status, a number in itself.
            if (arguments_.has_value(Role::communicator))
                add(condition_of_rank(argument.special), {index, arguments_.find(Role::communicator)});
            return;
        case Role::tag:
            if (arguments_.has_value(Role::communicator))
                add(wildcard ? Condition::receive_tag : Condition::send_tag, {index});
            return;
        case Role::length:
            return add(Condition::length, {index});
        case Role::function:
            if (argument.special != Special::null) add(Condition::result, {index});
            return;
        case Role::group:
            return add(Condition::group, {index});
        case Role::errhandler:
            if (!makes(Role::communicator) && !makes(Role::session)) add(Condition::errhandler, {index});
            return;
        case Role::info:
            return add_handle(Condition::info, index);
        case Role::count:
            return add(Condition::count, {index});
        case Role::datatype:
            return add_datatype(index);
        case Role::operation:
            if (arguments_.find(Role::datatype) != not_counted)
                add(Condition::operation, {index, arguments_.find(Role::datatype)});
            return;
        default:
            return;
        }
    }

    // What is read or changed behind a pointer.
    static bool is_behind_pointer(const Argument& argument) {
        return !argument.is_array &&
               (argument.role == Role::status ||
                (argument.direction == Direction::inout && argument.role != Role::program_arguments));
    }

    static Condition condition_of_rank(Special special) {
        switch (special) {
        case Special::any:
            return Condition::source;
        case Special::proc_null:
            return Condition::destination;
        case Special::root:
            return Condition::root;
        default:
            return Condition::rank;
        }
    }

    void add_request(int index) {
        const Argument& argument = arguments_[index];
        if (argument.is_array)
            add(argument.checked_by == CheckedBy::entry ? Condition::requests : Condition::request_array,
                {index, argument.counted_by});
        else if (argument.direction == Direction::inout)
            add(Condition::request, {index});
        else if (argument.direction == Direction::out)
            add(Condition::result, {index});
    }

    // With the datatype the buffer that it describes can be checked: errors of the count or of the datatype
    // are reported first. A target's datatype describes no buffer of the caller. Buffers of collectives may
    // be MPI_IN_PLACE: the implementation checks them.
    void add_datatype(int index) {
        if (arguments_.find(Role::buffer) == not_counted) return add_handle(Condition::datatype, index);
        const int peer = peer_of(index);
        if (peer == not_counted)
            add(Condition::committed, {index});
        else
            add(Condition::committed, {index, peer});
        if (function_.collective()) return;
        const int buffer = arguments_.last_before(index, Role::buffer);
        const int count = arguments_.last_before(index, Role::count);
        if (count == not_counted || buffer == not_counted ||
            arguments_.last_before(index, Role::datatype) > buffer)
            return;
        if (peer == not_counted)
            add(Condition::buffer, {buffer, count, index});
        else
            add(Condition::buffer, {buffer, count, index, peer});
    }

    // The rank that data of this datatype go to or come from: the only one before the next datatype.
    int peer_of(int datatype) const {
        if (!arguments_.has_value(Role::communicator)) return not_counted;
        int peer = not_counted;
        for (int index = datatype + 1; index < arguments_.size; ++index) {
            if (arguments_[index].role == Role::datatype) break;
            if (!arguments_[index].is_peer()) continue;
            if (peer != not_counted) return not_counted; // there are several
            peer = index;
        }
        return peer;
    }

    // A string without a length is bounded by another argument, which is checked. A status may be ignored.
    void add_result(int index) {
        const Argument& argument = arguments_[index];
        if (argument.role == Role::text && !argument.is_array) return;
        if (argument.role != Role::status) add(Condition::result, {index});
    }

    // What almost all functions of a communicator begin with is one check.
    void join_first() {
        if (checks_.size() < 2 || checks_[0].condition != Condition::initialized ||
            checks_[1].condition != Condition::communicator)
            return;
        checks_.erase(checks_.begin());
        checks_[0].condition = Condition::initialized_with_communicator;
    }

    bool makes(Role role) const {
        for (int index = 0; index < arguments_.size; ++index)
            if (arguments_[index].role == role && arguments_[index].direction == Direction::out) return true;
        return false;
    }

    const Function& function_;
    const call::Arguments& arguments_;
    std::vector<Check> checks_;
};

} // namespace

std::vector<Check> checks_of(const Function& function, const call::Arguments& arguments) {
    if (function.returns_errors || function.return_kind != "ERROR_CODE") return {};
    return Checks(function, arguments).all();
}

} // namespace sartor::table

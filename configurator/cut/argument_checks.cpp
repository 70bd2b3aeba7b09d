// One small rule for each kind of parameter and each word of the table: no function and no parameter by name.
#include "configurator/cut/argument_checks.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>

namespace sartor::configurator {

namespace {

using table::Direction;
using table::Function;
using table::Parameter;
using table::SpecialValue;
using namespace std::string_view_literals;

// Kinds of arrays that may be shorter than their length, or null.
constexpr std::array uncounted = {"ARGUMENT_LIST"sv, "STRING"sv};

bool is_count(const Parameter& parameter) {
    return parameter.kind.ends_with("NUM_ELEM_NNI") || parameter.kind == "POLYXFER_NUM_ELEM";
}
// It comes from or goes to one rank: neither a root nor a rank about which the function returns something.
bool is_peer(const Parameter& parameter) {
    return parameter.kind == "RANK" && (parameter.special_value == SpecialValue::any ||
                                        parameter.special_value == SpecialValue::proc_null);
}

// Functions of messages, of which a program makes many calls.
bool checked_in_place(const Function& function) {
    return function.frequent || function.brief || function.collective_form == table::CollectiveForm::blocking;
}

class Checks {
  public:
    Checks(const Function& function, bool large) : function_(function), large_(large) {}

    std::vector<std::string> all() {
        if (function_.return_kind != "ERROR_CODE" || function_.returns_errors) return {};
        const Parameter* session = find_in("SESSION");
        if (function_.world_model)
            add("world_initialized()");
        else if (!callable_any_time())
            add("initialized()");
        if (session != nullptr) check_named("session", *session);
        check_new_handler();
        check_all("COMMUNICATOR", "communicator");
        check_all("WINDOW", "window");
        check_all("FILE", "file");
        for (std::size_t index = 0; index < function_.parameters.size(); ++index)
            if (large_ || !function_.parameters[index].large_only) check(index);
        if (!checked_in_place(function_)) join_first();
        return std::move(checks_);
    }

  private:
    void check(std::size_t index) {
        const Parameter& parameter = function_.parameters[index];
        if (parameter.kind == "REQUEST") return check_request(index);
        if (parameter.kind == "BUFFER" || !parameter.checked_at_entry()) return;
        if (!length_of(parameter).empty()) return check_array(parameter);
        if (parameter.direction == Direction::out) return check_result(parameter);
        if (is_object(parameter)) return check_named("result", parameter);
        if (!parameter.is_input_value()) return;
        if (parameter.kind == "RANK")
            check_rank(parameter);
        else if (parameter.kind == "TAG" && has_communicator())
            check_named(parameter.special_value == SpecialValue::any ? "receive_tag" : "send_tag", parameter);
        else if (is_length(parameter))
            check_named("length", parameter);
        else if (is_callback(parameter))
            check_named("callback", parameter);
        else if (parameter.kind == "GROUP")
            check_named("group", parameter);
        else if (parameter.kind == "ERRHANDLER" && !makes("COMMUNICATOR") && !makes("SESSION"))
            check_named("errhandler", parameter);
        else if (parameter.kind == "INFO")
            check_named(parameter.special_value == SpecialValue::null ? "hints" : "info", parameter);
        else if (is_count(parameter))
            check_named("count", parameter);
        else if (parameter.kind == "DATATYPE")
            check_datatype(index);
        else if (parameter.kind == "OPERATION")
            check_operation(parameter);
    }

    // Objects on which errors about other arguments are raised.
    void check_all(std::string_view kind, const char* check) {
        for (const Parameter& parameter : function_.parameters)
            if (parameter.kind == kind && parameter.is_input_value() && parameter.checked_at_entry())
                check_object(check, parameter);
    }

    // What an array's elements are counted by: a parameter's name, empty for what is no array or has a length
    // that no parameter gives. Statuses may be ignored.
    std::string length_of(const Parameter& parameter) const {
        if (!parameter.array || std::ranges::find(uncounted, parameter.kind) != uncounted.end()) return "";
        if (parameter.kind == "INDEX" && parameter.length == "*") return name_of_kind("ARRAY_LENGTH_NNI");
        const std::string length = parameter.length.substr(0, parameter.length.find(',')); // "n,3": in rows
        const bool named =
            std::ranges::find(function_.parameters, length, &Parameter::name) != function_.parameters.end();
        return named ? length : "";
    }
    void check_array(const Parameter& parameter) {
        add(fmt::format("array(\"{0}\", {0}, {1})", parameter.name, length_of(parameter)));
    }

    // What is read or changed behind a pointer.
    static bool is_object(const Parameter& parameter) {
        return !parameter.array && (parameter.kind == "STATUS" || (parameter.direction == Direction::inout &&
                                                                   !parameter.kind.starts_with("ARGUMENT")));
    }
    static bool is_length(const Parameter& parameter) {
        return parameter.kind.starts_with("ARRAY_LENGTH") || parameter.kind == "INFO_VALUE_LENGTH";
    }
    // Of a type that the program names in the call: not the tool interface's, which may be null.
    static bool is_callback(const Parameter& parameter) {
        return !parameter.function_type.empty() && parameter.special_value != SpecialValue::null;
    }

    const Parameter* find_in(std::string_view kind) const {
        const auto found = std::ranges::find_if(function_.parameters, [&](const Parameter& parameter) {
            return parameter.kind == kind && parameter.is_input_value();
        });
        return found == function_.parameters.end() ? nullptr : &*found;
    }
    bool makes(std::string_view kind) const {
        return std::ranges::any_of(function_.parameters, [&](const Parameter& parameter) {
            return parameter.kind == kind && parameter.direction == Direction::out;
        });
    }

    bool callable_any_time() const { return function_.any_time || works_on_session(); }

    // These need an open session only, which they check themselves.
    bool works_on_session() const {
        return std::ranges::any_of(function_.parameters, [](const Parameter& parameter) {
            return parameter.kind == "SESSION" && parameter.direction != Direction::out;
        });
    }

    // The handler that an object is made with gets the errors of making it: those of other arguments too.
    void check_new_handler() {
        const Parameter* handler = find_in("ERRHANDLER");
        if (handler == nullptr) return;
        if (makes("COMMUNICATOR")) check_named("new_communicators_handler", *handler);
        if (makes("SESSION")) check_named("new_sessions_handler", *handler);
    }

    void check_rank(const Parameter& parameter) {
        if (!has_communicator()) return; // a field of a status, a number in itself
        add(fmt::format("{0}(\"{1}\", {1}, {2})", check_of_rank(parameter.special_value), parameter.name,
                        name_of_kind("COMMUNICATOR")));
    }
    static const char* check_of_rank(SpecialValue value) {
        switch (value) {
        case SpecialValue::any:
            return "source";
        case SpecialValue::proc_null:
            return "destination";
        case SpecialValue::root:
            return "root";
        default:
            return "rank";
        }
    }

    bool has_communicator() const { return find_in("COMMUNICATOR") != nullptr; }

    void check_operation(const Parameter& parameter) {
        if (function_.find("DATATYPE") == nullptr) return;
        add(fmt::format("operation(\"{0}\", {0}, {1})", parameter.name, name_of_kind("DATATYPE")));
    }

    void check_request(std::size_t index) {
        const Parameter& parameter = function_.parameters[index];
        if (parameter.array)
            add(fmt::format("{2}(\"{0}\", {1}, {0})", parameter.name, name_of_kind("ARRAY_LENGTH_NNI"),
                            parameter.unchecked ? "request_array" : "requests"));
        else if (parameter.direction == Direction::inout)
            check_named("request", parameter);
        else if (parameter.direction == Direction::out)
            check_result(parameter);
    }

    // With the datatype the buffer that it describes can be checked: errors of the count or of the datatype
    // are reported first. A target's datatype describes no buffer of the caller.
    void check_datatype(std::size_t index) {
        const auto datatype = function_.parameters.begin() + static_cast<std::ptrdiff_t>(index);
        if (!moves_data()) return check_object("datatype", *datatype);
        const std::string peer = peer_of(index);
        add(fmt::format("committed(\"{0}\", {0}{1})", datatype->name, peer));
        if (function_.collective()) return; // its buffers may be MPI_IN_PLACE
        const auto before = std::make_reverse_iterator(datatype);
        const auto count = std::find_if(before, function_.parameters.rend(), is_count);
        const auto buffer =
            std::ranges::find(before, function_.parameters.rend(), "BUFFER", &Parameter::kind);
        if (count == function_.parameters.rend() || buffer == function_.parameters.rend() ||
            std::ranges::find(before, buffer, "DATATYPE", &Parameter::kind) != buffer)
            return;
        add(fmt::format("buffer(\"{0}\", {0}, {1}, {2}{3})", buffer->name, count->name, datatype->name,
                        peer));
    }

    // The rank that data of this datatype go to or come from, as a further argument: the only one before the
    // next datatype. Empty when there are several.
    std::string peer_of(std::size_t datatype) const {
        if (!has_communicator()) return "";
        std::vector<std::string> ranks;
        for (std::size_t index = datatype + 1; index < function_.parameters.size(); ++index) {
            const Parameter& parameter = function_.parameters[index];
            if (parameter.kind == "DATATYPE") break;
            if (is_peer(parameter)) ranks.push_back(parameter.name);
        }
        return ranks.size() == 1 ? ", " + ranks.front() : "";
    }

    void check_result(const Parameter& parameter) {
        if (parameter.kind == "STRING" && parameter.length.empty()) return; // the same, by another argument
        if (parameter.kind != "STATUS") check_named("result", parameter);
    }

    bool moves_data() const { return function_.find("BUFFER") != nullptr; }

    std::string name_of_kind(std::string_view kind) const {
        const Parameter* found = function_.find(kind);
        return found == nullptr ? "" : found->name;
    }

    void check_named(const char* check, const Parameter& parameter) {
        add(fmt::format("{0}(\"{1}\", {1})", check, parameter.name));
    }

    void check_object(const std::string& check, const Parameter& parameter) {
        check_named((parameter.special_value == SpecialValue::null ? check + "_or_null" : check).c_str(),
                    parameter);
    }

    // What almost all functions of a communicator begin with is one check.
    void join_first() {
        constexpr std::string_view second = "call.communicator(";
        if (checks_.size() < 2 || checks_[0] != "call.initialized()" || !checks_[1].starts_with(second))
            return;
        checks_[1] = "call.initialized_with_communicator(" + checks_[1].substr(second.size());
        checks_.erase(checks_.begin());
    }

    void add(const std::string& expression) { checks_.push_back("call." + expression); }

    const Function& function_;
    bool large_;
    std::vector<std::string> checks_;
};

} // namespace

const char* type_of_call(const Function& function) {
    return checked_in_place(function) ? call_in_place : shared_call;
}

std::vector<std::string> argument_checks(const Function& function, bool large) {
    return Checks(function, large).all();
}

} // namespace sartor::configurator

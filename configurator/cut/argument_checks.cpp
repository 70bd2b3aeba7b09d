// One small rule for each kind of parameter.
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
using namespace std::string_view_literals;

// MPI 5.0, 11.4.1: what a program may call before MPI_Init and after MPI_Finalize, besides the functions of
// info objects and of the binary interface.
constexpr std::array needs_no_mpi = {"MPI_Init"sv,
                                     "MPI_Init_thread"sv,
                                     "MPI_Initialized"sv,
                                     "MPI_Finalized"sv,
                                     "MPI_Get_version"sv,
                                     "MPI_Get_library_version"sv,
                                     "MPI_Wtime"sv,
                                     "MPI_Wtick"sv,
                                     "MPI_Error_class"sv,
                                     "MPI_Error_string"sv,
                                     "MPI_Errhandler_free"sv,
                                     "MPI_Session_init"sv,
                                     "MPI_Session_create_errhandler"sv};

// What belongs to MPI_Init: open sessions are not enough.
constexpr std::array of_world_model = {"MPI_Finalize"sv, "MPI_Query_thread"sv, "MPI_Is_thread_main"sv};

// Kinds of arrays that may be shorter than their length, or null.
constexpr std::array uncounted = {"ARGUMENT_LIST"sv, "STRING"sv};

// Ends of the names of the callbacks' types.
constexpr std::array needed_callbacks = {"User_function"sv, "andler_function"sv, "query_function"sv};

bool listed(const auto& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

bool is_count(const Parameter& parameter) {
    return parameter.kind.ends_with("NUM_ELEM_NNI");
}
bool is_scalar_in(const Parameter& parameter) {
    return parameter.direction == Direction::in && !parameter.array;
}

class Checks {
  public:
    Checks(const Function& function, bool large) : function_(function), large_(large) {}

    std::vector<std::string> all() {
        if (function_.return_kind != "ERROR_CODE") return {};
        const Parameter* session = find_in("SESSION");
        if (listed(of_world_model, function_.name))
            add("world_initialized()");
        else if (!callable_any_time())
            add("initialized()");
        if (session != nullptr) check_named("session", *session);
        check_new_handler();
        for (const Parameter& parameter : function_.parameters)
            if (parameter.kind == "COMMUNICATOR" && is_scalar_in(parameter) && !of_leaders(parameter))
                check_object("communicator", parameter);
        for (std::size_t index = 0; index < function_.parameters.size(); ++index)
            if (large_ || !function_.parameters[index].large_only) check(index);
        return std::move(checks_);
    }

  private:
    void check(std::size_t index) {
        const Parameter& parameter = function_.parameters[index];
        if (parameter.kind == "REQUEST") return check_request(index);
        if (parameter.kind == "BUFFER") return;
        if (!length_of(parameter).empty()) return check_array(parameter);
        if (parameter.direction == Direction::out) return check_result(parameter);
        if (is_object(parameter)) return check_named("result", parameter);
        if (!is_scalar_in(parameter) || of_leaders(parameter)) return;
        if (parameter.kind == "RANK")
            check_rank(parameter);
        else if (parameter.kind == "TAG" && has_communicator())
            check_named(sends(parameter) ? "send_tag" : "receive_tag", parameter);
        else if (is_length(parameter))
            check_named("length", parameter);
        else if (is_callback(parameter))
            check_named("callback", parameter);
        else if (parameter.kind == "GROUP")
            check_named("group", parameter);
        else if (parameter.kind == "ERRHANDLER" && !makes("COMMUNICATOR") && !makes("SESSION"))
            check_named("errhandler", parameter);
        else if (parameter.kind == "INFO")
            check_named(is_info_function() ? "info" : "hints", parameter);
        else if (!significant_everywhere(parameter))
            return;
        else if (is_count(parameter))
            check_named("count", parameter);
        else if (parameter.kind == "DATATYPE")
            check_datatype(index);
        else if (parameter.kind == "OPERATION")
            check_operation(parameter);
    }

    // What an array's elements are counted by: a parameter's name, empty for what is no array or checked by
    // the implementation. Statuses may be ignored; the arrays of collectives and of datatypes count in ways
    // of their own.
    std::string length_of(const Parameter& parameter) const {
        if (!parameter.array || listed(uncounted, parameter.kind) || collective()) return "";
        if (function_.chapter == "datatypes" || function_.chapter == "deprecated") return "";
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
    // Callbacks that can't do without: for one of attributes a null pointer does nothing, and a generalized
    // request may have nothing to free or to cancel.
    static bool is_callback(const Parameter& parameter) {
        return std::ranges::any_of(needed_callbacks, [&](std::string_view ending) {
            return parameter.function_type.ends_with(ending);
        });
    }

    // With a send and a receive side of its own, a collective ignores one of them at some ranks (the other
    // ranks of a gather, MPI_IN_PLACE): those are the implementation's to check.
    bool significant_everywhere(const Parameter& parameter) const {
        if (!collective()) return true;
        return !parameter.name.starts_with("send") && !parameter.name.starts_with("recv");
    }

    // MPI_Intercomm_create's leaders alone have these.
    static bool of_leaders(const Parameter& parameter) {
        return parameter.name == "peer_comm" || parameter.name == "remote_leader" ||
               parameter.name == "remote_group";
    }

    const Parameter* find_in(std::string_view kind) const {
        const auto found = std::ranges::find_if(function_.parameters, [&](const Parameter& parameter) {
            return parameter.kind == kind && is_scalar_in(parameter);
        });
        return found == function_.parameters.end() ? nullptr : &*found;
    }
    bool makes(std::string_view kind) const {
        return std::ranges::any_of(function_.parameters, [&](const Parameter& parameter) {
            return parameter.kind == kind && parameter.direction == Direction::out;
        });
    }

    bool callable_any_time() const {
        return listed(needs_no_mpi, function_.name) || is_info_function() ||
               function_.name.starts_with("MPI_Abi_") || works_on_session();
    }

    // An open session is all that these need; they look at it themselves.
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
        const std::string& name = parameter.name;
        const char* check = name == "dest"             ? "destination"
                            : name.ends_with("source") ? "source"
                            : name == "root"           ? "root"
                                                       : "rank";
        add(fmt::format("{}(\"{}\", {}, {})", check, name, name, name_of_kind("COMMUNICATOR")));
    }

    bool has_communicator() const { return find_in("COMMUNICATOR") != nullptr; }

    // What works on an info object needs one; elsewhere MPI_INFO_NULL means no hints.
    bool is_info_function() const { return function_.name.starts_with("MPI_Info_"); }

    // It looks each of them up anyway.
    bool checks_requests_itself() const { return function_.name == "MPI_Waitall"; }

    void check_operation(const Parameter& parameter) {
        if (std::ranges::find(function_.parameters, "DATATYPE", &Parameter::kind) ==
            function_.parameters.end())
            return;
        add(fmt::format("operation(\"{0}\", {0}, {1})", parameter.name, name_of_kind("DATATYPE")));
    }

    void check_request(std::size_t index) {
        const Parameter& parameter = function_.parameters[index];
        if (parameter.array)
            add(fmt::format("{2}(\"{0}\", {1}, {0})", parameter.name, name_of_kind("ARRAY_LENGTH_NNI"),
                            checks_requests_itself() ? "request_array" : "requests"));
        else if (parameter.direction == Direction::inout)
            check_named("request", parameter);
        else if (parameter.direction == Direction::out)
            check_result(parameter);
    }

    // With the datatype the buffer that it describes can be checked: what is wrong with the count or with the
    // datatype is said first.
    void check_datatype(std::size_t index) {
        const auto datatype = function_.parameters.begin() + static_cast<std::ptrdiff_t>(index);
        if (!moves_data()) return check_object("datatype", *datatype);
        const std::string peer = peer_of(*datatype);
        add(fmt::format("committed(\"{0}\", {0}{1})", datatype->name, peer));
        if (collective()) return;
        const auto before = std::make_reverse_iterator(datatype);
        const auto count = std::find_if(before, function_.parameters.rend(), is_count);
        const auto buffer =
            std::ranges::find(before, function_.parameters.rend(), "BUFFER", &Parameter::kind);
        if (count == function_.parameters.rend() || buffer == function_.parameters.rend()) return;
        add(fmt::format("buffer(\"{0}\", {0}, {1}, {2}{3})", buffer->name, count->name, datatype->name,
                        peer));
    }

    // The rank that data of this datatype go to or come from, as a further argument; empty when there are
    // several.
    std::string peer_of(const Parameter& datatype) const {
        if (!has_communicator() || collective()) return "";
        std::vector<std::string> ranks;
        for (const Parameter& parameter : function_.parameters)
            if (parameter.kind == "RANK" && is_scalar_in(parameter)) ranks.push_back(parameter.name);
        const std::string_view name = datatype.name;
        if (name.starts_with("send")) std::erase(ranks, "source");
        if (name.starts_with("recv")) std::erase(ranks, "dest");
        return ranks.size() == 1 ? ", " + ranks.front() : "";
    }

    void check_result(const Parameter& parameter) {
        if (parameter.length.starts_with("max")) return;           // checked by the implementation
        if (parameter.kind == "WEIGHT" && parameter.array) return; // as long as another, perhaps empty
        if (parameter.kind == "STRING" && parameter.length.empty()) return; // the same, by another argument
        if (parameter.kind != "STATUS") check_named("result", parameter);
    }

    bool sends(const Parameter& tag) const {
        if (tag.name.starts_with("send")) return true;
        if (tag.name.starts_with("recv")) return false;
        return std::ranges::any_of(function_.parameters, [](const Parameter& one) {
            return one.kind == "BUFFER" && one.direction == Direction::in;
        });
    }

    bool moves_data() const {
        return std::ranges::find(function_.parameters, "BUFFER", &Parameter::kind) !=
               function_.parameters.end();
    }

    bool collective() const {
        return std::ranges::find(function_.features, "collective") != function_.features.end();
    }

    std::string name_of_kind(std::string_view kind) const {
        const auto found = std::ranges::find(function_.parameters, kind, &Parameter::kind);
        return found == function_.parameters.end() ? "MPI_COMM_NULL" : found->name;
    }

    void check_named(const char* check, const Parameter& parameter) {
        add(fmt::format("{0}(\"{1}\", {1})", check, parameter.name));
    }

    void check_object(const std::string& check, const Parameter& parameter) {
        check_named((parameter.or_null ? check + "_or_null" : check).c_str(), parameter);
    }

    void add(const std::string& expression) { checks_.push_back("call." + expression); }

    const Function& function_;
    bool large_;
    std::vector<std::string> checks_;
};

} // namespace

std::vector<std::string> argument_checks(const Function& function, bool large) {
    return Checks(function, large).all();
}

} // namespace sartor::configurator

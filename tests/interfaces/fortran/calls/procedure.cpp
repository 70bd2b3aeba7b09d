#include "tests/interfaces/fortran/calls/procedure.hpp"

#include "tests/interfaces/fortran/calls/defaults.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace sartor::fortran_calls {

namespace {

using table::Direction;
using table::Function;
using table::Parameter;
using table::Significance;
using table::fortran::Passing;

constexpr std::size_t longest_text = 80; // of a condition in a message

bool contains(const std::vector<std::string>& list, const std::string& name) {
    return std::ranges::find(list, name) != list.end();
}

std::string lines(const std::vector<std::string>& list, std::string_view indentation) {
    std::string text;
    for (const std::string& line : list) text += fmt::format("{}{}\n", indentation, line);
    return text;
}

/// How the program gives back a handle that it has got.
std::string_view freeing(const std::string& c_type) {
    if (c_type == "MPI_Comm") return "MPI_Comm_free";
    if (c_type == "MPI_Datatype") return "MPI_Type_free";
    if (c_type == "MPI_Errhandler") return "MPI_Errhandler_free";
    if (c_type == "MPI_File") return "MPI_File_close";
    if (c_type == "MPI_Group") return "MPI_Group_free";
    if (c_type == "MPI_Info") return "MPI_Info_free";
    if (c_type == "MPI_Op") return "MPI_Op_free";
    if (c_type == "MPI_Session") return "MPI_Session_finalize";
    if (c_type == "MPI_Win") return "MPI_Win_free";
    return ""; // messages and requests end with an operation
}

/// The function is called several times. The second time as PMPI_X, in mpi_f08 without ierror, and what can
/// be ignored of the results is. A third time, in mpi_f08, as the first: buffers are sections, every other
/// element of NAME_memory.
enum class Turn { first, second };

/// One procedure while it is written.
class Procedure {
  public:
    Procedure(const Function& function, const Row& row, Form form, bool large)
        : function_(function), row_(row), form_(form), large_(large),
          parameters_(table::fortran::parameters_of(function, large)) {}

    std::string text() const {
        std::string text = fmt::format("\n  subroutine {}()\n", name_of_procedure(function_, large_));
        text += declarations() + "    integer :: one, turn\n" + lines(row_.declarations, "    ");
        if (!row_.ranks.empty()) text += fmt::format("    if (my_size /= {}) return\n", row_.ranks);
        const bool has_sections = std::ranges::any_of(
            parameters_, [&](const Parameter* parameter) { return is_section(*parameter); });
        text += fmt::format("    do turn = 1, {}\n", has_sections ? 3 : 2);
        text += preparations() + lines(row_.before, "      ") + conditional(call() + completion() + checks());
        return text + fmt::format("    end do\n    call count_function()\n  end subroutine\n");
    }

  private:
    bool typed() const { return form_ == Form::mpi_f08; }
    bool has_error() const { return table::fortran::has_error(function_); }
    bool of_mpi_1() const { return function_.chapter == "removed"; }

    bool reduces() const {
        return function_.find("OPERATION") != nullptr && function_.find("WINDOW") == nullptr;
    }

    /// MPI can work on a section: elements have a datatype (docs/fortran.md has what it cannot do).
    bool is_section(const Parameter& parameter) const {
        if (!typed() || table::fortran::passing_of(parameter) != Passing::choice ||
            row_.arguments.contains(parameter.name))
            return false;
        if (function_.names_memory) return function_.find("WINDOW") == nullptr;
        if (reduces()) return function_.find("REQUEST") == nullptr;
        return table::fortran::elements_of(function_, parameter).has_value();
    }

    std::string full_name() const { return function_.name + (large_ ? "_c" : ""); }

    std::string element(const Parameter& parameter) const {
        return table::fortran::element_type(parameter, large_);
    }

    /// A handle, as a variable that is compared: its number.
    std::string number(const Parameter& parameter) const {
        const bool is_type = typed() && table::fortran::passing_of(parameter) == Passing::handle;
        return parameter.name + (is_type ? "%MPI_VAL" : "");
    }

    std::string type(const Parameter& parameter, Passing passing) const {
        switch (passing) {
        case Passing::logical:
        case Passing::untyped:
            return "logical";
        case Passing::handle:
            return typed() ? fmt::format("type({})", element(parameter)) : "integer";
        case Passing::status:
            if (parameter.kind == "F08_STATUS") return "type(MPI_Status)";
            return typed() && parameter.kind == "STATUS" ? "type(MPI_Status)" : "integer";
        case Passing::choice:
            return "integer, KEPT_BY_MPI";
        case Passing::address:
        case Passing::detached_buffer:
            return typed() ? "type(c_ptr)" : "integer(MPI_ADDRESS_KIND)";
        case Passing::string:
        case Passing::strings:
            return fmt::format("character(len={})", length(parameter));
        case Passing::attribute:
            return parameter.kind.ends_with("10") || parameter.kind.ends_with("2")
                       ? "integer"
                       : "integer(MPI_ADDRESS_KIND)";
        default:
            return of_mpi_1() ? "integer" : std::string(table::fortran::number_type(element(parameter)));
        }
    }

    static std::string length(const Parameter& parameter) {
        if (parameter.length.starts_with("MPI_MAX_")) return parameter.length;
        return parameter.name == "port_name" ? "MPI_MAX_PORT_NAME" : "256";
    }

    std::string dimensions(const Parameter& parameter, Passing passing) const {
        if (passing == Passing::choice) return "(256)";
        if (passing == Passing::strings) return parameter.kind == "STRING_2DARRAY" ? "(1,2)" : "(2)";
        if (passing == Passing::string || passing == Passing::address) return "";
        if (passing == Passing::status && type(parameter, passing) == "integer")
            return parameter.array ? "(MPI_STATUS_SIZE,16)" : "(MPI_STATUS_SIZE)";
        if (!parameter.array) return "";
        const std::size_t comma = parameter.length.find(',');
        return comma == std::string::npos ? "(16)"
                                          : fmt::format("({},16)", parameter.length.substr(comma + 1));
    }

    std::string declarations() const {
        std::string text;
        for (const Parameter* parameter : parameters_) {
            const Passing passing = table::fortran::passing_of(*parameter);
            if (is_section(*parameter))
                text += fmt::format("    integer, asynchronous, target :: {0}_memory(512)\n"
                                    "    integer, asynchronous, pointer :: {0}(:)\n",
                                    parameter->name);
            else if (passing != Passing::procedure)
                text += fmt::format("    {} :: {}{}\n", type(*parameter, passing), parameter->name,
                                    dimensions(*parameter, passing));
        }
        if (table::fortran::is_function(function_))
            text += fmt::format("    {} :: result\n", table::fortran::number_type(function_.c_return_type()));
        return text;
    }

    /// What MPI reads gets a value; what it writes, another one than it will have.
    std::string preparations() const {
        std::string text;
        for (const Parameter* parameter : parameters_) {
            if (is_section(*parameter))
                text += fmt::format("      one = merge(2, 1, turn == 3)\n      call spoil({0}_memory)\n"
                                    "      {0} => {0}_memory(1:1 + 255 * one:one)\n",
                                    parameter->name);
            text += preparation(*parameter);
        }
        return text;
    }

    std::string preparation(const Parameter& parameter) const {
        const Passing passing = table::fortran::passing_of(parameter);
        if (const auto value = row_.values.find(parameter.name); value != row_.values.end())
            return fmt::format("      {} = {}\n", parameter.name, value->second);
        if (row_.arguments.contains(parameter.name) || passing == Passing::procedure) return "";
        if (passing == Passing::choice && parameter.direction != Direction::out)
            return fmt::format("      {} = numbers_of(my_rank)\n", parameter.name);
        if (parameter.direction == Direction::out || is_made_before(parameter, passing))
            return fmt::format("      call spoil({})\n", number(parameter));
        return fmt::format("      {} = {}\n", parameter.name, value_of(parameter));
    }

    /// Handles that the call changes, and requests, are made by the row's lines.
    static bool is_made_before(const Parameter& parameter, Passing passing) {
        return (passing == Passing::handle && parameter.direction == Direction::inout) ||
               parameter.kind == "REQUEST" || parameter.kind == "MESSAGE";
    }

    std::vector<std::string> arguments(Turn turn) const {
        std::vector<std::string> list;
        for (const Parameter* parameter : parameters_) {
            const auto given = row_.arguments.find(parameter->name);
            list.push_back(given != row_.arguments.end() ? given->second : argument(*parameter, turn));
        }
        if (has_error() && !(typed() && turn == Turn::second)) list.emplace_back("error");
        return list;
    }

    std::string argument(const Parameter& parameter, Turn turn) const {
        if (turn == Turn::second && is_ignorable(parameter)) return ignored(parameter);
        if (table::fortran::passing_of(parameter) != Passing::procedure) return parameter.name;
        const bool wide = large_ && parameter.polymorphic();
        return fmt::format("my_{}{}", table::fortran::lower(parameter.function_type.substr(4)),
                           wide ? "_c" : "");
    }

    static bool is_ignorable(const Parameter& parameter) {
        return parameter.direction == Direction::out &&
               (parameter.kind == "STATUS" || (parameter.kind == "ERROR_CODE" && parameter.array));
    }

    static std::string ignored(const Parameter& parameter) {
        if (parameter.kind == "ERROR_CODE") return "MPI_ERRCODES_IGNORE";
        return parameter.array ? "MPI_STATUSES_IGNORE" : "MPI_STATUS_IGNORE";
    }

    std::string statement(Turn turn) const {
        const bool own_name = large_ && table::fortran::large_has_own_name(function_);
        return fmt::format("        {}{}{}{}( &\n          {})\n",
                           table::fortran::is_function(function_) ? "result = " : "call ",
                           turn == Turn::second ? "P" : "", function_.name, own_name ? "_c" : "",
                           fmt::join(arguments(turn), ", &\n          "));
    }

    std::string call() const {
        return fmt::format(
            "      call spoil(error)\n      if (turn /= 2) then\n{}      else\n{}      end if\n{}",
            statement(Turn::first), statement(Turn::second), check_of_error());
    }

    std::string check_of_error() const {
        if (!has_error()) return "";
        return fmt::format("      {}call expect_error({}, '{}')\n", typed() ? "if (turn /= 2) " : "",
                           row_.error.empty() ? "MPI_SUCCESS" : row_.error, full_name());
    }

    const Parameter* made_request() const {
        for (const Parameter* parameter : parameters_)
            if (parameter->kind == "REQUEST" && parameter->direction == Direction::out) return parameter;
        return nullptr;
    }

    /// Of the operation that the call has begun, or prepared.
    std::string completion() const {
        const Parameter* request = made_request();
        if (request == nullptr || !row_.completes) return "";
        const bool persistent = function_.name.ends_with("_init");
        return fmt::format("      call {}({})\n", persistent ? "run_and_free" : "complete", request->name);
    }

    std::string check(const std::string& condition, const std::string& what) const {
        return fmt::format("      call check({}, &\n        '{}: {}')\n", condition, full_name(),
                           what.substr(0, longest_text));
    }

    std::string checks() const {
        std::string text, freed;
        for (const Parameter* parameter : parameters_) {
            if (parameter->direction == Direction::in || row_.arguments.contains(parameter->name)) continue;
            text += check_of(*parameter);
            if (is_section(*parameter))
                text += check(
                    fmt::format("turn /= 3 .or. .not. any(changed({}_memory(2:512:2)))", parameter->name),
                    parameter->name + ": what is between its elements");
            freed += freeing_of(*parameter);
        }
        if (table::fortran::is_function(function_)) text += check("result > 0", "result");
        for (const std::string& condition : row_.checks) {
            std::string quoted = condition;
            std::ranges::replace(quoted, '\'', '"');
            text += check(condition, quoted);
        }
        return text + lines(row_.after, "      ") + freed;
    }

    std::string check_of(const Parameter& parameter) const {
        const bool unused = contains(row_.untouched, parameter.name) ||
                            parameter.direction != Direction::out || parameter.kind == "REQUEST" ||
                            parameter.kind == "MESSAGE";
        if (unused) return "";
        const Passing passing = table::fortran::passing_of(parameter);
        if (!typed() && passing == Passing::detached_buffer) return ""; // it is not touched
        const std::string all = parameter.array && passing != Passing::string ? "(1)" : "";
        const bool row_of_numbers = passing == Passing::status && type(parameter, passing) == "integer";
        std::string subject = parameter.name + (passing == Passing::choice ? "(1)" : all);
        if (row_of_numbers) subject = parameter.name + (parameter.array ? "(:,1)" : "(:)");
        if (passing == Passing::handle && typed()) subject += "%MPI_VAL";
        const std::string changed =
            row_of_numbers ? fmt::format("any(changed({}))", subject) : fmt::format("changed({})", subject);
        const bool at_root = parameter.significance == Significance::at_root;
        return check(fmt::format("{}{}{}", at_root ? "my_rank /= root .or. " : "",
                                 is_ignorable(parameter) ? "turn == 2 .or. " : "", changed),
                     parameter.name);
    }

    std::string freeing_of(const Parameter& parameter) const {
        if (parameter.direction != Direction::out || contains(row_.kept, parameter.name)) return "";
        const std::string_view free = freeing(element(parameter));
        if (free.empty()) return "";
        return fmt::format("      call {}({}, error)\n{}", free, parameter.name,
                           check("error == MPI_SUCCESS", std::string(free)));
    }

    std::string conditional(const std::string& text) const {
        if (row_.condition.empty()) return text;
        return fmt::format("      if ({}) then\n{}      else\n{}      end if\n", row_.condition, text,
                           lines(row_.otherwise, "        "));
    }

    const Function& function_;
    const Row& row_;
    Form form_;
    bool large_;
    std::vector<const Parameter*> parameters_;
};

} // namespace

bool exists(const Function& function, Form form) {
    if (function.chapter == "removed") return form == Form::mpif_h;
    if (form == Form::mpif_h && function.find("F08_STATUS") != nullptr) return false;
    return table::fortran::exists(function, form == Form::mpi_f08 ? table::fortran::Form::mpi_f08
                                                                  : table::fortran::Form::mpi);
}

std::string name_of_procedure(const Function& function, bool large) {
    return "calls_" + function.name + (large ? "_c" : "");
}

std::string procedure_for(const Function& function, const Row& row, Form form, bool large) {
    return Procedure(function, row, form, large).text();
}

} // namespace sartor::fortran_calls

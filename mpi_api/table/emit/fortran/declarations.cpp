#include "mpi_api/table/emit/fortran/declarations.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace sartor::table::fortran {

namespace {

constexpr std::size_t longest_line = 120; // of 132

// Continued where a comma ends what fits in a line.
std::string wrapped(std::string line) {
    std::string text;
    while (line.size() > longest_line) {
        const std::size_t comma = line.rfind(", ", longest_line);
        text += line.substr(0, comma + 1) + " &\n";
        line = "        " + line.substr(comma + 2);
    }
    return text + line + "\n";
}

std::string mpi_name(const Function& function, bool profiled) {
    return (profiled ? "P" : "") + function.name;
}

// MPI reads or writes it after the procedure has returned (MPI-5.0 section 19.1.17).
bool is_asynchronous(const Function& function, const Parameter& parameter) {
    const bool goes_on = function.find("REQUEST") != nullptr || function.chapter == "one_sided" ||
                         function.name.ends_with("_begin") || function.names_memory ||
                         function.name.find("_attach") != std::string::npos;
    const Passing passing = passing_of(parameter);
    if (passing == Passing::choice) return goes_on;
    return function.begins_collective() && parameter.array && passing != Passing::status;
}

/// One argument of a procedure.
class Declaration {
  public:
    Declaration(const Function& function, const Parameter& parameter, Form form, bool large)
        : function_(function), parameter_(parameter), typed_(form == Form::mpi_f08), large_(large),
          callback_(function.name.ends_with("_function")) {}

    std::string text() const {
        const Passing passing = passing_of(parameter_);
        if (passing == Passing::choice || (passing == Passing::detached_buffer && !typed_)) return choice();
        if (passing == Passing::procedure && !typed_)
            return fmt::format("      EXTERNAL :: {}\n", parameter_.name);
        std::string attributes = type(passing);
        if (typed_ && passing != Passing::procedure) attributes += intent(passing);
        if (typed_ && is_asynchronous(function_, parameter_)) attributes += ", ASYNCHRONOUS";
        return wrapped(fmt::format("      {} :: {}{}", attributes, parameter_.name, dimensions(passing)));
    }

  private:
    std::string choice() const {
        if (!typed_)
            return fmt::format("!GCC$ ATTRIBUTES NO_ARG_CHECK :: {0}\n!DIR$ IGNORE_TKR {0}\n"
                               "      TYPE(*), DIMENSION(*) :: {0}\n",
                               parameter_.name);
        return fmt::format("      TYPE(*), DIMENSION(..){}{} :: {}\n",
                           parameter_.constant ? ", INTENT(IN)" : "",
                           is_asynchronous(function_, parameter_) ? ", ASYNCHRONOUS" : "", parameter_.name);
    }

    std::string type(Passing passing) const {
        switch (passing) {
        case Passing::logical:
            return "LOGICAL";
        case Passing::handle:
            return typed_ ? fmt::format("TYPE({})", element_type(parameter_, false)) : "INTEGER";
        case Passing::status:
            if (parameter_.kind == "F08_STATUS") return "TYPE(MPI_Status)";
            return typed_ && parameter_.kind != "F90_STATUS" ? "TYPE(MPI_Status)" : "INTEGER";
        case Passing::untyped:
            return "TYPE(*)";
        case Passing::address:
            return callback_ ? "TYPE(C_PTR), VALUE"
                             : (typed_ ? "TYPE(C_PTR)" : "INTEGER(KIND=MPI_ADDRESS_KIND)");
        case Passing::detached_buffer:
            return "TYPE(C_PTR)";
        case Passing::string:
        case Passing::strings:
            return "CHARACTER(LEN=*)";
        case Passing::procedure:
            return fmt::format("PROCEDURE({}{})", parameter_.function_type,
                               large_ && parameter_.polymorphic() ? "_c" : "");
        case Passing::attribute:
            return parameter_.kind.ends_with("10") || parameter_.kind.ends_with("2")
                       ? "INTEGER"
                       : "INTEGER(KIND=MPI_ADDRESS_KIND)";
        default:
            return std::string(number_type(element_type(parameter_, large_)));
        }
    }

    // What is a pointer in C has none: the standard lets some of them be read only.
    std::string intent(Passing passing) const {
        if (callback_ || passing == Passing::untyped) return "";
        const bool ignored = passing == Passing::status || parameter_.kind == "WEIGHT" ||
                             (parameter_.kind == "ERROR_CODE" && parameter_.array);
        if (parameter_.direction == Direction::in) return ", INTENT(IN)";
        return parameter_.direction == Direction::out && !ignored ? ", INTENT(OUT)" : "";
    }

    std::string dimensions(Passing passing) const {
        if (passing == Passing::status && (!typed_ || parameter_.kind == "F90_STATUS") &&
            parameter_.kind != "F08_STATUS")
            return parameter_.array ? "(MPI_STATUS_SIZE, *)" : "(MPI_STATUS_SIZE)";
        if (parameter_.kind == "STRING_2DARRAY") return fmt::format("({}, *)", parameter_.length);
        if (passing == Passing::strings) return "(*)";
        if (passing == Passing::string || passing == Passing::address || !parameter_.array) return "";
        const std::size_t comma = parameter_.length.find(',');
        return comma == std::string::npos ? "(*)"
                                          : fmt::format("({}, *)", parameter_.length.substr(comma + 1));
    }

    const Function& function_;
    const Parameter& parameter_;
    bool typed_;
    bool large_;
    bool callback_;
};

std::string declarations(const Function& function, Form form, bool large) {
    std::string text;
    // A bound must be declared before the array that has it.
    for (const bool bounds : {true, false})
        for (const Parameter* parameter : parameters_of(function, large))
            if ((parameter->name == "count" && !parameter->array) == bounds)
                text += Declaration(function, *parameter, form, large).text();
    return text;
}

std::string names(const Function& function, bool large) {
    std::vector<std::string> list;
    for (const Parameter* parameter : parameters_of(function, large)) list.push_back(parameter->name);
    if (has_error(function)) list.emplace_back("ierror");
    return fmt::format("{}", fmt::join(list, ", "));
}

std::string head_of(const Function& function, Form form, bool large, bool profiled, const std::string& name) {
    const char* kind = is_function(function) ? "FUNCTION" : "SUBROUTINE";
    std::string head = wrapped(fmt::format("    {} {}({})", kind, name, names(function, large)));
    if (form == Form::mpi || !has_choice(function)) return head;
    head.pop_back();
    return head + fmt::format(" &\n        BIND(C, NAME=\"{}{}_\")\n", profiled ? "p" : "",
                              procedure_name(function, form, large));
}

std::string procedure(const Function& function, Form form, bool large, bool profiled,
                      const std::string& name) {
    const bool typed = form == Form::mpi_f08;
    std::string text = head_of(function, form, large, profiled, name);
    text += "      IMPORT\n" + declarations(function, form, large);
    if (is_function(function))
        text += fmt::format("      {} :: {}\n", number_type(function.c_return_type()), name);
    if (has_error(function))
        text += typed ? "      INTEGER, OPTIONAL, INTENT(OUT) :: ierror\n" : "      INTEGER :: ierror\n";
    return text + fmt::format("    END {} {}\n", is_function(function) ? "FUNCTION" : "SUBROUTINE", name);
}

std::string block(const std::string& generic, const std::string& procedures) {
    return fmt::format("\n  INTERFACE{}{}\n{}  END INTERFACE\n", generic.empty() ? "" : " ", generic,
                       procedures);
}

// Of a function that returns a pointer there is a form for C_PTR, too (MPI-5.0 section 19.1.1).
std::string with_pointers(const Function& function, bool profiled) {
    const std::string name = mpi_name(function, profiled);
    const std::string integers = procedure(function, Form::mpi, false, profiled, name);
    std::string pointers = procedure(function, Form::mpi, false, profiled, name + "_cptr");
    const std::string_view integer = "INTEGER(KIND=MPI_ADDRESS_KIND) :: baseptr";
    const std::size_t found = pointers.find(integer);
    pointers.replace(found, integer.size(), "TYPE(C_PTR) :: baseptr");
    pointers.replace(pointers.find("      IMPORT\n"), 0,
                     "      USE, INTRINSIC :: ISO_C_BINDING, ONLY : C_PTR\n");
    return block(name, integers + pointers);
}

bool returns_pointer(const Function& function) {
    return function.find("C_BUFFER") != nullptr;
}

std::string callback_type(const Function& callback, bool large) {
    const std::string name = callback.name + (large ? "_c" : "");
    std::string list = names(callback, large);
    std::string text = wrapped(fmt::format("    SUBROUTINE {}({})", name, list)) + "      IMPORT\n" +
                       declarations(callback, Form::mpi_f08, large);
    if (has_error(callback)) text += "      INTEGER :: ierror\n";
    return text + fmt::format("    END SUBROUTINE {}\n", name);
}

// To a function of mpi_f08.
bool is_passed(const Table& table, const Function& callback) {
    return std::ranges::any_of(table.functions(), [&](const Function& function) {
        return exists(function, Form::mpi_f08) &&
               std::ranges::any_of(function.parameters, [&](const Parameter& parameter) {
                   return parameter.function_type == callback.name;
               });
    });
}

} // namespace

std::string interface_of(const Function& function, Form form, bool profiled) {
    const std::string name = mpi_name(function, profiled);
    if (form == Form::mpi)
        return returns_pointer(function) ? with_pointers(function, profiled)
                                         : block("", procedure(function, form, false, profiled, name));
    const std::string end = has_choice(function) ? "_f08ts" : "_f08";
    std::string procedures = procedure(function, form, false, profiled, name + end);
    if (!function.has_large_twin()) return block(name, procedures);
    const std::string large = procedure(function, form, true, profiled, name + "_c" + end);
    return large_has_own_name(function) ? block(name, procedures) + block(name + "_c", large)
                                        : block(name, procedures + large);
}

std::string callback_types(const Table& table) {
    std::string text = "\n  ABSTRACT INTERFACE\n";
    for (const Function& callback : table.callbacks()) {
        if (!is_passed(table, callback)) continue;
        text += callback_type(callback, false);
        if (callback.has_large_twin()) text += callback_type(callback, true);
    }
    return text + "  END INTERFACE\n";
}

std::string predefined_callbacks(const Table& table, Form form) {
    std::string text = "\n";
    for (const Constant& constant : table.constants()) {
        std::string_view type = constant.c_type;
        if (!type.ends_with("*") || type.find("function") == std::string_view::npos ||
            type.starts_with("MPI_T_"))
            continue;
        type.remove_suffix(1);
        const bool of_mpi_1 = constant.category == "deprecated_funcs";
        if (form == Form::mpi)
            text += fmt::format("  EXTERNAL :: {}\n", constant.name);
        else if (!of_mpi_1)
            text += fmt::format("  PROCEDURE({}) :: {}\n", type, constant.name);
    }
    return text;
}

std::string functions_of_fortran(Form form) {
    const bool typed = form == Form::mpi_f08;
    const char* error =
        typed ? "      INTEGER, OPTIONAL, INTENT(OUT) :: ierror\n" : "      INTEGER :: ierror\n";
    std::string text;
    for (const char* prefix : {"", "P"}) {
        text += block(fmt::format("{}MPI_Sizeof", prefix),
                      fmt::format("    SUBROUTINE {0}MPI_Sizeof_f08ts(x, size, ierror) BIND(C, "
                                  "NAME=\"{1}mpi_sizeof_f08ts_\")\n"
                                  "      TYPE(*), DIMENSION(..) :: x\n      INTEGER, INTENT(OUT) :: size\n{2}"
                                  "    END SUBROUTINE {0}MPI_Sizeof_f08ts\n",
                                  prefix, lower(prefix), error));
        text += block(fmt::format("{}MPI_F_sync_reg", prefix),
                      fmt::format("    SUBROUTINE {0}MPI_F_sync_reg_f08ts(buf) BIND(C, "
                                  "NAME=\"{1}mpi_f_sync_reg_f08ts_\")\n"
                                  "      TYPE(*), DIMENSION(..), ASYNCHRONOUS :: buf\n"
                                  "    END SUBROUTINE {0}MPI_F_sync_reg_f08ts\n",
                                  prefix, lower(prefix)));
    }
    return text;
}

} // namespace sartor::table::fortran

// The C functions that Fortran programs call: from Fortran's arguments to those of C, and back.
#include "mpi_api/table/emit/fortran/bindings.hpp"
#include "mpi_api/table/emit/fortran/emit_fortran.hpp"
#include "mpi_api/table/reader/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace sartor::table::fortran {

namespace {

/// With callbacks, attributes or arrays of strings: written by hand (interfaces/fortran/layer/). So are those
/// whose strings have a length that C and Fortran count differently.
bool written_by_hand(const Function& function) {
    if (function.counts_strings) return true;
    return std::ranges::any_of(function.parameters, [](const Parameter& parameter) {
        const Passing passing = passing_of(parameter);
        return passing == Passing::procedure || passing == Passing::attribute || passing == Passing::strings;
    });
}

/// One entry while it is written.
class Entry {
  public:
    Entry(const Function& function, Form form, bool large)
        : function_(function), large_(large), described_(form == Form::mpi_f08 && has_choice(function)),
          returns_buffers_(form == Form::mpi_f08), name_(procedure_name(function, form, large)) {}

    std::string text() {
        for (const Parameter& parameter : function_.parameters)
            if (large_ || !parameter.large_only) add(parameter);
        if (has_error(function_)) declarations_.push_back(fmt::format("{} ierror", fint_pointer));
        declarations_.insert(declarations_.end(), lengths_.begin(), lengths_.end());
        return fmt::format("{} ENTRY({})({})\n{{\n{}{}{}{}}}\n\n",
                           is_function(function_) ? function_.c_return_type() : "void", name_,
                           declarations_.empty() ? "void" : fmt::format("{}", fmt::join(declarations_, ", ")),
                           before_, call(), after_,
                           has_error(function_) ? "    set_error(ierror, error);\n" : "");
    }

  private:
    void add(const Parameter& parameter) {
        switch (passing_of(parameter)) {
        case Passing::absent:
            if (parameter.kind != "VARARGS")
                arguments_.emplace_back(
                    parameter.kind == "ARGUMENT_COUNT" && parameter.is_input_value() ? "0" : "NULL");
            return;
        case Passing::number:
            return add_number(parameter);
        case Passing::logical:
            return add_logical(parameter);
        case Passing::handle:
            return parameter.array ? add_handles(parameter) : add_handle(parameter);
        case Passing::status:
            return add_status(parameter);
        case Passing::choice:
            return described_ ? add_described(parameter) : add_choice(parameter);
        case Passing::string:
            return parameter.direction == Direction::in ? add_string(parameter)
                                                        : add_string_result(parameter);
        case Passing::detached_buffer:
            return add_detached_buffer(parameter);
        default:
            declare("void*", parameter);
            arguments_.push_back(parameter.name);
        }
    }

    void declare(std::string_view type, const Parameter& parameter) {
        declarations_.push_back(fmt::format("{} {}", type, parameter.name));
    }

    std::string c_name(const Parameter& parameter) const { return "c_" + parameter.name; }

    std::string element(const Parameter& parameter) const { return element_type(parameter, large_); }

    void add_number(const Parameter& parameter) {
        const std::string type = element(parameter);
        declare(type + "*", parameter);
        if (parameter.is_input_value()) return arguments_.push_back("*" + parameter.name);
        if (parameter.length.find(',') != std::string::npos)
            arguments_.push_back(fmt::format("({} (*)[{}]){}", type,
                                             parameter.length.substr(parameter.length.find(',') + 1),
                                             parameter.name));
        else if (parameter.kind == "WEIGHT")
            arguments_.push_back(fmt::format("weights_of({})", parameter.name));
        else
            arguments_.push_back(parameter.name);
        // Fortran counts elements of arrays from 1 (MPI-5.0 section 19.3.10).
        if (parameter.kind == "INDEX" && parameter.direction == Direction::out && completes_requests())
            after_ += parameter.array
                          ? fmt::format("    count_from_one({}, *outcount);\n", parameter.name)
                          : fmt::format("    if (*{0} != MPI_UNDEFINED) ++*{0};\n", parameter.name);
    }

    bool completes_requests() const {
        return std::ranges::any_of(function_.parameters, [](const Parameter& parameter) {
            return parameter.kind == "REQUEST" && parameter.array;
        });
    }

    // Values are those of C: .TRUE. is 1.
    void add_logical(const Parameter& parameter) {
        declare(fint_pointer, parameter);
        arguments_.push_back(parameter.is_input_value() ? fmt::format("*{} != 0", parameter.name)
                                                        : parameter.name);
    }

    void add_handle(const Parameter& parameter) {
        const std::string type = element(parameter), name = c_name(parameter);
        const auto converts = find_handle(type)->name;
        declare(fint_pointer, parameter);
        if (parameter.direction == Direction::out)
            before_ += fmt::format("    {} {} = 0;\n", type, name);
        else
            before_ += fmt::format("    {} {} = {}_in(*{});\n", type, name, converts, parameter.name);
        arguments_.push_back(parameter.direction == Direction::in ? name : "&" + name);
        if (parameter.direction == Direction::out)
            after_ += fmt::format("    if (error == MPI_SUCCESS) *{} = {}_out({});\n", parameter.name,
                                  converts, name);
        else if (parameter.direction == Direction::inout)
            after_ += fmt::format("    *{} = {}_out({});\n", parameter.name, converts, name);
    }

    // Of the ranks that an MPI_Alltoallw or MPI_Neighbor_alltoallw speaks with.
    std::string length_of(const Parameter& parameter) const {
        if (parameter.length != "*") return "*" + parameter.length;
        const bool neighbors = function_.name.find("eighbor") != std::string::npos;
        return fmt::format("{}({}, {})", neighbors ? "neighbors_of" : "peers_of", "c_comm",
                           parameter.name.starts_with("send") ? "true" : "false");
    }

    void add_handles(const Parameter& parameter) {
        const std::string type = element(parameter), name = c_name(parameter);
        const auto converts = find_handle(type)->name;
        declare(fint_pointer, parameter);
        if (parameter.length == "*") return add_datatypes(parameter);
        before_ += fmt::format("    ARRAY({}, {}, {});\n", type, name, length_of(parameter));
        if (parameter.direction != Direction::out)
            before_ += fmt::format("    {}s_in({}, {}, {});\n", converts, name, parameter.name,
                                   length_of(parameter));
        arguments_.push_back(name);
        if (parameter.direction != Direction::in)
            after_ += fmt::format("    {}{}s_out({}, {}, {});\n",
                                  parameter.direction == Direction::out ? "if (error == MPI_SUCCESS) " : "",
                                  converts, parameter.name, name, length_of(parameter));
        after_ += fmt::format("    FREE_ARRAY({});\n", name);
    }

    // MPI reads them until the operation completes: they are kept. In place, those of what is sent mean
    // nothing.
    void add_datatypes(const Parameter& parameter) {
        const std::string kept = fmt::format("kept_types({}, {})", parameter.name, length_of(parameter));
        const char* sent = described_ ? "c_sendbuf.address" : "address_of(sendbuf)";
        late_ += fmt::format("    const MPI_Datatype* const {} = {};\n", c_name(parameter),
                             parameter.name.starts_with("send")
                                 ? fmt::format("{} == MPI_IN_PLACE ? NULL : {}", sent, kept)
                                 : kept);
        arguments_.push_back(c_name(parameter));
    }

    void add_status(const Parameter& parameter) {
        declare(fint_pointer, parameter);
        if (parameter.kind == "F08_STATUS") return arguments_.push_back("(MPI_F08_status*)" + parameter.name);
        if (parameter.kind == "F90_STATUS") return arguments_.push_back(parameter.name);
        arguments_.push_back(
            fmt::format("{}({})", parameter.array ? "statuses_of" : "status_of", parameter.name));
    }

    void add_choice(const Parameter& parameter) {
        declare("void*", parameter);
        arguments_.push_back(fmt::format("address_of({})", parameter.name));
    }

    void add_string(const Parameter& parameter) {
        const std::string name = c_name(parameter);
        std::string text = parameter.name, length = parameter.name + "_length";
        if (described_) {
            declare("CFI_cdesc_t*", parameter);
            text = parameter.name + "->base_addr", length = parameter.name + "->elem_len";
        } else {
            declare("const char*", parameter);
            lengths_.push_back("size_t " + length);
        }
        const bool of_info = parameter.name == "key" || parameter.name == "value";
        before_ += fmt::format("    String {};\n    {}(&{}, {}, {});\n", name,
                               of_info ? "trimmed_string_in" : "string_in", name, text, length);
        arguments_.push_back(name + ".text");
        after_ += fmt::format("    free_string(&{});\n", name);
    }

    static std::string most_characters(const Parameter& parameter) {
        if (parameter.name == "key") return "MPI_MAX_INFO_KEY";
        if (parameter.name == "datarep") return "MPI_MAX_DATAREP_STRING";
        return parameter.length;
    }

    void add_string_result(const Parameter& parameter) {
        declare("char*", parameter);
        lengths_.push_back(fmt::format("size_t {}_length", parameter.name));
        before_ +=
            fmt::format("    char {}[{} + 1] = \"\";\n", c_name(parameter), most_characters(parameter));
        arguments_.push_back(c_name(parameter));
        after_ += fmt::format("    if (error == MPI_SUCCESS) string_out({0}, {0}_length, {1});\n",
                              parameter.name, c_name(parameter));
    }

    void add_detached_buffer(const Parameter& parameter) {
        declare("void*", parameter);
        if (returns_buffers_) return arguments_.push_back(parameter.name);
        before_ += fmt::format("    void* {} = NULL;\n    (void){};\n", c_name(parameter), parameter.name);
        arguments_.push_back("&" + c_name(parameter));
    }

    bool reduces() const {
        return function_.find("OPERATION") != nullptr && function_.find("WINDOW") == nullptr;
    }
    bool returns_before_end() const { return function_.find("REQUEST") != nullptr; }

    void add_described(const Parameter& parameter) {
        const std::string name = c_name(parameter);
        declare("CFI_cdesc_t*", parameter);
        if (function_.names_memory) return arguments_.push_back(fmt::format("base_of({})", parameter.name));
        late_ += fmt::format("    Section {};\n", name);
        const auto elements = elements_of(function_, parameter);
        if (reduces() && !returns_before_end())
            late_ += fmt::format("    copied_section(&{}, {}, {});\n", name, parameter.name,
                                 parameter.constant ? "false" : "true");
        else if (reduces() || !elements)
            late_ += fmt::format("    whole_section(&{}, {}, \"{}: {}\");\n", name, parameter.name,
                                 full_name(), parameter.name);
        else
            late_ += fmt::format("    {}(&{}, {}, {}{}, \"{}: {}\");\n",
                                 elements->blocks ? "blocks_section" : "typed_section", name, parameter.name,
                                 elements->blocks ? "" : "*" + elements->count->name + ", ",
                                 c_name(*elements->datatype), full_name(), parameter.name);
        arguments_.push_back(name + ".address");
        if (elements && !reduces()) replace(*elements, name);
        after_ += fmt::format("    end_section(&{});\n", name);
    }

    void replace(const Elements& elements, const std::string& section) {
        if (!elements.blocks)
            replaced_.emplace_back("*" + elements.count->name,
                                   fmt::format("({}){}.count", element(*elements.count), section));
        replaced_.emplace_back(c_name(*elements.datatype), section + ".type");
    }

    std::string full_name() const { return function_.name + (large_ ? "_c" : ""); }

    std::string call() {
        for (const auto& [from, to] : replaced_) std::ranges::replace(arguments_, from, to);
        const std::string call =
            fmt::format("MPI{}({}{})({})", function_.name.starts_with("MPIX_") ? "X" : "",
                        without_prefix(function_.name), large_ ? "_c" : "", fmt::join(arguments_, ", "));
        std::string text = late_;
        text += "    CALLED_FROM();\n";
        if (is_function(function_)) return text + fmt::format("    return {};\n", call);
        return text + (has_error(function_) ? fmt::format("    const int error = {};\n", call)
                                            : fmt::format("    {};\n", call));
    }

    const Function& function_;
    bool large_;
    bool described_;
    bool returns_buffers_;
    std::string name_;
    std::vector<std::string> declarations_;
    std::vector<std::string> lengths_;
    std::vector<std::string> arguments_;
    std::vector<std::pair<std::string, std::string>> replaced_;
    std::string before_;
    std::string late_;
    std::string after_;
};

bool differs_in_f08(const Function& function) {
    return has_choice(function) || std::ranges::any_of(function.parameters, [](const Parameter& parameter) {
               return passing_of(parameter) == Passing::detached_buffer;
           });
}

std::string entries_of(const Function& function) {
    std::string text;
    if (exists(function, Form::mpi)) text += Entry(function, Form::mpi, false).text();
    if (!exists(function, Form::mpi_f08)) return text;
    for (const Parameter& parameter : function.parameters)
        if (passing_of(parameter) == Passing::address)
            text += fmt::format("ALIAS({0}_cptr, {0})\n\n", procedure_name(function, Form::mpi, false));
    if (differs_in_f08(function))
        text += Entry(function, Form::mpi_f08, false).text();
    else
        text += fmt::format("ALIAS({}, {})\n\n", procedure_name(function, Form::mpi_f08, false),
                            procedure_name(function, Form::mpi, false));
    if (function.has_large_twin()) text += Entry(function, Form::mpi_f08, true).text();
    return text;
}

} // namespace

std::string emit_layer(const Table& table) {
    std::string text = "/* The layer between Fortran and C: one entry for each procedure. Generated from "
                       "mpi_api/table. */\n";
    for (const Function& function : table.functions())
        if (exists(function, Form::mpi) && !written_by_hand(function)) text += entries_of(function);
    return text;
}

std::string emit_link_library(const Table& table) {
    std::string text =
        "/* libmpi_abi.so to link with: each function of MPI says that it is not to run with. Generated "
        "from mpi_api/table. */\n";
    for (const Function& function : table.functions())
        for (const char* suffix : {"", "_c"})
            if (*suffix == '\0' || function.has_large_twin())
                for (const char* prefix : {"", "P"})
                    text += fmt::format("ENTRY({}{}{})\n", prefix, function.name, suffix);
    return text;
}

} // namespace sartor::table::fortran

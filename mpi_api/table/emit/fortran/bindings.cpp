#include "mpi_api/table/emit/fortran/bindings.hpp"

#include "mpi_api/table/reader/kinds.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace sartor::table::fortran {

namespace {

struct PassingOfKind {
    std::string_view kind;
    Passing passing;
};
constexpr std::array by_kind{PassingOfKind{"ARGUMENT_COUNT", Passing::absent},
                             PassingOfKind{"ARGUMENT_LIST", Passing::absent},
                             PassingOfKind{"VARARGS", Passing::absent},
                             PassingOfKind{"ATTRIBUTE_VAL", Passing::attribute},
                             PassingOfKind{"ATTRIBUTE_VAL_10", Passing::attribute},
                             PassingOfKind{"EXTRA_STATE", Passing::attribute},
                             PassingOfKind{"EXTRA_STATE2", Passing::attribute},
                             PassingOfKind{"BUFFER", Passing::choice},
                             PassingOfKind{"C_BUFFER", Passing::address},
                             PassingOfKind{"C_BUFFER2", Passing::detached_buffer},
                             PassingOfKind{"C_BUFFER3", Passing::address},
                             PassingOfKind{"C_BUFFER4", Passing::address},
                             PassingOfKind{"F08_STATUS", Passing::status},
                             PassingOfKind{"F90_STATUS", Passing::status},
                             PassingOfKind{"STATUS", Passing::status},
                             PassingOfKind{"LOGICAL", Passing::logical},
                             PassingOfKind{"LOGICAL_VOID", Passing::untyped},
                             PassingOfKind{"FUNCTION", Passing::procedure},
                             PassingOfKind{"POLYFUNCTION", Passing::procedure},
                             PassingOfKind{"STRING", Passing::string},
                             PassingOfKind{"STRING_ARRAY", Passing::strings},
                             PassingOfKind{"STRING_2DARRAY", Passing::strings}};

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

// MPI_Comm_c2f, MPI_Status_f2c, MPI_Type_toint...; MPI_Status_f2f08 is Fortran's.
bool converts_in_c(const Function& function) {
    return contains(function.name, "_c2") || function.name.ends_with("2c") ||
           function.name.ends_with("_toint") || function.name.ends_with("_fromint");
}

// What may stand between a buffer and the datatype of its elements.
bool is_count(const Parameter& parameter) {
    return parameter.kind.starts_with("POLYXFER_NUM_ELEM") ||
           parameter.kind.starts_with("POLYDTYPE_NUM_ELEM") || parameter.kind == "XFER_NUM_ELEM_NNI";
}
bool stands_between(const Parameter& parameter) {
    return parameter.kind == "BUFFER" || is_count(parameter) ||
           parameter.kind.starts_with("POLYDISPLACEMENT") || parameter.kind == "PARTITION" ||
           parameter.kind == "OFFSET";
}

// The buffer has one block for each rank, or partition.
bool has_blocks(const Function& function, const Parameter& buffer) {
    const std::string name = lower(function.name);
    if (function.find("PARTITION") != nullptr || contains(name, "alltoall")) return true;
    if (contains(name, "gather")) return !buffer.constant;
    return contains(name, "scatter") && buffer.constant;
}

} // namespace

const HandleType* find_handle(std::string_view c_type) {
    const auto found = std::ranges::find(handle_types, c_type, &HandleType::c_type);
    return found == handle_types.end() ? nullptr : &*found;
}

std::string element_type(const Parameter& parameter, bool large) {
    const Kind* kind = find_kind(parameter.kind);
    return std::string(large ? kind->large_c_type : kind->c_type);
}

Passing passing_of(const Parameter& parameter) {
    const auto found = std::ranges::find(by_kind, parameter.kind, &PassingOfKind::kind);
    if (found != by_kind.end()) return found->passing;
    return find_handle(element_type(parameter, false)) != nullptr ? Passing::handle : Passing::number;
}

std::string_view number_type(std::string_view c_type) {
    const auto found = std::ranges::find(number_types, c_type, &NumberType::c_type);
    return found == number_types.end() ? "" : found->fortran;
}

bool is_of_mpi_1(const Function& function) {
    return function.chapter == "deprecated" && function.find("KEYVAL") != nullptr;
}

bool exists(const Function& function, Form form) {
    if (function.name.starts_with("MPI_T_") || function.chapter == "removed" ||
        function.chapter == "extensions" || converts_in_c(function))
        return false;
    return form == Form::mpi || !is_of_mpi_1(function);
}

bool large_has_own_name(const Function& function) {
    return function.has_large_twin() &&
           (!large_is_overloaded(function) || function.find("POLYFUNCTION") != nullptr);
}

bool large_is_overloaded(const Function& function) {
    return std::ranges::any_of(function.parameters, [](const Parameter& parameter) {
        return parameter.large_only || (parameter.polymorphic() && element_type(parameter, false) == "int");
    });
}

std::vector<const Parameter*> parameters_of(const Function& function, bool large) {
    std::vector<const Parameter*> list;
    for (const Parameter& parameter : function.parameters)
        if (passing_of(parameter) != Passing::absent && (large || !parameter.large_only))
            list.push_back(&parameter);
    return list;
}

bool has_choice(const Function& function) {
    return std::ranges::any_of(function.parameters, [](const Parameter& parameter) {
        return passing_of(parameter) == Passing::choice;
    });
}

bool is_function(const Function& function) {
    return function.return_kind != "ERROR_CODE" && function.return_kind != "NOTHING";
}

bool has_error(const Function& function) {
    return function.return_kind == "ERROR_CODE" && function.find("VARARGS") == nullptr;
}

std::string lower(std::string_view text) {
    std::string lowered(text);
    std::ranges::transform(lowered, lowered.begin(),
                           [](unsigned char letter) { return std::tolower(letter); });
    return lowered;
}

std::string upper(std::string_view text) {
    std::string raised(text);
    std::ranges::transform(raised, raised.begin(), [](unsigned char letter) { return std::toupper(letter); });
    return raised;
}

std::string procedure_name(const Function& function, Form form, bool large) {
    std::string name = lower(function.name);
    if (large) name += "_c";
    if (form == Form::mpi_f08) name += has_choice(function) ? "_f08ts" : "_f08";
    return name;
}

std::optional<Elements> elements_of(const Function& function, const Parameter& buffer) {
    const auto& parameters = function.parameters;
    auto next = parameters.begin() + (&buffer - parameters.data()) + 1;
    Elements elements;
    elements.blocks = has_blocks(function, buffer);
    for (; next != parameters.end() && stands_between(*next); ++next)
        if (is_count(*next) && !next->array) elements.count = &*next;
    if (next == parameters.end() || next->kind != "DATATYPE" || next->array) return std::nullopt;
    elements.datatype = &*next;
    if (elements.count == nullptr && !elements.blocks) return std::nullopt;
    return elements;
}

} // namespace sartor::table::fortran

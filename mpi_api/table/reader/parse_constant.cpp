// A constant's row taken apart.
#include "mpi_api/table/reader/parse.hpp"

#include <algorithm>

namespace sartor::table {

namespace {

bool is_integer(std::string_view text) {
    if (text.starts_with('-')) text.remove_prefix(1);
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// A text loses its quotes, "-" becomes nothing.
std::string described(const Line& line, const std::string& text) {
    if (text == "-") return {};
    if (!text.starts_with('"')) return text;
    if (text.size() < 3 || text.find('"', 1) != text.size() - 1)
        line.fail("the text " + text + " needs a quote in front, a quote behind, and no quote inside");
    return text.substr(1, text.size() - 2);
}

/// "VALUE : C type [: described]".
void parse_meaning(Constant& constant, const Line& line, std::string_view text) {
    const std::vector<std::string> fields = split(text, " : ");
    if (fields.size() < 2 || fields.size() > 3)
        line.fail("a constant reads: NAME = VALUE : C type [: described] | features");
    constant.value = fields[0];
    constant.c_type = fields[1];
    if (!is_integer(constant.value)) line.fail(in_quotes(constant.value) + " is not an integer");
    if (constant.c_type.empty()) line.fail(constant.name + " needs a C type");
    if (fields.size() == 3) constant.described = described(line, fields[2]);
}

} // namespace

Constant parse_constant(const Line& line, std::string_view category) {
    const std::vector<std::string> fields = split(line.text, " | ");
    const auto equals = fields[0].find(" = ");
    if (fields.size() != 2 || equals == std::string::npos)
        line.fail("a constant reads: NAME = VALUE : C type [: described] | features");
    Constant constant;
    constant.name = trimmed(std::string_view(fields[0]).substr(0, equals));
    if (!is_name_of_mpi(constant.name)) line.fail(in_quotes(constant.name) + " is not a name of MPI");
    constant.category = category;
    constant.location = line.location;
    parse_meaning(constant, line, std::string_view(fields[0]).substr(equals + 3));
    constant.features = name_list(line, fields[1]);
    return constant;
}

} // namespace sartor::table

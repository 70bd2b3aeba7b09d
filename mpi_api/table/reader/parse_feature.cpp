// A feature's row taken apart.
#include "mpi_api/table/reader/parse.hpp"

namespace sartor::table {

Feature parse_feature(const Line& line, std::string_view layer) {
    const std::vector<std::string> fields = split(line.text, "|");
    if (fields.size() != 3)
        line.fail("a feature reads: NAME | what it adds | what requires it besides rows of the table, or -");
    if (!is_feature_name(fields[0]))
        line.fail(in_quotes(fields[0]) + " is not a name of a feature, like any_source");
    if (fields[1].empty() || fields[2].empty())
        line.fail(fields[0] + " needs a text in each field; or - in the last");
    return {fields[0], std::string(layer), fields[1], fields[2] == "-" ? "" : fields[2], line.location};
}

} // namespace sartor::table

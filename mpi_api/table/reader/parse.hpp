// Parses a line of the table; README.md has the grammar.
#pragma once

#include "mpi_api/table/reader/constant.hpp"
#include "mpi_api/table/reader/feature.hpp"
#include "mpi_api/table/reader/function.hpp"
#include "mpi_api/table/reader/text.hpp"

#include <string_view>

namespace sartor::table {

/// "NAME(PARAMETERS) [-> RETURN] | features | implementing header [words]".
/// Errors: all of these throw Error at the line that breaks the grammar or names an unknown kind.
Function parse_function(const Line& line, std::string_view chapter);

/// "NAME(PARAMETERS) [-> RETURN]".
Function parse_callback(const Line& line);

/// "[const] [out|inout] KIND[:function type] name[[length]] [attributes]".
Parameter parse_parameter(const Line& line, std::string_view text);

/// "NAME = VALUE : C type [: described] | features".
Constant parse_constant(const Line& line, std::string_view category);

/// "NAME | what it adds | what requires it besides rows of the table, or -".
Feature parse_feature(const Line& line, std::string_view layer);

} // namespace sartor::table

// Names under which libraries export one function.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sartor::configurator {

/// The names that a function may have in the table, beside its own: "read" of __read_chk, "open" of
/// __open64_2, "scanf" of __isoc99_scanf, "readdir_r" of readdir64_r. Headers declare some of them as the
/// function itself.
std::vector<std::string> plain_names(std::string_view symbol);

/// Of a function of C++: as the linker knows it, without what its class is qualified by (const, volatile, &)
/// and without the mark of transactions. Others: as they are.
std::string without_qualifiers(std::string_view symbol);

} // namespace sartor::configurator

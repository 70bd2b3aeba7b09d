// The rows that the build has made, looked up by names.
#include "configurator/functions/functions.hpp"

#include "configurator/functions/names.hpp"

#include <algorithm>

namespace sartor::configurator {

const std::vector<LibraryFunction>& library_functions() {
    using enum Verdict;
    static const std::vector<LibraryFunction> rows = {
#define SARTOR_FUNCTION(symbol, shown, verdict, parts, effect, words)                                        \
    LibraryFunction{symbol, shown, verdict, parts, effect, words},
#include "functions/rows.inc"
#undef SARTOR_FUNCTION
    };
    return rows;
}

const LibraryFunction* library_function_exactly(std::string_view symbol) {
    const auto& rows = library_functions();
    const auto found = std::ranges::lower_bound(rows, symbol, {}, &LibraryFunction::symbol);
    return found != rows.end() && found->symbol == symbol ? &*found : nullptr;
}

const LibraryFunction* library_function(std::string_view symbol) {
    if (const LibraryFunction* row = library_function_exactly(symbol)) return row;
    for (const std::string& name : plain_names(symbol))
        if (const LibraryFunction* row = library_function_exactly(name)) return row;
    return nullptr;
}

} // namespace sartor::configurator

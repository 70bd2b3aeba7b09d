// The C++ library's own demangler.
#include "configurator/support/demangle.hpp"

#include <cstdlib>
#include <cxxabi.h>
#include <memory>

namespace sartor::configurator {

std::string demangled(const std::string& symbol) {
    if (!symbol.starts_with("_Z")) return symbol;
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> name(
        abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), std::free);
    return name == nullptr ? symbol : std::string(name.get());
}

// The last parentheses are the arguments, unless the name goes on: (anonymous namespace)::value,
// one<(Kind)1>.
std::string without_arguments(const std::string& demangled) {
    const std::size_t close = demangled.rfind(')');
    if (close == std::string::npos || demangled.find_first_of(":>", close) != std::string::npos)
        return demangled;
    int depth = 0;
    for (std::size_t at = close + 1; at-- > 0;) {
        if (demangled[at] == ')') ++depth;
        if (demangled[at] == '(' && --depth == 0) return demangled.substr(0, at);
    }
    return demangled;
}

} // namespace sartor::configurator

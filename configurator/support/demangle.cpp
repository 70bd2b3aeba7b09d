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

} // namespace sartor::configurator

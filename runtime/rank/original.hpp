// The C library's own functions, behind those of the runtime with the same names.
#pragma once

#include <dlfcn.h>

namespace sartor::process {

// `Function`: the type of a pointer to it.
template <class Function>
[[nodiscard]] Function original(const char* name) noexcept {
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

} // namespace sartor::process

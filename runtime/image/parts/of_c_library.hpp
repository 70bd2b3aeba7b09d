// The C library's own functions, behind those of the image with the same names.
#pragma once

#include <dlfcn.h>

#include "runtime/rank/for_parts.hpp"

namespace sartor::process {

// `Function`: the type of a pointer to it. Not by dlsym, which may be the image's (symbols_by_name.cpp).
template <class Function>
[[nodiscard]] Function of_c_library(const char* name) noexcept {
    return reinterpret_cast<Function>(sartor_rank_dlsym(RTLD_NEXT, name));
}

// The variable that the process has under this name.
template <class Variable>
[[nodiscard]] Variable* of_process(const char* name) noexcept {
    return static_cast<Variable*>(sartor_rank_of_process(name));
}

} // namespace sartor::process

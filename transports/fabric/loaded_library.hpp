// A shared library that is loaded only when its functions are needed.
#pragma once

#include <dlfcn.h>

#include "runtime/process.hpp"

namespace sartor::channel::fabric {

// Ends the run when the library, or a function of it, is not there. The library remains loaded.
class LoadedLibrary {
  public:
    // `needed_for`: "messages between these processes need libfabric (Debian's package libfabric1)".
    LoadedLibrary(const char* file, const char* needed_for) noexcept
        : file_(file), library_(dlopen(file, RTLD_NOW | RTLD_LOCAL)) {
        if (library_ != nullptr) return;
        process::report("%s: %s", needed_for, dlerror());
        process::end_run(1);
    }

    template <class Function>
    void find(const char* name, Function& function) const noexcept {
        function = reinterpret_cast<Function>(dlsym(library_, name));
        if (function != nullptr) return;
        process::report("%s lacks %s", file_, name);
        process::end_run(1);
    }

  private:
    const char* file_;
    void* library_;
};

} // namespace sartor::channel::fabric

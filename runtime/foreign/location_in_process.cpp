#include "runtime/foreign/location_in_process.hpp"

#include <cstdio>
#include <cstring>
#include <dlfcn.h>

#include "runtime/foreign/python_frame.hpp"
#include "runtime/reports/location.hpp"
#include "runtime/reports/record.hpp"

namespace sartor::process {

bool describe_location_in_process(const Rank& rank, std::uintptr_t address, char* text,
                                  std::size_t bytes) noexcept {
    Dl_info found{};
    if (dladdr(reinterpret_cast<void*>(address), &found) == 0) return false;
    if (describe_python_frame(text, bytes)) return true;
    if (run_helper(rank, address, text, bytes)) return true;
    const auto offset_from = [&](const void* start) {
        return address - reinterpret_cast<std::uintptr_t>(start);
    };
    if (found.dli_sname != nullptr)
        std::snprintf(text, bytes, "%s+0x%zx in %s", found.dli_sname, offset_from(found.dli_saddr),
                      found.dli_fname);
    else
        std::snprintf(text, bytes, "%s at offset 0x%zx", found.dli_fname, offset_from(found.dli_fbase));
    record_location(text, static_cast<int>(std::strlen(text)), "", 0);
    return true;
}

} // namespace sartor::process

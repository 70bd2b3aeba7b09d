// An operation under way in a report about another call.
#pragma once

#include <cstdint>
#include <cstdio>

#include "runtime/process.hpp"
#include "runtime/reports/location.hpp"

namespace sartor::mpi::internal {

// "MPI_Irecv, called in main (program.c:12)"
struct OperationText {
    OperationText(const char* function, const void* site) noexcept {
        char place[256];
        const bool known = process::describe_location(
            *process::current, reinterpret_cast<std::uintptr_t>(site) - 1, place, sizeof place);
        std::snprintf(text, sizeof text, "%s%s%s", function, known ? ", called in " : "", known ? place : "");
    }
    char text[320];
};

} // namespace sartor::mpi::internal

// Loads and stores of the program at memory that an operation under way has, as they are reported.
#pragma once

#include "components/envelope/pieces.hpp"
#include "mpi_api/call/operation_text.hpp"
#include "runtime/accesses/watched_memory.hpp"
#include "runtime/reports/findings.hpp"

namespace sartor::mpi::checked {

[[nodiscard]] inline envelope::PieceSpan span_of(const process::Access& access) noexcept {
    envelope::PieceSpan span;
    span.first = access.first;
    span.behind = access.behind;
    return span;
}

// "main (program.c:12)", or the address.
struct PlaceText {
    explicit PlaceText(const void* place) noexcept {
        const auto address = reinterpret_cast<std::uintptr_t>(place) - 1;
        if (!process::describe_location(*process::current, address, text, sizeof text))
            std::snprintf(text, sizeof text, "%p", place);
    }
    char text[256];
};

// function, site: of the operation; until, remedy: what it has to come after, and by which call.
[[gnu::cold, gnu::noinline]] inline void
report_touch(const process::Access& access, const char* function, const void* site,
             const char* until = "that operation is complete",
             const char* remedy = "MPI_Wait, or a test that succeeds, before it would order them") noexcept {
    const process::Rank& rank = *process::current;
    process::report_finding(rank,
                            {.kind = "early-access",
                             .place = process::call_site_of(rank, access.place),
                             .other = process::call_site_of(rank, site),
                             .remedy = remedy},
                            "a %s in %s %s the buffer of %s, before %s",
                            access.frees      ? "free"
                            : access.is_store ? "store"
                                              : "load",
                            PlaceText(access.place).text,
                            access.frees      ? "of"
                            : access.is_store ? "to"
                                              : "from",
                            internal::OperationText(function, site).text, until);
}

} // namespace sartor::mpi::checked

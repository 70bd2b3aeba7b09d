// Conflicting accesses of programs built with --checked (MPI-5.0 section 12.7): of operations, and of
// operations with stores of the program's own. Loads are not seen.
#pragma once

#include <cstdio>

#include "components/process/reports/location.hpp"
#include "mpi_api/one_sided/windows/access.hpp"

namespace sartor::mpi::internal {

// False: no memory.
template <class Program>
[[nodiscard]] bool make_access_log([[maybe_unused]] one_sided::Window& part) noexcept {
    if constexpr (one_sided_types<Program>::detects_conflicts) {
        part.log = one_sided::AccessLog::make(part.base, part.bytes, part.rank, part.size);
        return part.log != nullptr;
    }
    return true;
}

// The own part is exposed to others, who don't know it yet.
template <class Program>
void expose([[maybe_unused]] Call<Program>& call, [[maybe_unused]] WindowObject& window) noexcept {
    if constexpr (one_sided_types<Program>::detects_conflicts)
        window.part.log->expose(process::call_site_of(*process::current, call.site()),
                                process::current->call);
}

[[nodiscard]] constexpr const char* with_article(one_sided::Use use) noexcept {
    switch (use) {
    case one_sided::Use::put:
        return "a put";
    case one_sided::Use::get:
        return "a get";
    case one_sided::Use::update:
        return "an accumulate";
    case one_sided::Use::store:
        break;
    }
    return "a store";
}

// An access in words, with the call that made it, or after which it happened.
struct AccessText {
    explicit AccessText(const one_sided::AccessRecord& access) noexcept {
        char place[256];
        char called[304] = "";
        if (process::describe_location(*process::current, access.site, place, sizeof place))
            std::snprintf(called, sizeof called, ", called in %s", place);
        if (access.use != one_sided::Use::store) {
            std::snprintf(text, sizeof text, "%s of rank %d in the same epoch (%s%s)",
                          with_article(access.use), access.origin, access.function, called);
            return;
        }
        const auto first = static_cast<unsigned long long>(access.first);
        const auto last = static_cast<unsigned long long>(access.behind - 1);
        char bytes[64];
        if (first == last)
            std::snprintf(bytes, sizeof bytes, "byte %llu", first);
        else
            std::snprintf(bytes, sizeof bytes, "bytes %llu to %llu", first, last);
        const bool exposed = access.function[0] != '\0';
        std::snprintf(text, sizeof text, "a store to %s of rank %d's part%s%s%s%s", bytes, access.origin,
                      exposed ? " (after its " : "", access.function, called, exposed ? ")" : "");
    }

    char text[480];
};

template <class Program>
[[gnu::cold]] int report_conflict(Call<Program>& call, const WindowObject&,
                                  const one_sided::Conflict& conflict) noexcept {
    return call.template fail<MPI_ERR_RMA_CONFLICT>(
        "%s and %s access the same memory", AccessText(conflict.one).text, AccessText(conflict.other).text);
}
template <class Program>
[[gnu::cold]] int report_broken_promise(Call<Program>& call, const one_sided::AccessRecord& change) noexcept {
    return call.template fail<MPI_ERR_ASSERT>(
        "MPI_MODE_NOPUT was promised for this rank's part, which %s changes", AccessText(change).text);
}
// The one that a target has found.
template <class Program>
int report_found_conflict(Call<Program>& call, const WindowObject& window) noexcept {
    if constexpr (one_sided_types<Program>::detects_conflicts)
        return report_conflict(call, window, window.part.log->own.found);
    return MPI_SUCCESS;
}

// The operation of an update that must be the only one at its place in an epoch, besides MPI_REPLACE and
// MPI_NO_OP: others are for windows whose hint accumulate_ops is not the default; 0: none.
[[nodiscard]] inline int only_operation(const WindowObject& window, MPI_Op op) noexcept {
    return op != MPI_REPLACE && op != MPI_NO_OP && window.info == nullptr ? static_cast<int>(value_of(op))
                                                                          : 0;
}

// Notes an access where memory is shared, and leaves it to the target elsewhere; false after reporting that
// it conflicts with another.
template <class Program>
[[nodiscard]] bool may_access([[maybe_unused]] Call<Program>& call, [[maybe_unused]] WindowObject& window,
                              [[maybe_unused]] const Access<Program>& access,
                              [[maybe_unused]] one_sided::Use use,
                              [[maybe_unused]] int joins_by = 0) noexcept {
    if constexpr (one_sided_types<Program>::detects_conflicts) {
        one_sided::AccessRecord one{.use = use,
                                    .is_noted = true,
                                    .excludes_stores = window.fence_is_open || window.accessed != nullptr,
                                    .origin = window.part.rank,
                                    .joins_by = joins_by,
                                    .epoch = window.fences,
                                    .site = process::call_site_of(*process::current, call.site())};
        one_sided::AccessLog::name(one, process::current->call);
        if (access.theirs == nullptr) {
            window.part.log->own.next = one;
            return true;
        }
        bool fits = true;
        access.storage.for_each_piece([&](const void* piece, std::size_t bytes) {
            one.first = reinterpret_cast<std::uintptr_t>(piece) -
                        reinterpret_cast<std::uintptr_t>(access.theirs->base);
            one.behind = one.first + bytes;
            one_sided::Conflict conflict;
            if (!fits || access.theirs->log->note(one, conflict)) return;
            fits = false;
            call.template fail<MPI_ERR_RMA_CONFLICT>("%s of this rank and %s access the same memory",
                                                     with_article(use), AccessText(conflict.other).text);
        });
        return fits;
    }
    return true;
}

} // namespace sartor::mpi::internal

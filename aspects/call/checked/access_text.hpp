// Accesses to windows in words, for reports.
#pragma once

#include <cstdio>

#include "mpi_api/one_sided/windows/access.hpp"
#include "runtime/reports/location.hpp"

namespace sartor::mpi::checked {

[[nodiscard]] constexpr const char* with_article(one_sided::Use use) noexcept {
    switch (use) {
    case one_sided::Use::put:
        return "a put";
    case one_sided::Use::get:
        return "a get";
    case one_sided::Use::fetch:
        return "a fetch by MPI_NO_OP";
    case one_sided::Use::update:
    case one_sided::Use::exchange:
        return "an accumulate";
    case one_sided::Use::load:
        return "a load";
    case one_sided::Use::store:
        break;
    }
    return "a store";
}

// What is wrong with two accesses of one memory that may be at the same time if they are of one kind.
[[nodiscard]] inline const char* reason_of(const one_sided::AccessRecord& one,
                                           const one_sided::AccessRecord& other) noexcept {
    if (!is_atomic(one.use) || !is_atomic(other.use)) return "";
    return one.has_other_elements(other) ? " by other operations or datatypes"
                                         : ", but only parts of its elements";
}

// ", called in main+0x10 (program.c:12)", or nothing.
struct CalledText {
    explicit CalledText(const process::CallSite& site) noexcept {
        is_known = process::describe_location(*process::current, site, place, sizeof place);
        if (is_known) std::snprintf(text, sizeof text, ", called in %s", place);
    }
    bool is_known;
    char place[256];
    char text[304] = "";
};

// What between two accesses of one memory would order them, the later first.
struct Remedy {
    Remedy(const one_sided::AccessRecord& one, const one_sided::AccessRecord& other) noexcept {
        const bool is_earlier_own = one_sided::is_own(other.use);
        if (is_earlier_own ? one.excludes_stores : other.excludes_stores && !other.is_complete)
            set("%s", "the end of the epoch between them (MPI_Win_fence, or MPI_Win_complete and "
                      "MPI_Win_wait) would order them");
        else if (is_earlier_own)
            set("%s", "MPI_Barrier or a message between them would order them");
        else if (other.is_complete)
            set("MPI_Barrier, or a message of rank %d behind it, would order them", other.origin);
        else if (one.origin == other.origin)
            set("%s", "MPI_Win_flush between them would order them");
        else
            set("MPI_Win_flush or MPI_Win_unlock by rank %d, then MPI_Barrier or a message of it, would "
                "order them",
                other.origin);
    }
    char text[160];

  private:
    template <class... Values>
    void set(const char* format, Values... values) noexcept {
        std::snprintf(text, sizeof text, format, values...);
    }
};

// An access in words, with the call that made it, or after which it happened.
struct AccessText {
    explicit AccessText(const one_sided::AccessRecord& access) noexcept {
        const CalledText called(access.site);
        const char* const what = with_article(access.use);
        if (!one_sided::is_own(access.use)) {
            std::snprintf(text, sizeof text, "%s of rank %d %s (%s%s)", what, access.origin, order_of(access),
                          access.function, called.text);
            return;
        }
        if (access.place != nullptr && called.is_known) {
            std::snprintf(text, sizeof text, "%s of rank %d in %s", what, access.origin, called.place);
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
        std::snprintf(text, sizeof text, "%s %s %s of rank %d's part%s%s%s%s", what,
                      access.use == one_sided::Use::load ? "from" : "to", bytes, access.origin,
                      exposed ? " (after its " : "", access.function, called.text, exposed ? ")" : "");
    }

    char text[560];

  private:
    [[nodiscard]] static const char* order_of(const one_sided::AccessRecord& access) noexcept {
        if (access.is_complete) return "that is complete, but not ordered before it by messages or locks";
        return access.is_over_at_origin ? "that is complete at its origin alone" : "in the same epoch";
    }
};

} // namespace sartor::mpi::checked

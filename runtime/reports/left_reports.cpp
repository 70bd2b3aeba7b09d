// Texts with the ranks of each, as ranges.
#include "runtime/reports/left_reports.hpp"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "runtime/process.hpp"
#include "runtime/rank/rank_ranges.hpp"
#include "runtime/reports/location.hpp"
#include "runtime/reports/one_report.hpp"

namespace sartor::process {

namespace {

struct LeftReport {
    LeftReport* next = nullptr;
    RankRanges ranks;
    char text[720] = "";

    void write() const noexcept {
        char names[512];
        ranks.write(names, sizeof names);
        report("%s: %s", names, text);
    }
};
LeftReport* first_report = nullptr;
bool has_reported = false;
bool reports_fail = false;
char first_text[sizeof LeftReport::text] = ""; // of runs that say only that something is left
int further = 0;

// Null when there is no memory, or so many reports that they are written one by one.
LeftReport* find(const char* text) noexcept {
    constexpr int most = 1000;
    int known = 0;
    LeftReport** end = &first_report;
    for (; *end != nullptr && std::strcmp((*end)->text, text) != 0; end = &(*end)->next) ++known;
    if (*end != nullptr) return *end;
    if (known == most) return nullptr;
    auto* made = static_cast<LeftReport*>(std::malloc(sizeof(LeftReport)));
    if (made == nullptr) return nullptr;
    *made = LeftReport{};
    std::strcpy(made->text, text);
    return *end = made;
}

void summarize(const char* text) noexcept {
    if (first_text[0] == '\0')
        std::strcpy(first_text, text);
    else
        ++further;
}

} // namespace

void report_left(const Rank& rank, const void* created_at, const char* format, ...) noexcept {
    char text[sizeof LeftReport::text];
    va_list arguments;
    va_start(arguments, format);
    const int length = std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    has_reported = true;
    if (!reports_leftovers()) return summarize(text);
    char location[512];
    const auto address = reinterpret_cast<std::uintptr_t>(created_at) - 1;
    if (created_at != nullptr && length >= 0 && length < static_cast<int>(sizeof text) &&
        describe_location(rank, address, location, sizeof location))
        std::snprintf(text + length, sizeof text - static_cast<std::size_t>(length), "; created in %s",
                      location);
    if (LeftReport* found = find(text))
        found->ranks.add(rank.number);
    else
        report("rank %d: %s", rank.number, text);
}

void let_left_reports_fail() noexcept {
    reports_fail = true;
}

int exit_code_of_left_reports() noexcept {
    return has_reported && reports_fail ? leftovers_exit_code : 0;
}

void write_left_reports() noexcept {
    const OneReport together;
    if (first_text[0] != '\0') {
        char more[32] = "";
        if (further > 0) std::snprintf(more, sizeof more, ", and %d more", further);
        report("left at the end: %s%s; sartor run --report lists all, with their places", first_text, more);
    }
    while (first_report != nullptr) {
        LeftReport* const written = first_report;
        first_report = written->next;
        written->write();
        std::free(written);
    }
}

} // namespace sartor::process

#include "runtime/reports/findings.hpp"

#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <pthread.h>

#include "runtime/process.hpp"
#include "runtime/process_state.hpp"
#include "runtime/reports/callers.hpp"
#include "runtime/reports/one_report.hpp"

namespace sartor::process {

namespace {

struct Places {
    CallSite one, other;
};

constexpr int most = 1024; // further ones are not reported
Places known[most];
int count = 0;
std::atomic<bool> has_found{false};
pthread_mutex_t adding = PTHREAD_MUTEX_INITIALIZER;

bool are_same(const CallSite& one, const CallSite& other) noexcept {
    return one.file == other.file && one.offset == other.offset;
}

// What is done at the run's end when there were findings, suppressed or not; other programs don't have it.
using End = int (*)() noexcept;
std::atomic<End> end_with{nullptr};
int end() noexcept {
    if (state.program != nullptr && state.program->checks != nullptr)
        state.program->checks->report_suppressed();
    return has_found.load(std::memory_order_relaxed) ? findings_exit_code : 0;
}

// Whichever of both is named first.
bool are_same(const Places& one, const Places& other) noexcept {
    return (are_same(one.one, other.one) && are_same(one.other, other.other)) ||
           (are_same(one.one, other.other) && are_same(one.other, other.one));
}

bool add(const Places& places) noexcept {
    for (int index = 0; index < count; ++index)
        if (are_same(known[index], places)) return false;
    if (count == most) return false;
    known[count++] = places;
    return true;
}

} // namespace

void report_finding(const Rank& rank, const Mistake& mistake, const char* format, ...) noexcept {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    // Until it is reported: another rank with the same may be about to end the run by an error.
    pthread_mutex_lock(&adding);
    end_with.store(&end, std::memory_order_relaxed);
    if (count == most) has_found.store(true, std::memory_order_relaxed);
    if (add({mistake.place, mistake.other}) &&
        !suppresses(rank, mistake.kind, mistake.place, mistake.other)) {
        has_found.store(true, std::memory_order_relaxed);
        const OneReport together;
        report("rank %d: %s", rank.number, text);
        if (mistake.is_here) report_callers(rank);
        if (mistake.remedy != nullptr) report("  %s", mistake.remedy);
    }
    pthread_mutex_unlock(&adding);
}

bool suppresses(const Rank& rank, const char* kind, const CallSite& place, const CallSite& other) noexcept {
    const Checks* const checks = state.program != nullptr ? state.program->checks : nullptr;
    if (checks == nullptr || !checks->suppresses(rank, kind, place, other)) return false;
    end_with.store(&end, std::memory_order_relaxed);
    return true;
}

int exit_code_of_findings() noexcept {
    const End end = end_with.load(std::memory_order_relaxed);
    return end != nullptr ? end() : 0;
}

} // namespace sartor::process

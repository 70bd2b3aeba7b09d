#include "runtime/reports/findings.hpp"

#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <pthread.h>

#include "runtime/process.hpp"
#include "runtime/process_state.hpp"

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

void report_finding(const Rank& rank, const CallSite& place, const CallSite& other, const char* format,
                    ...) noexcept {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    // Until it is reported: another rank with the same may be about to end the run by an error.
    pthread_mutex_lock(&adding);
    if (count == most) has_found.store(true, std::memory_order_relaxed);
    if (add({place, other}) && !suppresses(rank, "early-access", place, other)) {
        has_found.store(true, std::memory_order_relaxed);
        report("rank %d: %s", rank.number, text);
    }
    pthread_mutex_unlock(&adding);
}

bool suppresses(const Rank& rank, const char* kind, const CallSite& place, const CallSite& other) noexcept {
    const Checks* const checks = state.program != nullptr ? state.program->checks : nullptr;
    return checks != nullptr && checks->suppresses(rank, kind, place, other);
}

int exit_code_of_findings() noexcept {
    if (state.program != nullptr && state.program->checks != nullptr)
        state.program->checks->report_suppressed();
    return has_found.load(std::memory_order_relaxed) ? findings_exit_code : 0;
}

} // namespace sartor::process

#include "runtime/reports/findings.hpp"

#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <pthread.h>

#include "runtime/process.hpp"

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

bool add(const Places& places) noexcept {
    for (int index = 0; index < count; ++index)
        if (are_same(known[index].one, places.one) && are_same(known[index].other, places.other))
            return false;
    if (count == most) return false;
    known[count++] = places;
    return true;
}

} // namespace

void report_finding(const Rank& rank, const CallSite& place, const CallSite& other, const char* format,
                    ...) noexcept {
    has_found.store(true, std::memory_order_relaxed);
    pthread_mutex_lock(&adding);
    const bool is_new = add({place, other});
    pthread_mutex_unlock(&adding);
    if (!is_new) return;
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    report("rank %d: %s", rank.number, text);
}

int exit_code_of_findings() noexcept {
    return has_found.load(std::memory_order_relaxed) ? findings_exit_code : 0;
}

} // namespace sartor::process

// The table's layout is tools/sartor-gdb.py's too.
#include "runtime/reports/debugger.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/resource.h>
#include <unistd.h>

#include "runtime/process_state.hpp"

namespace sartor::process {

namespace {

bool read_whether_traced() noexcept {
    std::FILE* file = std::fopen("/proc/self/status", "r");
    char line[256];
    int tracer = 0;
    while (file != nullptr && tracer == 0 && std::fgets(line, sizeof line, file) != nullptr)
        static_cast<void>(std::sscanf(line, "TracerPid: %d", &tracer));
    if (file != nullptr) std::fclose(file);
    return tracer != 0;
}

// As many descriptors as the process may have at all.
void allow_descriptors() noexcept {
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

} // namespace

bool is_traced() noexcept {
    static const bool traced = [] {
        const bool is = read_whether_traced();
        if (is) allow_descriptors();
        return is;
    }();
    return traced;
}

// As /proc counts: it may be that of another namespace of processes.
int process_number() noexcept {
    static const int number = [] {
        char text[16] = "";
        return readlink("/proc/self", text, sizeof text - 1) > 0 ? std::atoi(text) : getpid();
    }();
    return number;
}

void name_for_debuggers(link_map& copy, int descriptor) noexcept {
    char name[64];
    const int length = std::snprintf(name, sizeof name, "/proc/%d/fd/%d", process_number(), descriptor);
    if (copy.l_name != nullptr && static_cast<std::size_t>(length) <= std::strlen(copy.l_name))
        std::strcpy(copy.l_name, name);
}

struct ContextLayout {
    static constexpr std::size_t saved = offsetof(Context, stack_pointer_);
    static constexpr std::size_t stack = offsetof(Context, stack_);
};

struct DebugTable {
    std::uint32_t version;
    std::uint32_t rank_bytes;
    Rank* const* ranks; // the first of them
    const int* size;
    std::uint32_t number; // offsets in a rank from here on
    std::uint32_t run_state;
    std::uint32_t ended;
    std::uint32_t call;
    std::uint32_t call_site;
    std::uint32_t saved_stack_pointer; // of one that does not run: what the switch saved is there
    std::uint32_t stack_low;
    std::uint32_t stack_bytes;
};

} // namespace sartor::process

using sartor::process::ContextLayout;
using sartor::process::Rank;
using sartor::process::Stack;

extern "C" {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof"
extern const sartor::process::DebugTable sartor_debug_table;
[[gnu::used, gnu::retain]] const sartor::process::DebugTable sartor_debug_table = {
    .version = 1,
    .rank_bytes = sizeof(Rank),
    .ranks = &sartor::process::state.ranks,
    .size = &sartor::process::state.size,
    .number = offsetof(Rank, number),
    .run_state = offsetof(Rank, run_state),
    .ended = offsetof(Rank, ended),
    .call = offsetof(Rank, call),
    .call_site = offsetof(Rank, call_site),
    .saved_stack_pointer = offsetof(Rank, context) + ContextLayout::saved,
    .stack_low = offsetof(Rank, context) + ContextLayout::stack + offsetof(Stack, low),
    .stack_bytes = offsetof(Rank, context) + ContextLayout::stack + offsetof(Stack, bytes)};
#pragma GCC diagnostic pop
}

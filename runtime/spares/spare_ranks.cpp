#include "runtime/spares/spare_ranks.hpp"

#include <algorithm>
#include <atomic>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <unistd.h>

#include "runtime/locked.hpp"
#include "runtime/process_state.hpp"

namespace sartor::process {

namespace {

constexpr int least_spares = 128;

// Of the ranks that run one of the programs that were started together. Never freed: they may be asked for
// until the end.
struct Origin {
    Spawned spawned;
    ProgramPart part;
};

struct {
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; // of those who start some
    Origin** origins = nullptr;                        // by rank, from the first spare on
    char program[PATH_MAX] = "";                       // that runs here
} kept;

} // namespace

int keep_spares(int begin, const char* program) noexcept {
    const int spares = std::max(begin, least_spares);
    kept.origins = static_cast<Origin**>(std::calloc(static_cast<std::size_t>(spares), sizeof(void*)));
    if (kept.origins == nullptr) return 0;
    if (realpath(program, kept.program) == nullptr && realpath("/proc/self/exe", kept.program) == nullptr)
        kept.program[0] = '\0';
    return spares;
}

ProgramPart* part_of_started(int rank) noexcept {
    return kept.origins != nullptr ? &kept.origins[rank - ranks.world.size]->part : nullptr;
}

namespace spares {

namespace {

[[nodiscard]] bool is_program(const char* path) noexcept {
    char whole[PATH_MAX];
    return realpath(path, whole) != nullptr && std::strcmp(whole, kept.program) == 0;
}

[[nodiscard]] bool is_in(const char* folders, const char* command) noexcept {
    while (folders != nullptr && *folders != '\0') {
        const std::size_t length = std::strcspn(folders, ":");
        char path[PATH_MAX];
        const int written =
            std::snprintf(path, sizeof path, "%.*s/%s", static_cast<int>(length), folders, command);
        if (written < PATH_MAX && is_program(path)) return true;
        folders += length + (folders[length] == ':' ? 1 : 0);
    }
    return false;
}

// Those of a program, its name before them.
[[nodiscard]] char** arguments_of(const Wanted& wanted, int program, int& count) noexcept {
    char* const* const given = wanted.arguments == nullptr ? nullptr : wanted.arguments[program];
    count = 1;
    while (given != nullptr && given[count - 1] != nullptr) ++count;
    auto** const all = static_cast<char**>(std::calloc(static_cast<std::size_t>(count) + 1, sizeof(char*)));
    if (all == nullptr) return nullptr;
    all[0] = strdup(wanted.commands[program]);
    for (int index = 1; index < count; ++index) all[index] = strdup(given[index - 1]);
    return all;
}

// What the ranks of the program will find. False: no memory.
[[nodiscard]] bool note(const Wanted& wanted, int program, int first, const Spawned& spawned) noexcept {
    int count = 0;
    char** const arguments = arguments_of(wanted, program, count);
    void* const memory = std::malloc(sizeof(Origin));
    if (arguments == nullptr || memory == nullptr) return false;
    const CopiedFiles files = copied_files(0);
    auto* const origin = new (memory)
        Origin{spawned, {files.first[0], files, program, first, wanted.ranks[program], count, arguments}};
    origin->spawned.program = program;
    for (int rank = first; rank < first + wanted.ranks[program]; ++rank)
        kept.origins[rank - ranks.world.size] = origin;
    return true;
}

} // namespace

int left() noexcept {
    return state.most - state.size;
}

bool is_own_program(const char* command, const char* folders) noexcept {
    if (std::strchr(command, '/') != nullptr && is_program(command)) return true;
    return is_in(folders, command) || is_program(command) || is_in(std::getenv("PATH"), command);
}

const Spawned* origin_of(int rank) noexcept {
    return rank < ranks.world.size ? nullptr : &kept.origins[rank - ranks.world.size]->spawned;
}

int start(const Wanted& wanted, int count, int context, int port) noexcept {
    const Locked lock(kept.mutex);
    if (count > left()) return -1;
    const int begin = state.size;
    const Spawned spawned{begin, count, 0, context, port, current->number};
    int first = begin;
    for (int program = 0; program < wanted.count; ++program) {
        if (!note(wanted, program, first, spawned)) return -1;
        first += wanted.ranks[program];
    }
    for (int index = begin; index < begin + count; ++index) state.begin(index, *current->worker);
    // Who reads a number of ranks finds them complete.
    std::atomic_ref<int>(state.size).store(begin + count, std::memory_order_release);
    std::atomic_ref<int>(ranks.size).store(begin + count, std::memory_order_release);
    return begin;
}

} // namespace spares

} // namespace sartor::process

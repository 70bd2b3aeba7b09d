#include "runtime/accesses/watched_memory.hpp"

#include "runtime/process.hpp"
#include "runtime/process_state.hpp"

constinit sartor::process::WatchedMemory sartor_rank_watched_memory{};

namespace {

void look_at(const sartor::process::Access& access) noexcept {
    using namespace sartor::process;
    if (current == nullptr || state.program == nullptr || state.program->checks == nullptr) return;
    state.program->checks->look_at(*current, access);
}
sartor::process::Access access_of(const volatile void* memory, std::size_t bytes, bool is_store,
                                  const void* place) noexcept {
    const auto first = reinterpret_cast<std::uintptr_t>(memory);
    return {first, first + bytes, is_store, place};
}

} // namespace

extern "C" {
void sartor_rank_accesses(const void* first, std::size_t bytes, bool is_store, const void* place) noexcept {
    look_at(access_of(first, bytes, is_store, place));
}
void sartor_rank_polls(const volatile void* first, std::size_t bytes, bool is_store,
                       const void* place) noexcept {
    auto access = access_of(first, bytes, is_store, place);
    access.polls = true;
    look_at(access);
}
void sartor_rank_frees(const void* first, std::size_t bytes, const void* place) noexcept {
    auto access = access_of(first, bytes, true, place);
    access.frees = true;
    look_at(access);
}
} // extern "C"

#include "runtime/accesses/watched_memory.hpp"

#include "runtime/process.hpp"
#include "runtime/process_state.hpp"

constinit sartor::process::WatchedMemory sartor_rank_watched_memory{};

namespace {

void look_at(const volatile void* first, std::size_t bytes, bool is_store, const void* place,
             bool polls) noexcept {
    using namespace sartor::process;
    if (current == nullptr || state.program == nullptr || state.program->checks == nullptr) return;
    const auto address = reinterpret_cast<std::uintptr_t>(first);
    state.program->checks->look_at(*current, {address, address + bytes, is_store, place, polls});
}

} // namespace

extern "C" {
void sartor_rank_accesses(const void* first, std::size_t bytes, bool is_store, const void* place) noexcept {
    look_at(first, bytes, is_store, place, false);
}
void sartor_rank_polls(const volatile void* first, std::size_t bytes, bool is_store,
                       const void* place) noexcept {
    look_at(first, bytes, is_store, place, true);
}
} // extern "C"

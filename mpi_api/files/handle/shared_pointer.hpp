// The shared file pointer: a number in the memory of the file's first rank, which the others change by
// one-sided operations (MPI-5.0 section 14.4.4).
#pragma once

#include <cstdlib>
#include <new>
#include <utility>

#include "components/library_memory.hpp"
#include "mpi_api/files/handle/agreement.hpp"
#include "mpi_api/one_sided/windows/access.hpp"

namespace sartor::mpi::internal {

// Makes the pointer's window, before the first collective operation of an open. False: no memory.
template <class Program>
[[nodiscard]] bool make_shared_pointer([[maybe_unused]] Call<Program>& call,
                                       [[maybe_unused]] FileObject& file) noexcept {
    if constexpr (Interface<Program>::has_shared_pointers) {
        void* storage = allocate_for_library(sizeof(SharedPointer), alignof(SharedPointer));
        if (storage == nullptr) return false;
        file.shared = new (storage) SharedPointer;
        one_sided::Window& part = file.shared->part;
        const CommunicatorObject& comm = *call.state().communicators.find(file.comm);
        part.context = comm.context;
        part.rank = comm.rank;
        part.owner = process::current->number;
        part.size = comm.group->size();
        part.base = reinterpret_cast<char*>(&file.shared->value);
        part.bytes = sizeof file.shared->value;
        const int memory = Interface<Program>::types::Transport::memory_of(*process::current);
        if (call.at(point::PartIsMade(), part) && call.state().one_sided.enter(part, memory)) return true;
        std::free(std::exchange(file.shared, nullptr));
        return false;
    }
    return true;
}

// When no rank uses it any more.
template <class Program>
void drop_shared_pointer([[maybe_unused]] Call<Program>& call, [[maybe_unused]] FileObject& file) noexcept {
    if constexpr (Interface<Program>::has_shared_pointers) {
        if (file.shared == nullptr) return;
        call.state().one_sided.leave(file.shared->part);
        call.at(point::PartIsDropped(), file.shared->part);
        std::free(std::exchange(file.shared, nullptr));
    }
}

// Writes `next` if the pointer is `expected`. Gives its value before.
template <class Program>
[[nodiscard]] std::int64_t swap_shared_pointer(Call<Program>& call, FileObject& file, std::int64_t expected,
                                               std::int64_t next) noexcept {
    using Storage = plain_storage<Program>;
    auto& engine = call.state().one_sided;
    one_sided::Window& part = file.shared->part;
    constexpr std::size_t bytes = sizeof expected;
    std::int64_t found = 0;
    if (one_sided::Window* theirs = engine.near(part, 0)) {
        engine.compare_and_swap_near(*theirs, theirs->base, &next, &expected, &found, bytes);
        return found;
    }
    std::int64_t both[] = {next, expected};
    const one_sided::Peer first{0, call.state().communicators.find(file.comm)->group->member(0)};
    engine.compare_and_swap_far(part, first, Storage{nullptr, bytes}, Storage{both, sizeof both},
                                Storage{&found, bytes});
    static_cast<void>(engine.wait_for(part, 0)); // its memory is there as long as the file is open
    return found;
}

// Moves the pointer by some etypes, as one operation. Gives its value before. Usually one operation at the
// first rank, two when another rank has moved it since the last time.
template <class Program>
[[nodiscard]] std::int64_t move_shared_pointer(Call<Program>& call, FileObject& file,
                                               std::int64_t by) noexcept {
    std::int64_t& last = file.shared->last_seen;
    for (;;) {
        const std::int64_t found = swap_shared_pointer(call, file, last, last + by);
        if (found == last) {
            last = found + by;
            return found;
        }
        last = found;
    }
}

// By the first rank alone.
template <class Program>
void set_shared_pointer(Call<Program>& call, FileObject& file, std::int64_t value) noexcept {
    const std::int64_t before = move_shared_pointer(call, file, 0);
    static_cast<void>(move_shared_pointer(call, file, value - before));
}

} // namespace sartor::mpi::internal

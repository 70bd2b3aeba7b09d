// MPI_Win_attach, MPI_Win_detach (MPI-5.0 section 12.2.4).
#pragma once

#include "components/library_memory.hpp"
#include "mpi_api/one_sided/windows/access.hpp"

namespace sartor::mpi {

namespace internal {

// Null after reporting MPI_ERR_RMA_FLAVOR.
template <class Program>
WindowObject* dynamic_window(Call<Program>& call, MPI_Win win) noexcept {
    WindowObject& window = window_of(call, win);
    if (window.part.is_dynamic) return &window;
    call.template fail<MPI_ERR_RMA_FLAVOR>("win: expected a window made by MPI_Win_create_dynamic");
    return nullptr;
}

} // namespace internal

// MPI_Win_attach: O(attached ranges). MPI_ERR_SIZE, MPI_ERR_RMA_ATTACH for memory that overlaps an attached
// range, MPI_ERR_NO_MEM.
template <class Program>
int win_attach(Call<Program>& call, MPI_Win win, void* base, MPI_Aint size) noexcept {
    WindowObject* window = internal::dynamic_window(call, win);
    if (window == nullptr) return call.error();
    if (size < 0)
        return call.template fail<MPI_ERR_SIZE>("size = %lld: expected no negative size",
                                                static_cast<long long>(size));
    if (base == nullptr && size > 0)
        return call.template fail<MPI_ERR_RMA_ATTACH>("base: a null pointer for %lld bytes",
                                                      static_cast<long long>(size));
    auto* const first = static_cast<char*>(base);
    const auto bytes = static_cast<std::size_t>(size);
    auto* attached = static_cast<one_sided::Attached*>(allocate_for_library(sizeof(one_sided::Attached)));
    if (attached == nullptr) return call.template fail<MPI_ERR_NO_MEM>("no memory to attach memory");
    window->part.guard.lock();
    bool overlaps = false;
    for (const auto* one = window->part.attached; one != nullptr; one = one->next)
        overlaps = overlaps || (first < one->base + one->bytes && one->base < first + bytes);
    if (!overlaps) {
        *attached = {window->part.attached, first, bytes};
        window->part.attached = attached;
    }
    window->part.guard.unlock();
    if (!overlaps) {
        call.at(point::MemoryIsAttached(), window->part, *attached);
        return MPI_SUCCESS;
    }
    std::free(attached);
    return call.template fail<MPI_ERR_RMA_ATTACH>("base = %p: a part of this memory is attached already",
                                                  base);
}

// MPI_Win_detach: MPI_ERR_RMA_ATTACH when no attached range begins at `base`.
template <class Program>
int win_detach(Call<Program>& call, MPI_Win win, const void* base) noexcept {
    WindowObject* window = internal::dynamic_window(call, win);
    if (window == nullptr) return call.error();
    window->part.guard.lock();
    one_sided::Attached** link = &window->part.attached;
    while (*link != nullptr && (*link)->base != base) link = &(*link)->next;
    one_sided::Attached* const found = *link;
    if (found != nullptr) *link = found->next;
    window->part.guard.unlock();
    if (found != nullptr) call.at(point::MemoryIsDetached(), window->part, *found);
    std::free(found);
    return found != nullptr ? MPI_SUCCESS
                            : call.template fail<MPI_ERR_RMA_ATTACH>(
                                  "base = %p: no memory attached to the window begins there", base);
}

} // namespace sartor::mpi

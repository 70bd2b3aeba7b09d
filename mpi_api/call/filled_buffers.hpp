// The receive buffers that are filled in a call, in programs built with --checked.
#pragma once

#include <type_traits>

#include "mpi_api/state/state.hpp"

namespace sartor::mpi {

namespace internal {

// Whether there can be operations under way, whose buffers are watched.
template <class Program>
inline constexpr bool watches_buffers = Request<typename Interface<Program>::types>::watches_buffers &&
                                        !std::is_same_v<typename Interface<Program>::Requests, NoRequests>;

} // namespace internal

// At the end of each call: what has come is noted before the program can write it.
template <class Program>
struct NoteFilledBuffers {
    NoteFilledBuffers() noexcept = default;
    NoteFilledBuffers(const NoteFilledBuffers&) noexcept {}
    NoteFilledBuffers& operator=(const NoteFilledBuffers&) = delete;
    ~NoteFilledBuffers() {
        auto& filling = self<Program>().requests.filling;
        if (filling.first != nullptr) filling.note_filled();
    }
};
struct NoFilledBuffers {};

template <class Program>
using FilledBuffers =
    std::conditional_t<internal::watches_buffers<Program>, NoteFilledBuffers<Program>, NoFilledBuffers>;

} // namespace sartor::mpi

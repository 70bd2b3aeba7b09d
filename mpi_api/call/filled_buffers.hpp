// The receive buffers that are filled in a call, in programs built with --checked.
#pragma once

#include "mpi_api/state/state.hpp"

namespace sartor::mpi {

// At the end of each call: what has come is noted before the program can write it.
template <class Program>
struct NoteFilledBuffers {
    [[gnu::always_inline]] NoteFilledBuffers() noexcept : state_(self<Program>()) {}
    [[gnu::always_inline]] ~NoteFilledBuffers() {
        auto& filling = state_.communicator.filling();
        if (filling.first != nullptr)
            filling.template note_filled<typename Interface<Program>::types::Receiving>();
    }
    NoteFilledBuffers(const NoteFilledBuffers&) noexcept = default;
    NoteFilledBuffers& operator=(const NoteFilledBuffers&) = delete;

  private:
    RankState<Program>& state_;
};

} // namespace sartor::mpi

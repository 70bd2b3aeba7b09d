// The receive buffers that are filled in a call, in programs built with --checked.
#pragma once

#include "mpi_api/state/state.hpp"

namespace sartor::mpi {

// At the end of each call: what has come is noted before the program can write it.
template <class Program>
struct NoteFilledBuffers {
    NoteFilledBuffers() noexcept = default;
    NoteFilledBuffers(const NoteFilledBuffers&) noexcept {}
    NoteFilledBuffers& operator=(const NoteFilledBuffers&) = delete;
    ~NoteFilledBuffers() {
        auto& filling = self<Program>().requests.watch.filling;
        if (filling.first != nullptr)
            filling.template note_filled<typename Interface<Program>::types::Receiving>();
    }
};

} // namespace sartor::mpi

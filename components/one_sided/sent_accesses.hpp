// What a rank keeps of its own operations on a window, for programs whose conflicting accesses are detected.
#pragma once

#include <cstdint>

#include "components/one_sided/access_record.hpp"
#include "components/one_sided/origin_buffers.hpp"

namespace sartor::one_sided {

// What a rank finds in its part when the accesses to it are complete.
struct FoundInPart {
    Conflict conflict;
    AccessRecord change;         // the one by which the promise of MPI_MODE_NOPUT is broken
    bool conflicts = false;      // there is a conflict
    bool breaks_promise = false; // and a change
};

// The rank's events before and after its last MPI_Win_sync of the window.
struct Synchronized {
    std::uint32_t before = 0;
    std::uint32_t after = 0;
};

// The accesses of a rank at parts that it reaches by messages.
class SentAccesses {
  public:
    // The one that it is about to send, and the conflict that a target has found.
    AccessRecord next;
    Conflict found;

    FoundInPart in_part;
    Synchronized synchronized;

    OriginBuffers origins;
    void* request = nullptr;      // of the operation that is called, or null
    bool has_requests = false;    // some operation had one
    bool reaches_others = false;  // the rank may load and store in other ranks' parts
    bool flushes_locally = false; // its operations need be complete at their origins alone

    // Memory for as many ranks as the window has, all false.
    void open(bool* touched) noexcept { touched_ = touched; }
    // Whether a message has to tell a rank that accesses are complete.
    void touch(int rank) noexcept { touched_[rank] = true; }
    [[nodiscard]] bool leave(int rank) noexcept {
        const bool touched = touched_[rank];
        touched_[rank] = false;
        return touched;
    }

  private:
    bool* touched_ = nullptr;
};

} // namespace sartor::one_sided

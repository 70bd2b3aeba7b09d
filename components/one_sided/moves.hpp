// Puts and gets that the machine moves (channel::MovingTransport).
#pragma once

#include <type_traits>

#include "components/one_sided/access_log.hpp"
#include "components/one_sided/messages.hpp"
#include "components/one_sided/window.hpp"
#include "components/process/process.hpp"

namespace sartor::one_sided {

struct NoConflict {};

// One under way. Behind it the pieces of the target's part.
template <class Transport, class Storage, bool detects_conflicts>
struct Moving {
    typename Transport::Move move;
    Window* window;
    process::Rank* initiator;
    process::Rank* owner; // of the part
    int target;           // its rank in the window
    int runs;
    Storage local;
    bool is_get;
    Failure failed;
    Ticket* ticket; // may be null
    // conflict.one: this access.
    [[no_unique_address]] std::conditional_t<detects_conflicts, Conflict, NoConflict> conflict;

    [[nodiscard]] Run* pieces() noexcept { return reinterpret_cast<Run*>(this + 1); }
};

} // namespace sartor::one_sided

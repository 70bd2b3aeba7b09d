// Puts and gets that the machine moves (channel::MovingTransport).
#pragma once

#include "components/one_sided/messages.hpp"
#include "components/one_sided/window.hpp"
#include "runtime/process.hpp"

namespace sartor::one_sided {

// One under way. Behind it the pieces of the target's part.
template <class Transport, class Storage, class Conflicts>
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
    [[no_unique_address]] typename Conflicts::OfMove conflict;

    [[nodiscard]] Run* pieces() noexcept { return reinterpret_cast<Run*>(this + 1); }
};

} // namespace sartor::one_sided

// An envelope: the header of a message and a reference to its data (EPOS-MPI 4.3). Of the header it uses only
// the members of the concept Header.
#pragma once

#include <string_view>

#include "components/envelope/header.hpp"
#include "components/envelope/storage.hpp"

namespace sartor::envelope {

// Data are sent as they are in memory: all ranks read numbers in the same byte order.
struct Untyped {
    static constexpr std::string_view name = "untyped";
};

// How the sender wants a message to be sent. Where a program has no choice there is no attribute (EPOS-MPI
// 4.4: "if the aspect Rendezvous is enabled, the class Envelope will have an additional attribute").
struct StandardMode {
    static constexpr std::string_view name = "standard";
    static constexpr bool is_chosen = false;
    static constexpr bool rendezvous = false;
};
struct ChosenMode {
    static constexpr std::string_view name = "standard or rendezvous";
    static constexpr bool is_chosen = true;
    bool rendezvous = false; // the send completes only when its receive has started
};

// For envelopes that carry no information about the type of their data. Other checks
// (datatype/checked_type.hpp) can be compared by agrees_with(); this one can't.
struct NoCheck {};

// Requires: `Storage` as described in storage.hpp. `Mode` is StandardMode or ChosenMode, `Check` what the
// message says of the type of its data, `Typing` gives the envelope its name.
//
// The envelope does not own the data: its maker keeps them until the message has been copied or received.
// Parts without a state take no space.
template <Header H, class Storage, class Mode = StandardMode, class Check = NoCheck, class Typing = Untyped>
struct Envelope {
    static constexpr std::string_view name = Typing::name;
    using header_type = H;
    using storage_type = Storage;
    using check_type = Check;
    using mode_type = Mode; // kept with the send, not here: receivers never ask for it

    H header{};
    Storage storage{};
    [[no_unique_address]] Check check{};
};

} // namespace sartor::envelope

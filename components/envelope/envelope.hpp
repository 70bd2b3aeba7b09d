// A header and its data (EPOS-MPI 4.3). Knows nothing of the header but that it is one.
#pragma once

#include <string_view>

#include "components/envelope/header.hpp"
#include "components/envelope/storage.hpp"

namespace sartor::envelope {

// Data cross as they are: all ranks read the same byte order.
struct Untyped {
    static constexpr std::string_view name = "untyped";
};

// How a message asks to be sent. Without any choice there is no attribute (EPOS-MPI 4.4: "if the aspect
// Rendezvous is enabled, the class Envelope will have an additional attribute").
struct StandardMode {
    static constexpr std::string_view name = "standard";
    static constexpr bool rendezvous = false;
};
struct ChosenMode {
    static constexpr std::string_view name = "standard or rendezvous";
    bool rendezvous = false; // the send completes only when its receive has started
};

// Messages that say nothing of the type of their data.
struct NoCheck {};

template <Header H, class Storage, class Mode = StandardMode, class Check = NoCheck, class Typing = Untyped>
struct Envelope {
    static constexpr std::string_view name = Typing::name;
    using header_type = H;
    using storage_type = Storage;
    using check_type = Check;
    using mode_type = Mode; // an attribute of the sender's side alone: receivers never ask

    H header{};
    Storage storage{};
    [[no_unique_address]] Check check{};
};

} // namespace sartor::envelope

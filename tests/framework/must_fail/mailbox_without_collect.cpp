// A machine whose mailbox can't be emptied.
#include "components/configuration/configuration.hpp"
#include "components/configuration/host.hpp"

template <class Parcel, class Receiver> struct Mailbox {
    using Cells = sartor::channel::Cells<Parcel>;
    Cells& cells() { return cells_; }
    Cells cells_;
    static Mailbox& of(const sartor::process::Rank& rank) { return *static_cast<Mailbox*>(rank.mailbox); }
    bool is_here(const sartor::process::Rank&) { return false; }
    bool put(sartor::process::Rank&, const typename Parcel::envelope_type&) { return false; }
    void post(sartor::process::Rank&, Parcel&) {}
#ifndef MUST_FAIL
    bool collect() { return false; }
#endif
};
struct Machine {
    static constexpr std::string_view name = "test machine";
    template <class Parcel, class Receiver> using mailbox = Mailbox<Parcel, Receiver>;
    template <class Level> using level = Level;
    using typing = sartor::machine::Host::typing;
};
using Configuration = sartor::Configuration<sartor::features<>, Machine>;
Configuration::types::Mailbox mailbox;
Configuration::Communicator communicator{mailbox};

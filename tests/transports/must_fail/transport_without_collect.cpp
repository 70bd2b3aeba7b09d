// A machine whose transport can't be emptied.
#include "selection/configuration.hpp"
#include "transports/host/machine.hpp"

template <class Messages> struct Transport {
    using Parcel = typename Messages::Parcel;
    using Cells = sartor::channel::Cells<Parcel>;
    static constexpr std::size_t longest_copy = 0;
    Cells& cells() { return cells_; }
    Cells cells_;
    static Transport& of(const sartor::process::Rank& rank) { return sartor::process::transport_of<Transport>(rank); }
    bool is_here(const sartor::process::Rank&) { return false; }
    static int memory_of(const sartor::process::Rank&) { return 0; }
    bool shares_memory(const sartor::process::Rank&) { return true; }
    bool may_copy(const sartor::process::Rank&, std::size_t) { return false; }
    bool put(sartor::process::Rank&, const typename Parcel::envelope_type&) { return false; }
    void post(sartor::process::Rank&, Parcel&) {}
    static int reserve(const sartor::process::Directory::Question&) { return -1; }
    static void query_rank(const sartor::process::Rank&, const int&, int&, void (*)(const sartor::process::Rank&, const int&, int&)) {}
#ifndef MUST_FAIL
    bool collect() { return false; }
#endif
};
struct Machine {
    static constexpr std::string_view name = "test machine";
    static constexpr bool shares_memory = true;
    template <class Messages> using transport = Transport<Messages>;
    template <class Level> using level = Level;
    using typing = sartor::machine::Host::typing;
    using transit = sartor::machine::Host::transit;
};
using Configuration = sartor::Configuration<sartor::features<>, Machine>;
Configuration::types::Transport transport;
Configuration::Communicator communicator{transport};

// A machine whose mailbox can't be emptied.
#include "components/configuration.hpp"

template <class Parcel> struct Mailbox {
    static void post(int, Parcel&) {}
#ifndef MUST_FAIL
    Parcel* collect() { return nullptr; }
#endif
    bool looks_empty() const { return true; }
};
struct Machine {
    static constexpr std::string_view name = "test machine";
    template <class Parcel> using mailbox = Mailbox<Parcel>;
};
using Configuration = sartor::Configuration<sartor::features<>, Machine>;
Configuration::types::Mailbox mailbox;
Configuration::Communicator communicator{mailbox};

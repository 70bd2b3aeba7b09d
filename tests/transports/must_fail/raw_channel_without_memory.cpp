// Raw messages over a transport that does not say who shares memory.
#include "transports/raw_channel.hpp"

template <class Messages> struct Transport {
    using Parcel = typename Messages::Parcel;
    static Transport& of(const sartor::process::Rank& rank) { return sartor::process::transport_of<Transport>(rank); }
    bool is_here(const sartor::process::Rank&) { return false; }
    static int memory_of(const sartor::process::Rank&) { return 0; }
#ifndef MUST_FAIL
    bool shares_memory(const sartor::process::Rank&) { return true; }
#endif
    bool may_copy(const sartor::process::Rank&, std::size_t) { return false; }
    bool put(sartor::process::Rank&, const typename Parcel::envelope_type&) { return false; }
    bool put_in_slot(sartor::process::Rank&, const typename Parcel::envelope_type&) { return false; }
    void post(sartor::process::Rank&, Parcel&) {}
    static int reserve(const sartor::process::Directory::Question&) { return -1; }
    static void query_rank(const sartor::process::Rank&, const int&, int&, void (*)(const sartor::process::Rank&, const int&, int&)) {}
    bool collect() { return false; }
};
struct Machine {
    template <class Messages> using transport = Transport<Messages>;
};
sartor::channel::RawChannel<Machine>* channel;
static_assert(sizeof(sartor::channel::RawChannel<Machine>) > 0);

// What is kept with messages on a manycore, and the permission to send one.
#pragma once

#include <cstdint>

#include "components/channel/manycore/mailbox.hpp"

namespace sartor::communicator {

struct Clearance;

// What is kept with messages on a manycore.
struct OverNetwork {
    using OfParcel = channel::manycore::ParcelTransit;

    struct OfSending {
        int rank = 0;                              // whose it is
        std::uint32_t sequence = 0;                // of its request
        bool attended = false;                     // its rank waits in the send: it moves the data itself
        bool lazy = false;                         // it sends from the library's own buffer
        void* next = nullptr;                      // link in the list of sends that are not cleared
        void* request = nullptr;                   // its request's parcel, until that is matched
        Clearance* clearance = nullptr;            // it may go
        void (*finished)(void* sending) = nullptr; // of a send that nobody waits for
    };

    struct OfReceiving {
        int owner = 0;                  // the rank
        Clearance* clearance = nullptr; // sent before it was asked for
    };
};

// Permission to send a message into a receive's buffer, and then the message's data on their way.
struct Clearance {
    machine::manycore::Control control;
    machine::manycore::Control acknowledgement;
    machine::manycore::Transfer transfer;
    machine::manycore::Waiter tag; // for a receive window
    void* sending = nullptr;
    void* receiving = nullptr; // null when it has found another message
    int sender = 0;            // ranks
    int receiver = 0;
    std::uint32_t sequence = 0; // of an early one: the message that it means
    bool early = false;
    bool started = false;
    std::int64_t bytes_left = 0; // that no transfer has taken up
    int unit_open = 0;           // of the packet under way: to be sent, to be read
    int open = 0;                // what has still to happen before it ends
    int sending_open = 0;        // and before its send is complete
    Clearance* next = nullptr;
};

} // namespace sartor::communicator

// What is kept with messages on a manycore; the clearance (clear to send) of a message, and its data in
// flight.
#pragma once

#include <cstdint>

#include "emulation/ranks.hpp"

namespace sartor::channel::manycore {

struct Clearance;

// What is kept with parcels, sends and receives on a manycore, besides their envelopes.
struct OverNetwork {
    struct OfParcel {
        machine::manycore::Control control;
        int source = 0; // ranks
        int destination = 0;
        std::uint32_t sequence = 0; // how many parcels its source sent to its destination before it
        machine::manycore::Way way = machine::manycore::Way::core;
        bool is_void = false;      // what it requests has been granted already, or withdrawn
        bool is_eager = false;     // it has taken one of its receiver's slots for messages of this sender
        void* receiving = nullptr; // that it goes to, while it is delivered
    };

    struct OfSending {
        int rank = 0;                              // whose it is
        std::uint32_t sequence = 0;                // of its request
        bool attended = false;                     // its rank waits in the send: it moves the data itself
        bool lazy = false;                         // it sends from the library's own buffer
        void* next = nullptr;                      // link in the list of sends that are not cleared
        void* request = nullptr;                   // its request's parcel, until that is matched
        Clearance* clearance = nullptr;            // it may go
        void (*finished)(void* sending) = nullptr; // of a send for which no call waits
    };

    struct OfReceiving {
        int owner = 0;                  // the rank
        Clearance* clearance = nullptr; // sent before it was requested
    };
};

// The permission to send a message into a receive's buffer, and then the transfer of its data. Belongs to the
// receiver.
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

} // namespace sartor::channel::manycore

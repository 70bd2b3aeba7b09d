// What is kept with messages between address spaces.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sartor::channel::split {

// With parcels, sends and receives, besides their envelopes.
struct BetweenSpaces {
    struct OfParcel {
        bool is_request = false;    // its data are in another space
        bool is_registered = false; // where they can be read with the key
        std::int32_t from = 0;      // the rank there,
        std::int32_t to = 0;        // the one that it has come to
        std::uint32_t sender = 0;   // the sender's token
        std::uint64_t data = 0;     // their address there, or 0
        std::uint64_t key = 0;
    };
    struct OfSending {
        std::uint32_t token = UINT32_MAX; // of its request, until the send is complete
        std::uint32_t receiver = 0;       // the token of a receive that reads its part,
        std::uint64_t begin = 0;          // which ends here
        void* registration = nullptr;     // of its data, see Region
    };
    struct OfReceiving {
        char* staged = nullptr; // for data that are not contiguous
        std::size_t arrived = 0;
        std::size_t expected = 0;
        bool is_read = false; // remotely, now
    };
};

} // namespace sartor::channel::split

// Sends of which the program may think better (MPI-5.0 section 3.8.4): until a receive has matched its
// request, or a clearance has come for it, a message can be taken back.
#pragma once

#include <string_view>

#include "components/channel/manycore/mailbox.hpp"

namespace sartor::aspects {

// Over a protocol that asks for permission to send. The request is void, on its way or in the receiver's
// queue, as one that was granted early is. Not modelled: the time that it takes to tell the receiver.
template <class Protocol>
class RequestRevocation : public Protocol {
  public:
    static constexpr std::string_view name = "revocation of requests";
    static constexpr bool revokes = true;
    using typename Protocol::Communicator;
    using typename Protocol::Mailbox;
    using typename Protocol::Parcel;
    using typename Protocol::Sending;

    // At the sender. False: it is too late.
    bool take_back(Sending& sending, Mailbox&) noexcept {
        auto& transit = sending.transit;
        if (sending.is_complete() || transit.request == nullptr || transit.clearance != nullptr) return false;
        auto& request = *static_cast<Parcel*>(transit.request);
        if (request.transit.way != machine::manycore::Way::local) this->forget(sending);
        if (!Communicator::of(process::rank(sending.destination)).drop(request))
            request.transit.is_void = true;
        transit.request = nullptr;
        sending.complete.store(true, std::memory_order_relaxed);
        return true;
    }

    // At the receiver: a parcel is received or reserved. Those taken back are in no queue.
    [[nodiscard]] static bool claim(Parcel& parcel) noexcept {
        if (parcel.sender != nullptr) parcel.sender->transit.request = nullptr;
        return true;
    }
    [[nodiscard]] static bool is_taken_back(const Parcel&) noexcept { return false; }
};

} // namespace sartor::aspects

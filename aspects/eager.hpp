// Short messages are copied at the sender and sent at once: the send completes without its receiver
// (EPOS-MPI 4.1: "short messages should be sent right away").
#pragma once

#include <atomic>
#include <cstddef>
#include <string_view>

#include "components/communicator/cells.hpp"
#include "framework/traits.hpp"

namespace sartor::aspects {

struct EagerLimit; // traits family: up to which size, in bytes

} // namespace sartor::aspects

template <>
struct sartor::default_traits<sartor::aspects::EagerLimit> {
    static constexpr std::size_t bytes = 8192;
};

namespace sartor::aspects {

template <class Protocol>
class Eager : public Protocol {
  public:
    static constexpr std::string_view name = "eager";
    using typename Protocol::Mailbox;
    using typename Protocol::Parcel;
    using typename Protocol::Sending;

    void send(Sending& sending) noexcept {
        const auto& envelope = sending.parcel.envelope;
        Parcel* cell = envelope.storage.bytes <= limit ? cells_.take(envelope.storage.bytes) : nullptr;
        if (cell == nullptr) return Protocol::send(sending); // too long, or no memory for a copy
        envelope.storage.gather_to(cells_.data_of(*cell));
        cell->envelope.header = envelope.header;
        cell->envelope.check = envelope.check;
        cell->envelope.storage = {cells_.data_of(*cell), envelope.storage.bytes};
        cell->sender = nullptr;
        Mailbox::post(sending.destination, *cell);
        sending.complete.store(true, std::memory_order_relaxed);
    }

    void release(Parcel& parcel) noexcept {
        parcel.sender == nullptr ? cells_.put_back(parcel) : Protocol::release(parcel);
    }

    void discard(Parcel& parcel) noexcept {
        parcel.sender == nullptr ? cells_.put_back(parcel) : Protocol::discard(parcel);
    }

  private:
    static constexpr std::size_t limit = traits<EagerLimit>::bytes;
    communicator::Cells<Parcel> cells_;
};

} // namespace sartor::aspects

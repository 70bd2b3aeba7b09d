// Long messages are copied by both sides (AzequiaMPI, section III): the receiver offers its buffer, and a
// sender that waits for the copy anyway copies some of the pieces.
#pragma once

#include <cstddef>
#include <string_view>

#include "framework/traits.hpp"
#include "runtime/process.hpp"

namespace sartor::aspects {

// Family of traits: `bytes`, the size in bytes from which on copies are split.
struct SplitCopyLimit;

} // namespace sartor::aspects

template <>
struct sartor::default_traits<sartor::aspects::SplitCopyLimit> {
    static constexpr std::size_t bytes = std::size_t{64} << 10;
};

namespace sartor::aspects {

// For senders and receivers on different threads that share memory. A copy is split when both storages can be
// copied in parts; a sender that does not wait leaves all pieces to the receiver. See shared_copy.hpp.
template <class Protocol>
class SplitCopy : public Protocol {
  public:
    static constexpr std::string_view name = "split copy";
    using typename Protocol::Parcel;
    using typename Protocol::Sending;
    using typename Protocol::Storage;
    using typename Protocol::Transport;

    void rendezvous(Sending& sending, process::Rank& destination, Transport& transport) noexcept {
        if (is_long(sending)) sending.shared_copy.prepare();
        Protocol::rendezvous(sending, destination, transport);
    }

    // At the receiver. Requires a parcel with a sender: those with a copy of their own, cells, are delivered
    // by eager sends, which are woven outside of this.
    void deliver(Parcel& parcel, const Storage& target, Transport& transport) noexcept {
        const Storage& source = parcel.envelope.storage;
        const std::size_t bytes = source.bytes < target.bytes ? source.bytes : target.bytes;
        if (bytes < limit || !source.is_divisible() || !target.is_divisible())
            return Protocol::deliver(parcel, target, transport);
        copy_together(parcel, target, bytes, transport);
    }

    // At a sender that waits: helps with the copy, if it has begun.
    void help(Sending& sending) noexcept {
        if (is_long(sending)) sending.shared_copy.help();
        Protocol::help(sending);
    }

  private:
    [[nodiscard]] static bool is_long(const Sending& sending) noexcept {
        return sending.parcel.envelope.storage.bytes >= limit;
    }

    // The storage by value: deliver() keeps it in registers.
    [[gnu::noinline]] void copy_together(Parcel& parcel, Storage target, std::size_t bytes,
                                         Transport& transport) noexcept {
        parcel.sender->shared_copy.run(target, parcel.envelope.storage, bytes);
        Protocol::acknowledge(parcel, transport);
    }

    static constexpr std::size_t limit = traits<SplitCopyLimit>::bytes;
};

} // namespace sartor::aspects

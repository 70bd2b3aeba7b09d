// Ranks with transports and nothing else: what the tests of the channel send and receive.
#pragma once

#include <cstring>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "tests/support/model_atomics.hpp"
#include "transports/host/transport.hpp"
#include "transports/service.hpp"

namespace sartor::test {

inline constexpr int any_sender = -1;

struct MailHeader {
    Watched<int> sender;
    Watched<int> number;

    using Passed = MailHeader;
    [[nodiscard]] bool matches(const MailHeader& arrived) const {
        return sender == any_sender || sender == arrived.sender;
    }
};
struct MailStorage {
    const void* data = nullptr;
    std::size_t bytes = 0;
    void gather_to(void* storage) const {
        if (bytes > 0) std::memcpy(storage, data, bytes);
    }
    void copy_to(const MailStorage& target) const { gather_to(target.stretch()); }
    [[nodiscard]] void* stretch() const { return const_cast<void*>(data); }
};
struct MailEnvelope {
    struct NoCheck {};
    using header_type = MailHeader;
    using storage_type = MailStorage;
    using check_type = NoCheck;
    header_type header;
    check_type check;
    MailStorage storage;
};
struct MailParcel {
    using envelope_type = MailEnvelope;
    MailParcel* next = nullptr;
    MailEnvelope envelope;
    static constexpr bool is_cell() { return false; }
};

// Takes what arrives for a rank; `arrived` decides what of it is right.
struct MailReceiver {
    std::function<void(int sender, int number, const void* data, std::size_t bytes)> arrived;
    bool takes_itself = false;

    [[nodiscard]] bool reads_next_message(const process::Rank&) const { return takes_itself; }
    static MailReceiver& of(const process::Rank& rank) { return *static_cast<MailReceiver*>(rank.state); }
    void arrive(const MailHeader& header, MailEnvelope::NoCheck, const void* data, std::size_t bytes,
                process::Rank&) {
        arrived(header.sender, header.number, data, bytes);
    }
    void arrive(MailParcel& parcel, process::Rank&) {
        const MailEnvelope& envelope = parcel.envelope;
        arrived(envelope.header.sender, envelope.header.number, envelope.storage.data,
                envelope.storage.bytes);
    }
};

// One rank for each worker.
template <class Shape>
struct MailboxSet {
    using Transport = channel::host::Transport<channel::Messages<MailParcel, MailReceiver>, Shape>;

    explicit MailboxSet(int count)
        : ranks(static_cast<std::size_t>(count)), workers(ranks.size()), receivers(ranks.size()),
          boxes(ranks.size()) {}

    void open() {
        for (std::size_t index = 0; index < ranks.size(); ++index) {
            boxes[index].emplace(static_cast<int>(index), static_cast<int>(ranks.size()));
            ranks[index].number = static_cast<int>(index);
            ranks[index].worker = &workers[index];
            ranks[index].state = &receivers[index];
            ranks[index].transport = &*boxes[index];
        }
        process::ranks = {ranks.data(), static_cast<int>(ranks.size())};
    }

    // As the protocols do: a copy where there is room for one, else a parcel, which must live on.
    // True: copied.
    bool send(int from, int to, MailParcel& parcel) {
        auto& box = *boxes[static_cast<std::size_t>(from)];
        auto& destination = ranks[static_cast<std::size_t>(to)];
        if (box.put_in_slot(destination, parcel.envelope)) return true;
        box.post(destination, parcel);
        return false;
    }

    // As a receive does that finds its message where it lies. False: there is none.
    bool receive(int rank, int sender) {
        const auto index = static_cast<std::size_t>(rank);
        MailHeader expected;
        expected.sender = sender;
        const auto in_slot = boxes[index]->find_in_slots(ranks[index], expected);
        if (!in_slot) return false;
        const MailHeader header = in_slot.header();
        std::vector<char> data(in_slot.bytes());
        in_slot.take_out({data.data(), data.size()});
        receivers[index].arrived(header.sender, header.number, data.data(), data.size());
        return true;
    }

    std::vector<process::Rank> ranks;
    std::vector<process::Worker> workers;
    std::vector<MailReceiver> receivers;
    std::deque<std::optional<Transport>> boxes;
};

} // namespace sartor::test

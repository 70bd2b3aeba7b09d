// What other processes send: any control messages, at any time, change nothing but what they may, or are
// refused and name their sender.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
#include <vector>

#include "components/communicator/operation.hpp"
#include "components/datatype/checked_type.hpp"
#include "components/envelope/envelope.hpp"
#include "components/envelope/header.hpp"
#include "components/envelope/storage.hpp"
#include "tests/fuzz/messages.hpp"
#include "transports/split/handshake.hpp"

namespace {

using namespace sartor;
using namespace sartor::fuzz;

constexpr int rank_count = 4;
constexpr int own_rank = 1;

using Header =
    envelope::MessageHeader<envelope::OpenField<envelope::SourceKind>, envelope::OpenField<envelope::TagKind>,
                            envelope::ExactField<envelope::ContextKind>>;
using Envelope = envelope::Envelope<Header, envelope::Contiguous>;
using Parcel = communicator::Parcel<Envelope, channel::split::BetweenSpaces>;

struct Inbox {
    std::deque<Parcel*> parcels; // of requests that no receive has met

    Inbox() = default;
    Inbox(const Inbox&) = delete;
    Inbox& operator=(const Inbox&) = delete;
    ~Inbox() {
        for (const Parcel* parcel : parcels) delete parcel;
    }
    void arrive(Parcel& parcel, process::Rank&) { parcels.push_back(&parcel); }
    void arrive(const Envelope::header_type&, const Envelope::check_type&, const void* data,
                std::size_t bytes, process::Rank&) {
        look_at(data, bytes);
    }
    template <class Matches>
    bool drop_first(Matches matches) {
        const auto found = std::find_if(parcels.begin(), parcels.end(),
                                        [&](const Parcel* parcel) { return matches(*parcel); });
        if (found == parcels.end()) return false;
        delete *found;
        parcels.erase(found);
        return true;
    }
    template <class Condition>
    void wait_until(Condition) {}
    static Inbox& of(const process::Rank&);
};

struct Transport {
    struct Cells {
        static Parcel* take(std::size_t) { return new Parcel; }
        static void put_back(Parcel& parcel) { delete &parcel; }
    };
    static Transport& of(const process::Rank&) {
        static Transport one;
        return one;
    }
    static Cells cells() { return {}; }
    static constexpr std::size_t longest_piece(int) { return 64; }
    static void send_control(const channel::split::Control& control, const Envelope::check_type&,
                             const void* data = nullptr, std::size_t bytes = 0) {
        require(control.from == own_rank);
        look_at(data, bytes);
    }
    // Some succeed. No read ends by itself: that is one of the messages that come.
    static channel::split::Region register_memory(const void* data, std::size_t bytes) {
        if (bytes % 2 == 0) return {};
        return {new char, reinterpret_cast<std::uint64_t>(data), bytes};
    }
    static void deregister(void* registration) { delete static_cast<char*>(registration); }
    static bool read_remotely(const channel::split::Control& read, const channel::split::Region& region,
                              void* memory) {
        require(read.from == own_rank && read.to == own_rank);
        if (region.key % 3 == 0) return false;
        std::memset(memory, 1, read.bytes);
        return true;
    }
    [[noreturn]] static void end_without_memory(std::size_t) { process::end_run(1); }
};

struct Types {
    using Communicator = Inbox;
    using Transport = ::Transport;
    using Parcel = ::Parcel;
    using Sending = Parcel::sending_type;
    using Receiving = Parcel::receiving_type;
};
using Handshake = channel::split::Handshake<Types>;
using Message = channel::split::ControlMessage<Envelope::check_type>;

// One rank with operations under way, whose buffers end where their memory does.
class Endpoint {
  public:
    process::Rank& self = process::rank(own_rank);
    Inbox inbox;

    void send(Input& input) {
        auto& sending = *sendings_.emplace_back(std::make_unique<Types::Sending>());
        sending.parcel.envelope.header = {own_rank, 1, 0};
        sending.parcel.envelope.storage = buffer(input.byte());
        sending.destination = other(input);
        sending.owner = &self;
        handshake_.request(sending);
    }
    // Meets the first request, if one waits.
    void receive(Input& input) {
        if (inbox.parcels.empty()) return;
        Parcel& parcel = *inbox.parcels.front();
        inbox.parcels.pop_front();
        auto& receiving = *receivings_.emplace_back(std::make_unique<Types::Receiving>());
        receiving.envelope.storage = buffer(input.byte());
        handshake_.clear(parcel, receiving);
    }
    // Of plausible numbers, or of any.
    void take_message(Input& input) {
        Message message{};
        channel::split::Control& control = message.control;
        const std::uint8_t manner = input.byte();
        if (manner % 4 == 0) {
            input.fill(&control, sizeof control);
        } else {
            control.kind = static_cast<channel::split::Kind>(input.byte() % 11);
            control.from = other(input);
            control.source = input.byte() % 8 - 2;
            control.tag = input.byte() % 8 - 2;
            control.context = input.byte() % 8 - 2;
            control.sender = input.byte() % 8;
            control.receiver = input.byte() % 8;
            control.bytes = input.byte();
            control.offset = input.byte();
        }
        if (manner % 8 != 0) control.to = own_rank;
        std::vector<char> data(input.byte());
        input.fill(data.data(), data.size());
        handshake_.handle(message, data.data(), data.size(), self);
    }

  private:
    static int other(Input& input) { return input.byte() % rank_count; }
    envelope::Contiguous buffer(std::size_t bytes) {
        buffers_.emplace_back(bytes);
        return {buffers_.back().data(), bytes};
    }

    std::deque<std::vector<char>> buffers_;
    std::vector<std::unique_ptr<Types::Sending>> sendings_;
    std::vector<std::unique_ptr<Types::Receiving>> receivings_;
    Handshake handshake_;
};

Endpoint* endpoint = nullptr;

Inbox& Inbox::of(const process::Rank&) {
    return endpoint->inbox;
}

void play(Input& input) {
    while (!input.is_empty()) {
        const std::uint8_t step = input.byte();
        if (step % 4 == 0)
            endpoint->send(input);
        else if (step % 4 == 1)
            endpoint->receive(input);
        else
            endpoint->take_message(input);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    begin_run<rank_count>(own_rank);
    endpoint = new Endpoint;
    Input input(data, size);
    if (setjmp(run_ended) == 0)
        play(input);
    else
        require(last_report.find("of rank ") != std::string::npos);
    delete endpoint;
    return 0;
}

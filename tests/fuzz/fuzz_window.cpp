// What other processes send to a window: any messages, at any time, change nothing but the window's part and
// the results that are awaited, or are refused and name their sender.
#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <set>
#include <vector>

#include "components/envelope/storage.hpp"
#include "components/one_sided/engine.hpp"
#include "tests/fuzz/messages.hpp"

namespace {

using namespace sartor;
using namespace sartor::fuzz;
using one_sided::Header;
using one_sided::Kind;

constexpr int rank_count = 4;
constexpr int own_rank = 1;
constexpr int context = 7;

// Of numbers of 1, 4 and 32 bytes.
struct Updates {
    [[nodiscard]] static bool is_defined(std::intptr_t operation, std::intptr_t item) {
        return operation >= 0 && operation < 3 && item >= 0 && item < 3;
    }
    [[nodiscard]] static one_sided::Update of(std::intptr_t operation, std::intptr_t item) {
        require(is_defined(operation, item));
        constexpr std::size_t sizes[] = {1, 4, 32};
        one_sided::Update update;
        update.bytes = update.extent = update.first_bytes = update.second_offset = sizes[item];
        update.change = std::array{one_sided::Change::join, one_sided::Change::replace,
                                   one_sided::Change::nothing}[static_cast<std::size_t>(operation)];
        update.join = item == 0 ? &join<1> : item == 1 ? &join<4> : &join<32>;
        update.adds_integers = item == 1;
        return update;
    }
    template <std::size_t Bytes>
    static void join(const void* from, void* into, std::size_t count) {
        for (std::size_t index = 0; index < count * Bytes; ++index)
            static_cast<unsigned char*>(into)[index] ^= static_cast<const unsigned char*>(from)[index];
    }
};

template <class Conflicts_, class Transport_>
struct State;

struct Transport {
    template <class Service>
    static void send(process::Rank& destination, const Header& header, const void* data = nullptr,
                     std::size_t bytes = 0, int = 0) {
        require(destination.number >= 0 && destination.number < rank_count);
        look_at(&header, sizeof header);
        look_at(data, bytes);
    }
};

// One that copies between memories, and reads remotely: what it reads is there at once, and the message that
// a read is over comes when the input says so.
struct MovingTransport : Transport {
    static inline bool copies_now;

    static bool copies(int) { return copies_now; }
    static bool write(int rank, std::uint64_t address, const void* data, std::size_t bytes) {
        require(rank >= 0 && rank < rank_count);
        look_at(data, bytes);
        return address % 4 != 3;
    }
    static bool read(int rank, std::uint64_t address, void* memory, std::size_t bytes) {
        require(rank >= 0 && rank < rank_count);
        std::memset(memory, 1, bytes);
        return address % 4 != 3;
    }

    static inline std::set<void*> registered;
    static inline std::deque<Header> over;

    static bool reads_remotely(std::size_t) { return true; }
    static channel::split::Region register_memory(const void* data, std::size_t bytes) {
        look_at(data, bytes);
        void* const registration = std::malloc(1);
        registered.insert(registration);
        return {registration, 0, 0};
    }
    static void deregister(void* registration) {
        require(registered.erase(registration) == 1);
        std::free(registration);
    }
    template <class Service>
    static bool read_remotely(int rank, const channel::split::Region& region, void* memory, std::size_t bytes,
                              int reader, const Header& done, const Header& failed) {
        require(rank >= 0 && rank < rank_count && reader == own_rank);
        if (region.key % 4 == 3) return false;
        std::memset(memory, 1, bytes);
        over.push_back(region.key % 4 == 2 ? failed : done);
        return true;
    }
};

template <class Conflicts_, class Transport_>
struct Types {
    using State = ::State<Conflicts_, Transport_>;
    using Transport = Transport_;
    using Storage = envelope::Contiguous;
    using Updates = ::Updates;
    using Conflicts = Conflicts_;
    static constexpr bool may_update_elements = true;
    static constexpr bool chooses = false;
};

static_assert(!one_sided::has_transfers<Types<one_sided::UndetectedConflicts, Transport>> &&
              one_sided::has_transfers<Types<one_sided::UndetectedConflicts, MovingTransport>>);

struct Communicator {
    template <class Condition>
    void wait_until(Condition) {}
    void progress() {}
    void give_way_if_wanted() {}
};

template <class Conflicts_, class Transport_>
struct State {
    one_sided::Engine<Types<Conflicts_, Transport_>> one_sided;
    Communicator communicator;
};

// One rank with a window, whose part and results end where their memory does.
template <class Conflicts, class Transport>
class Endpoint {
  public:
    explicit Endpoint(Input& input) : part_(8 + input.byte() % 64) {
        window_.context = context;
        window_.rank = own_rank;
        window_.owner = own_rank;
        window_.size = rank_count;
        window_.base = part_.data();
        window_.bytes = part_.size();
        window_.updates_elements = input.byte() % 2 == 1;
        if constexpr (Conflicts::record_bytes != 0)
            window_.log = one_sided::AccessLog::make(window_.base, window_.bytes, own_rank, rank_count);
        require(state_.one_sided.enter(window_, 0));
        process::current->state = &state_;
    }
    ~Endpoint() { state_.one_sided.leave(window_); }

    void play(Input& input) {
        while (!input.is_empty()) {
            if (!MovingTransport::over.empty() && input.byte() % 2 == 0) end_read();
            input.byte() % 3 == 0 ? request(input) : take_message(input);
        }
    }

  private:
    void request(Input& input) {
        const int other = input.byte() % rank_count;
        constexpr std::size_t long_enough = std::size_t{48} << 10; // for remote reads
        const std::uint8_t length = input.byte();
        const bool is_long = std::is_same_v<Transport, MovingTransport> && length >= 128;
        const std::size_t bytes = length % 40 + (is_long ? long_enough : 0);
        const envelope::Contiguous target{reinterpret_cast<void*>(std::uintptr_t{input.byte()}), bytes};
        switch (input.byte() % 4) {
        case 0:
            return state_.one_sided.put_far(window_, {other, other}, target, buffer(bytes));
        case 1:
            return state_.one_sided.get_far(window_, {other, other}, target, buffer(bytes));
        case 2: {
            const envelope::Contiguous result = buffer(bytes);
            return state_.one_sided.update_far(window_, {other, other}, target, buffer(bytes), &result, 0, 1);
        }
        default:
            return state_.one_sided.compare_and_swap_far(window_, {other, other}, target, buffer(2 * bytes),
                                                         buffer(bytes));
        }
    }
    void end_read() {
        const Header header = MovingTransport::over.front();
        MovingTransport::over.pop_front();
        state_.one_sided.handle(header, nullptr, 0, process::rank(own_rank));
    }
    // Of plausible numbers, or of any.
    void take_message(Input& input) {
        Header header;
        const std::uint8_t manner = input.byte();
        if (manner % 4 == 0) {
            input.fill(&header, sizeof header);
            header.context = context;
        } else {
            header.kind = static_cast<Kind>(input.byte() % 21);
            header.from = input.byte() % rank_count;
            header.rank = input.byte() % rank_count;
            header.runs = input.byte() % 4;
            header.context = context;
            header.token = input.byte() % 4;
            header.operation = input.byte() % 4;
            header.item = input.byte() % 4;
            header.error = static_cast<one_sided::Failure>(input.byte() % 5);
            header.exclusive = input.byte() % 2 == 1;
            header.wants_result = input.byte() % 2 == 1;
        }
        std::vector<char> contents;
        if (manner % 8 != 1) plausible_front(input, header.runs, contents);
        std::vector<char> data(input.byte());
        input.fill(data.data(), data.size());
        contents.insert(contents.end(), data.begin(), data.end());
        const auto exact = std::make_unique<char[]>(contents.size());
        std::copy(contents.begin(), contents.end(), exact.get());
        state_.one_sided.handle(header, exact.get(), contents.size(), process::rank(own_rank));
    }
    static void plausible_front(Input& input, int runs, std::vector<char>& contents) {
        if constexpr (Conflicts::record_bytes != 0) {
            one_sided::AccessRecord record;
            record.use = static_cast<one_sided::Use>(input.byte() % 4);
            record.is_noted = input.byte() % 2 == 1;
            record.excludes_stores = input.byte() % 2 == 1;
            record.origin = input.byte() % (rank_count + 1);
            append(contents, record);
        }
        for (int index = 0; index < runs && index < 4; ++index)
            append(contents, one_sided::Run{input.byte(), input.byte()});
    }
    template <class Object>
    static void append(std::vector<char>& contents, const Object& object) {
        const auto* bytes = reinterpret_cast<const char*>(&object);
        contents.insert(contents.end(), bytes, bytes + sizeof object);
    }
    envelope::Contiguous buffer(std::size_t bytes) {
        buffers_.emplace_back(bytes);
        return {buffers_.back().data(), bytes};
    }

    std::vector<char> part_;
    std::deque<std::vector<char>> buffers_;
    one_sided::Window window_;
    State<Conflicts, Transport> state_;
};

template <class Conflicts, class Transport>
void play(Input& input) {
    auto* const endpoint = new Endpoint<Conflicts, Transport>(input);
    if (setjmp(run_ended) == 0)
        endpoint->play(input);
    else
        require(last_report.find("of rank ") != std::string::npos);
    delete endpoint;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    begin_run<rank_count>(own_rank);
    Input input(data, size);
    MovingTransport::over.clear();
    MovingTransport::registered.clear();
    MovingTransport::copies_now = input.byte() % 2 == 0;
    switch (input.byte() % 4) {
    case 0:
        play<one_sided::UndetectedConflicts, Transport>(input);
        break;
    case 2:
        play<one_sided::UndetectedConflicts, MovingTransport>(input);
        break;
    default:
        play<one_sided::DetectedConflicts, Transport>(input);
    }
    return 0;
}

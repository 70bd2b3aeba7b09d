// The only thing that address spaces of a split machine share: bytes that go from rank to rank, in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <sys/mman.h>
#include <type_traits>

#include "components/process/process.hpp"
#include "components/process/scheduler/inbox.hpp"
#include "components/process/scheduler/worker.hpp"

namespace sartor::channel::split {

enum class Kind : std::uint32_t {
    eager,      // the data come along
    request,    // to send: `sender` is the token of the send
    clear,      // to send so many bytes: `receiver` is the token of the receive
    data,       // from `offset` on; with the last of them the receive is complete
    take_back,  // a request that no receive has matched
    ask,        // the directory: asker, askers and span in place of source, tag and context; the key
    answer,     // `bytes` is the number and 1, or 0: there is none
    taken_back, // the answer: `bytes` is 1, or 0: it is too late
};

// What stands before the data of a message: numbers, no addresses. Ranks are those of the process, tokens
// those that the rank at the one end or the other gave to an operation of its own.
struct Control {
    Kind kind;
    std::int32_t from;
    std::int32_t to;
    std::int32_t source; // of the envelope's header
    std::int32_t tag;
    std::int32_t context;
    std::uint32_t sender;
    std::uint32_t receiver;
    std::uint64_t bytes;
    std::uint64_t offset;
};
static_assert(std::is_trivially_copyable_v<Control>);

[[nodiscard]] inline Control control_for(Kind kind, int from, int to) noexcept {
    Control control{};
    control.kind = kind;
    control.from = from;
    control.to = to;
    return control;
}
template <class Envelope>
void describe(const Envelope& envelope, Control& control) noexcept {
    control.source = envelope.header.source();
    control.tag = envelope.header.tag();
    control.context = envelope.header.context();
    control.bytes = envelope.storage.bytes;
}

// Whether a number is an address of this process, to the page.
[[nodiscard]] inline bool is_address(std::uint64_t word) noexcept {
    constexpr std::uint64_t page = 4096;
    constexpr std::uint64_t first = 65536; // nothing is mapped below
    constexpr int bits = 47;               // of a process's addresses
    if (word < first || word >> bits != 0) return false;
    unsigned char unused = 0;
    return mincore(reinterpret_cast<void*>(word / page * page), page, &unused) == 0;
}

// One end of it: for all ranks of a worker.
class ByteChannel {
  public:
    ByteChannel() = default;
    ByteChannel(const ByteChannel&) = delete;
    ByteChannel& operator=(const ByteChannel&) = delete;
    ~ByteChannel() {
        for (Block* block = inbox_.collect(); block != nullptr;) {
            Block* rest = block->next;
            std::free(block);
            block = rest;
        }
    }

    // By any worker: copies all of it. `what` says of the data what an envelope does. An address among the
    // numbers ends the run: it would mean nothing at the other end.
    template <class What>
    void send(const Control& control, const What& what, const void* data, std::size_t bytes) noexcept {
        static_assert(std::is_trivially_copyable_v<What> && sizeof(What) <= sizeof(std::uint32_t),
                      "what is said of the data has no room for an address");
        if (is_address(control.bytes) || is_address(control.offset)) end_with_address();
        void* memory = std::malloc(sizeof(Block) + sizeof control + sizeof what + bytes);
        if (memory == nullptr) end_without_memory(bytes);
        auto* block = new (memory) Block{nullptr, bytes};
        char* place = block->contents();
        std::memcpy(place, &control, sizeof control);
        std::memcpy(place + sizeof control, &what, sizeof what);
        if (bytes > 0) std::memcpy(place + sizeof control + sizeof what, data, bytes);
        inbox_.post(*block);
    }

    // By its owner: handle(control, what, data, bytes) for all that has come, in order. False: nothing.
    template <class What, class Handle>
    bool receive(Handle handle) noexcept {
        if (inbox_.looks_empty()) return false;
        Block* block = inbox_.collect();
        const bool any = block != nullptr;
        while (block != nullptr) {
            Control control;
            What what;
            const char* place = block->contents();
            std::memcpy(&control, place, sizeof control);
            std::memcpy(&what, place + sizeof control, sizeof what);
            handle(control, what, static_cast<const void*>(place + sizeof control + sizeof what),
                   block->bytes);
            Block* rest = block->next;
            std::free(block);
            block = rest;
        }
        return any;
    }

  private:
    struct Block {
        Block* next;
        std::size_t bytes; // of data

        [[nodiscard]] char* contents() noexcept { return reinterpret_cast<char*>(this + 1); }
    };

    [[noreturn, gnu::cold]] static void end_with_address() noexcept {
        process::report("a message between address spaces holds an address of its sender");
        process::end_run(1);
    }
    [[noreturn, gnu::cold]] static void end_without_memory(std::size_t bytes) noexcept {
        process::report("no memory for %zu bytes between address spaces", bytes);
        process::end_run(1);
    }

    process::Inbox<Block> inbox_;
};

} // namespace sartor::channel::split

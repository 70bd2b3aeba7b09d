// Active messages for the ranks of a worker, until the worker collects them (channel::ActiveService).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <type_traits>

#include <boost/mp11/algorithm.hpp>
#include <boost/mp11/list.hpp>

#include "runtime/process.hpp"
#include "runtime/scheduler/inbox.hpp"
#include "transports/service.hpp"

namespace sartor::channel {

// The inbox for a list of services. Each message is one block of memory, allocated by its sender and freed
// after its handler: an allocation and a copy for each message.
template <class... Services>
class ActiveInbox {
    static_assert((ActiveService<Services> && ...),
                  "an active message has a header that can be copied as bytes, and a receiver");

  public:
    ActiveInbox() = default;
    ActiveInbox(const ActiveInbox&) = delete;
    ActiveInbox& operator=(const ActiveInbox&) = delete;
    ~ActiveInbox() {
        for_each_block([](Block&) {});
    }

    // Called by any worker. Copies header and data. Ends the run when there is no memory.
    template <class Service>
    void post(int destination, const typename Service::Header& header, const void* data,
              std::size_t bytes) noexcept {
        Block* block = make(index_of<Service>, destination, sizeof header, bytes);
        std::memcpy(block->contents(), &header, sizeof header);
        if (bytes > 0) std::memcpy(block->contents() + sizeof header, data, bytes);
        inbox_.post(*block);
    }
    // The same for a message that comes as bytes, a header and then data, of the service with this number in
    // the list. False: there is none, or the bytes are less than its header.
    [[nodiscard]] bool post_bytes(std::uint32_t service, int destination, const void* contents,
                                  std::size_t bytes) noexcept {
        if (!is_message(service, bytes)) return false;
        Block* block = make(service, destination, headers[service], bytes - headers[service]);
        std::memcpy(block->contents(), contents, bytes);
        inbox_.post(*block);
        return true;
    }
    // The number of a service in the list.
    template <class Service>
    static constexpr std::uint32_t index_of =
        boost::mp11::mp_find<boost::mp11::mp_list<Services...>, Service>::value;

    // The same by the owner: delivers it at once, unless earlier ones still wait.
    [[nodiscard]] bool handle_bytes(std::uint32_t service, int destination, const void* contents,
                                    std::size_t bytes) noexcept {
        if (!inbox_.looks_empty()) return post_bytes(service, destination, contents, bytes);
        if (!is_message(service, bytes)) return false;
        boost::mp11::mp_with_index<sizeof...(Services)>(service, [&](auto index) {
            hand_over<boost::mp11::mp_at_c<List, index>>(destination, static_cast<const char*>(contents),
                                                         bytes - headers[index]);
        });
        return true;
    }

    // Called by the owner: delivers all messages that have arrived to their receivers, in the order in which
    // they were posted. False: there was none, which costs one load.
    bool handle() noexcept {
        if (inbox_.looks_empty()) return false;
        return for_each_block([](Block& block) {
            boost::mp11::mp_with_index<sizeof...(Services)>(block.service, [&](auto index) {
                hand_over<boost::mp11::mp_at_c<List, index>>(block.destination, block.contents(),
                                                             block.bytes);
            });
        });
    }

  private:
    using List = boost::mp11::mp_list<Services...>;
    static constexpr std::size_t headers[] = {sizeof(typename Services::Header)...};

    [[nodiscard]] static bool is_message(std::uint32_t service, std::size_t bytes) noexcept {
        return service < sizeof...(Services) && bytes >= headers[service];
    }

    struct Block {
        Block* next;
        std::size_t bytes; // of data
        std::int32_t destination;
        std::uint32_t service;

        // The header, then the data.
        [[nodiscard]] char* contents() noexcept { return reinterpret_cast<char*>(this + 1); }
    };

    [[nodiscard]] static Block* make(std::uint32_t service, int destination, std::size_t header,
                                     std::size_t bytes) noexcept {
        void* memory = std::malloc(sizeof(Block) + header + bytes);
        if (memory == nullptr) process::end_without_memory("an active message", bytes);
        return new (memory) Block{nullptr, bytes, destination, service};
    }

    template <class Service>
    static void hand_over(int destination, const char* contents, std::size_t bytes) noexcept {
        static_assert(ActiveReceiver<typename Service::Receiver, typename Service::Header>,
                      "the receiver of an active message handles its header and bytes");
        typename Service::Header header;
        std::memcpy(&header, contents, sizeof header);
        process::Rank& rank = process::rank(destination);
        Service::Receiver::of(rank).handle(header, contents + sizeof header, bytes, rank);
    }

    template <class Visit>
    bool for_each_block(Visit visit) noexcept {
        Block* block = inbox_.collect();
        const bool any = block != nullptr;
        while (block != nullptr) {
            Block* rest = block->next;
            visit(*block);
            std::free(block);
            block = rest;
        }
        return any;
    }

    process::Inbox<Block> inbox_;
};

} // namespace sartor::channel

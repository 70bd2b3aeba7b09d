// The transport of ranks in several processes: inside a process that of the host, between two the handshakes
// of address spaces that share nothing, through rings or over libfabric.
#pragma once

#include <string_view>

#include "transports/fabric/active_messages.hpp"
#include "transports/split/transport_between.hpp"

namespace sartor::channel::fabric {

// Active messages between processes.
struct OverFabric {
    static constexpr std::string_view name = "fabric transport";

    static void prepare() noexcept {}
    [[nodiscard]] static std::size_t longest_piece(int rank) noexcept {
        constexpr std::size_t header = 256; // at most
        return longest_packet(blocks.of(rank)) - header;
    }
    [[nodiscard]] static bool copies(int rank) noexcept { return fabric::copies_memory(blocks.of(rank)); }
    static bool write(int rank, std::uint64_t address, const void* data, std::size_t bytes) noexcept {
        return fabric::write_memory(blocks.of(rank), address, data, bytes);
    }
    static bool read(int rank, std::uint64_t address, void* memory, std::size_t bytes) noexcept {
        return fabric::read_memory(blocks.of(rank), address, memory, bytes);
    }
    [[nodiscard]] static bool shares_directory(const process::Directory::Question& question) noexcept {
        return shares_contexts(question);
    }
    [[nodiscard]] static int reserve(const process::Directory::Question& question) noexcept {
        return reserve_contexts(question);
    }
    [[nodiscard]] static int space_of(int rank) noexcept { return blocks.of(rank); }
    [[nodiscard]] static bool is_here(int rank) noexcept { return blocks.has(rank); }

    template <class Base>
    class Over : public Base {
      public:
        Over(int worker, int workers) noexcept : Base(worker, workers) {
            if (worker == 0) carry(&Base::deliver);
        }

        template <class Service>
        static void send(process::Rank& destination, const typename Service::Header& header,
                         const void* data = nullptr, std::size_t bytes = 0, int = 0) noexcept {
            if (blocks.has(destination.number))
                return Base::template send<Service>(destination, header, data, bytes);
            fabric::send(destination.number, Base::template number_of<Service>, &header, sizeof header, data,
                         bytes);
        }

        [[nodiscard]] static bool reads_remotely(std::size_t bytes) noexcept {
            return fabric::reads_remotely(bytes);
        }
        [[nodiscard]] static split::Region register_memory(const void* data, std::size_t bytes) noexcept {
            return fabric::register_memory(data, bytes);
        }
        static void deregister(void* registration) noexcept { fabric::deregister(registration); }
        template <class Service>
        static bool read_remotely(int rank, const split::Region& region, void* memory, std::size_t bytes,
                                  int reader, const typename Service::Header& done,
                                  const typename Service::Header& failed) noexcept {
            static_assert(sizeof done <= longest_read_header);
            return fabric::read_remotely({blocks.of(rank), region, memory, bytes,
                                          Base::template number_of<Service>, reader, &done, &failed,
                                          sizeof done});
        }

        // In the process of the rank; without a reply in time it is empty.
        template <class Question, class Reply>
        static void query_rank(const process::Rank& rank, const Question& question, Reply& reply,
                               void (*show)(const process::Rank&, const Question&, Reply&)) noexcept {
            static_assert(sizeof(Question) <= longest_question && sizeof(Reply) <= longest_reply);
            if (blocks.has(rank.number)) return process::query_rank(rank, question, reply, show);
            reply = {};
            fabric::query_rank({&call<Question, Reply>, reinterpret_cast<void (*)()>(show), rank.number,
                                &question, sizeof question, &reply, sizeof reply});
        }

        bool collect() noexcept {
            const bool any = poll(static_cast<const Base*>(this));
            return Base::collect() || any;
        }

      private:
        template <class Question, class Reply>
        static void call(void (*show)(), const process::Rank& rank, const void* question,
                         void* reply) noexcept {
            using Show = void (*)(const process::Rank&, const Question&, Reply&);
            reinterpret_cast<Show>(show)(rank, *static_cast<const Question*>(question),
                                         *static_cast<Reply*>(reply));
        }
    };
};

template <class Messages, class... Active>
using Transport = split::TransportBetween<OverFabric, Messages, Active...>;

} // namespace sartor::channel::fabric

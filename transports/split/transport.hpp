// The transport of a split machine: address spaces in one process.
#pragma once

#include <string_view>

#include "transports/split/control.hpp"
#include "transports/split/spaces.hpp"
#include "transports/split/transport_between.hpp"

namespace sartor::channel::split {

// Active messages that refuse to hold an address.
struct BytesAlone {
    static constexpr std::string_view name = "split transport";

    static void prepare() noexcept { spaces.read(); }
    [[nodiscard]] static constexpr std::size_t longest_piece(int) noexcept { return std::size_t{16} << 10; }
    [[nodiscard]] static int space_of(int rank) noexcept { return spaces.of(rank); }
    [[nodiscard]] static bool is_here(int rank) noexcept {
        return spaces.of(rank) == spaces.of(process::current->number);
    }

    template <class Base>
    class Over : public Base {
      public:
        using Base::Base;

        // Addresses must not cross between spaces: one in the header ends the run.
        template <class Service>
        static void send(process::Rank& destination, const typename Service::Header& header,
                         const void* data = nullptr, std::size_t bytes = 0, int = 0) noexcept {
            refuse_addresses(header);
            Base::template send<Service>(destination, header, data, bytes);
        }
        // The rank that should reply may be blocked for ever, so the reply is formed in its space on its
        // behalf. Neither request nor reply may hold an address.
        template <class Question, class Reply>
        static void query_rank(const process::Rank& rank, const Question& question, Reply& reply,
                               void (*show)(const process::Rank&, const Question&, Reply&)) noexcept {
            refuse_addresses(question);
            reply = {}; // behind the end of a text, too
            process::query_rank(rank, question, reply, show);
            refuse_addresses(reply);
        }
    };
};

template <class Messages, class... Active>
using Transport = TransportBetween<BytesAlone, Messages, Active...>;

} // namespace sartor::channel::split

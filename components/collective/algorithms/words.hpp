// Barrier and the shortest broadcasts by words: 64 bits that the machine brings to a rank without a message.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "components/collective/algorithms/barrier.hpp"
#include "components/collective/algorithms/bcast.hpp"
#include "components/collective/interface/nested.hpp"

namespace sartor::collective {

// Interfaces that can send words of up to `bytes` = 8 bytes. receive_word() takes what its partner gave to
// send_word(), in order, and reports another number of bytes than was sent.
template <class M>
concept SendsWords = MessagePassing<M> && requires(M& interface, int node, std::uint64_t value, int bytes) {
    interface.send_word(node, value, bytes);
    {
        interface.receive_word(node, bytes)
        } -> std::same_as<std::uint64_t>;
};

// Function objects of directions: the same word goes to every rank.
template <SendsWords M>
class Words {
  public:
    Words(M& interface, std::uint64_t value, int bytes)
        : interface_(interface), value_(value), bytes_(bytes) {}

    void send(int node) { interface_.send_word(node, value_, bytes_); }
    void receive(int node) { value_ = interface_.receive_word(node, bytes_); }
    [[nodiscard]] std::uint64_t value() const { return value_; }

  private:
    M& interface_;
    std::uint64_t value_;
    int bytes_;
};

namespace barrier {

// A gather and a broadcast of words over the nested tree: 2 (N - 1) words, no messages. On machines without
// words, of empty messages along the same tree.
struct ByWords {
    static constexpr std::string_view name = "hierarchical, in control messages";

    template <MessagePassing M>
    static void run(M& interface) {
        if constexpr (SendsWords<M>) {
            const auto tree = Nested::tree(interface, 0);
            Words<M> words(interface, 0, 0);
            Reverse::run(tree, words);
            Straight::run(tree, words);
        } else {
            GatherBcast<Nested>::run(interface);
        }
    }
};

} // namespace barrier

namespace bcast {

inline constexpr std::size_t word_bytes = sizeof(std::uint64_t);

// Up to 8 bytes in N - 1 words over the nested tree; longer data, and machines without words, by messages
// along the same tree.
struct ByWords {
    static constexpr std::string_view name = "hierarchical, in control messages";

    template <MessagePassing M>
    static void run(M& interface, int root, const typename M::Piece& piece) {
        if constexpr (SendsWords<M>)
            if (piece.bytes <= word_bytes) return send(interface, root, piece);
        Along<Nested>::run(interface, root, piece);
    }

  private:
    template <class M>
    static void send(M& interface, int root, const typename M::Piece& piece) {
        std::uint64_t value = 0;
        if (interface.rank() == root) piece.gather_to(&value);
        Words<M> words(interface, value, static_cast<int>(piece.bytes));
        Straight::run(Nested::tree(interface, root), words);
        value = words.value();
        if (interface.rank() != root) typename M::Piece{&value, piece.bytes}.copy_to(piece);
    }
};

} // namespace bcast

} // namespace sartor::collective

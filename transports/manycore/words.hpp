// Words of 64 bits between ranks: the channel sync (MPPA-MPI, section I.B: Sync; LWMPI, section 4.1.1). The
// control network brings them into mailboxes that PEs watch (AOS, section 4.3.2), without any server.
#pragma once

#include <cstdint>
#include <string_view>

#include <boost/mp11.hpp>

#include "emulation/ranks.hpp"
#include "runtime/process.hpp"
#include "transports/service.hpp"

namespace sartor::channel::manycore {

// A word that a rank sends or waits for. It must exist until `complete` has been called, or until send() or
// receive() have returned that it is complete.
struct Word {
    int source = 0;      // ranks
    int destination = 0; //
    int context = 0;     // words of different contexts, or of different numbers, don't meet
    int number = 0;
    int bytes = 0; // of the 64 bits, that count
    std::uint64_t value = 0;
    machine::manycore::Note note;                                          // of send()
    void (*complete)(Word& self, machine::manycore::Cycles now) = nullptr; // by an event
    void* object = nullptr;
    Word* next = nullptr; // link in the queue of a slot
};

// Called by the running rank. A sender has one slot at each receiver for each context and number: while it
// holds a word that was not received, further ones wait in line. Slots in another cluster's mailboxes are
// taken when they are needed; when all are taken, words go as control messages through the server of the
// receiver's cluster. True: it is on its way.
// True: the value has been received; false: `complete` will be called.
[[nodiscard]] bool send(Word& word) noexcept; // true: it is on its way
[[nodiscard]] bool receive(Word& word) noexcept;

// After a run: visit(word) for each that was sent to the rank and never received, once.
void take_unreceived(int rank, void (*visit)(void* object, const Word& word), void* object) noexcept;

// The service of words on a chip's transport.
struct Words {
    static constexpr std::string_view name = "words of the control network";
    using Word = manycore::Word;
};
static_assert(WordService<Words>);

// The outermost aspect over the transport, woven where the program needs words.
template <class Base>
class WithWords : public Base {
  public:
    using Base::Base;
    using Word = manycore::Word;

    [[nodiscard]] static WithWords& of(const process::Rank& rank) noexcept {
        return process::transport_of<WithWords>(rank);
    }

    [[nodiscard]] static bool send_word(Word& word) noexcept { return manycore::send(word); }
    [[nodiscard]] static bool receive_word(Word& word) noexcept { return manycore::receive(word); }
    static void take_unreceived_words(int rank, void (*visit)(void*, const Word&), void* object) noexcept {
        take_unreceived(rank, visit, object);
    }
};

// A transport with services: words, and With<Base, Active...> for the others.
template <class Words, template <class, class...> class With, class Base, class... Services>
struct carrying_all {
    template <class... Active>
    using with_active = typename carrying<With, Base, Active...>::type;
    using listed = boost::mp11::mp_list<Services...>;
    using active = boost::mp11::mp_apply<with_active, boost::mp11::mp_remove<listed, Words>>;
    using type = boost::mp11::mp_if<boost::mp11::mp_contains<listed, Words>, WithWords<active>, active>;
};

} // namespace sartor::channel::manycore

// Matching where a schedule chooses (sartor run --schedule): a receive from any source waits until no rank
// can run without its message, and then gets one out of those that MPI allows.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <new>

#include "components/communicator/matching.hpp"
#include "components/communicator/queues.hpp"
#include "components/communicator/vector_clock.hpp"
#include "runtime/schedules/choices.hpp"

namespace sartor::communicator {

// The unexpected queue of such a run: every message comes into it, whether a receive waits for it or not.
template <class Parcel>
class ChosenQueue : public UnexpectedQueue<Parcel> {
  public:
    static constexpr std::string_view name = "unexpected queue, matched by a schedule";
    static constexpr bool chooses = true;
};

// What is kept with messages and posted receives of such a run, besides what the machine keeps.
template <class Transit>
struct ChosenTransit {
    // Set when the message comes into the queue.
    struct OfParcel : Transit::OfParcel {
        process::choices::Candidate sent; // by whom, in which call
        VectorClock clock;
    };
    using OfSending = typename Transit::OfSending;
    // Set when the receive is posted.
    struct OfReceiving : Transit::OfReceiving {
        const char* call = nullptr;
        const void* call_site = nullptr;
        int awaited = -1; // the sender for which it has to wait; -1: none
        int position = 0; // of the choice that made it wait
    };
};

// Matching by a schedule. A message and a posted receive match at once when the receive names its source and
// MPI leaves no choice: no receive that was posted before takes that message, and no message that was sent
// before by the same rank is for that receive (MPI-5.0 section 3.5). Receives from any source are matched by
// the process runtime's schedule, when no rank can run.
//
// Where schedules are explored, messages that come after such a match, but might as well have come before it,
// are noted (as DAMPI does: Vo, Aananthakrishnan, Gopalakrishnan et al., "A Scalable and Distributed Dynamic
// Formal Verifier for MPI Programs", SC 2010).
//
// All ranks run on one worker. A match takes time proportional to the length of the unexpected queue, for
// each posted receive where one from any source was matched.
template <class Types>
class ChosenMatching : public Matching<Types> {
    using Base = Matching<Types>;

  public:
    using typename Base::Header, typename Base::Parcel, typename Base::Protocol, typename Base::Receiving,
        typename Base::Transport;
    static constexpr bool chooses = true;
    static constexpr bool matches_at_once = false;

    ~ChosenMatching() {
        while (past_ != nullptr) delete_first(past_);
        std::free(candidates_);
        std::free(seen_);
        clock_.end();
    }

    bool withdraw(const Receiving& receiving) noexcept {
        const bool waits = Base::withdraw(receiving);
        if (waits) settle(*process::current);
        return waits;
    }
    bool drop(Parcel& parcel) noexcept {
        parcel.transit.clock.end();
        const bool waited = Base::drop(parcel);
        if (waited) settle(*requester_.rank);
        return waited;
    }

    // A message for a rank that waits for one. From any source: the one that the schedule chooses when no
    // rank can run; null until then.
    [[nodiscard]] const Parcel* find(const Header& expected) noexcept {
        attend(*process::current);
        this->progress();
        if (const Parcel* hopeless = if_hopeless(expected)) return hopeless;
        if (!leaves_source_open(expected)) return look_for(expected);
        probed_ = probe_choice_ == nullptr ? &expected : nullptr;
        const Parcel* found = probe_choice_;
        probe_choice_ = nullptr;
        return found;
    }
    [[nodiscard]] Parcel* reserve(const Header& expected) noexcept { return take_out(find(expected)); }

    // The same for a rank that does not wait; null also where the schedule lets the message come later.
    [[nodiscard]] const Parcel* find_now(const Header& expected) noexcept {
        await_turn();
        this->progress();
        if (const Parcel* hopeless = if_hopeless(expected)) return hopeless;
        if (!leaves_source_open(expected)) {
            const Parcel* found = look_for(expected);
            return found != nullptr && succeeds_now() ? found : nullptr;
        }
        const int count = list_candidates(expected, nullptr);
        if (count == 0) return nullptr;
        const bool may_decline = !requester_.has_declined;
        if (may_decline) candidates_[count] = {.value = process::choices::no_message};
        const process::Rank& self = *process::current;
        const int value = choose({process::choices::Kind::match, &self, self.call, self.call_site,
                                  candidates_, count + (may_decline ? 1 : 0)});
        requester_.has_declined = value == process::choices::no_message;
        return requester_.has_declined ? nullptr : candidate_of(value, expected, nullptr);
    }
    [[nodiscard]] Parcel* reserve_now(const Header& expected) noexcept {
        return take_out(find_now(expected));
    }

    // Lets all others go on as far as they can: what comes before a choice among complete operations.
    void await_turn() noexcept {
        attend(*process::current);
        process::choices::wait_for_turn(requester_);
        this->wait_until([&] { return requester_.waits_since == 0; });
    }
    // A rank that polls: what it waits for may need a choice, which is made when no rank can run.
    void give_way() noexcept { await_turn(); }
    void give_way_if_wanted() noexcept { await_turn(); }

    // Returns when the schedule has granted the wish.
    void await(process::choices::Wish& wish) noexcept {
        attend(*process::current);
        process::choices::wait_for(wish, requester_);
        this->wait_until([&] { return wish.is_granted; });
    }
    // Whether a test succeeds that could. It is not put off twice in a row.
    [[nodiscard]] bool succeeds_now() noexcept {
        if (requester_.has_declined) {
            requester_.has_declined = false;
            return true;
        }
        const process::choices::Candidate outcomes[] = {{.value = 1}, {.value = 0}};
        const process::Rank& self = *process::current;
        requester_.has_declined =
            choose({process::choices::Kind::test, &self, self.call, self.call_site, outcomes, 2}) == 0;
        return !requester_.has_declined;
    }
    // One of several complete requests: visit(add) calls add(index) for each. Requires at least one and at
    // most `most`. all_of_them is possible where `may_be_all`, and is the first choice then.
    template <class Visit>
    [[nodiscard]] int choose_complete(int most, bool may_be_all, Visit visit) noexcept {
        auto* complete =
            allocate_for_schedule<process::choices::Candidate>(static_cast<std::size_t>(most) + 1);
        int count = 0;
        if (may_be_all) complete[count++] = {.value = process::choices::all_of_them};
        visit([&](int index) { complete[count++] = {.value = index}; });
        if (may_be_all && count == 2) count = 1;
        const process::Rank& self = *process::current;
        const int value = count == 1 ? complete[0].value
                                     : choose({process::choices::Kind::complete, &self, self.call,
                                               self.call_site, complete, count});
        std::free(complete);
        return value;
    }

  protected:
    using Base::expected_, Base::protocol_, Base::transport_, Base::unexpected_;

    explicit ChosenMatching(Transport& transport) noexcept : Base(transport) {
        requester_.is_open = [](process::choices::Requester& requester) noexcept {
            return static_cast<OwnRequester&>(requester).owner->has_open_choice();
        };
        requester_.decide = [](process::choices::Requester& requester) noexcept {
            static_cast<OwnRequester&>(requester).owner->decide();
        };
        requester_.owner = this;
    }

    // A receive of the rank that runs is posted, whatever has arrived for it.
    void match_or_post(Receiving& receiving) noexcept {
        process::Rank& self = *process::current;
        if (this->is_refused(receiving)) return;
        attend(self);
        protocol_.expect(receiving, expected_.first());
        expected_.push(receiving);
        receiving.transit.call = self.call;
        receiving.transit.call_site = self.call_site;
        receiving.transit.awaited = -1;
        match_if_unique(receiving, self);
    }
    // Every message first comes into the unexpected queue.
    [[nodiscard]] static constexpr Receiving* take_expected(const Header&) noexcept { return nullptr; }
    [[nodiscard]] static constexpr bool is_expected(const Header&) noexcept { return false; }
    // A message of the rank that runs has come into the queue of `self`, with its data.
    void note_arrival(Parcel& parcel, process::Rank& self) noexcept {
        const process::Rank& sender = *process::current;
        attend(self);
        parcel.transit.sent = {sender.number, &sender, sender.call, sender.call_site};
        parcel.transit.clock = {};
        if (process::choices::notes_late()) {
            auto& theirs = Types::Communicator::of(sender).clock_;
            theirs.count(sender.number);
            parcel.transit.clock.join(theirs);
            note_as_late(parcel);
        }
        if (const Receiving* receiving = first_for(parcel)) match_if_unique(*receiving, self);
    }

  private:
    struct OwnRequester : process::choices::Requester {
        ChosenMatching* owner = nullptr;
    };
    // A choice that was made for a receive.
    struct Past {
        Past* next = nullptr;
        const Receiving* receiving = nullptr; // until it is matched
        Header header;
        int position = 0;
        std::uint32_t event = 0; // of its rank, once it is matched
        bool* knows = nullptr;   // of each rank whether it was a candidate
        ~Past() { std::free(knows); }
    };

    template <class Node>
    static void delete_first(Node*& link) noexcept {
        Node* node = link;
        link = node->next;
        node->~Node();
        std::free(node);
    }

    [[nodiscard]] static bool leaves_source_open(const Header& expected) noexcept {
        return expected.source() < 0;
    }
    [[nodiscard]] static int choose(const process::choices::Choice& choice) noexcept {
        return process::choices::choose(choice).value;
    }

    void attend(process::Rank& self) noexcept {
        if (requester_.rank != nullptr) return;
        requester_.rank = &self;
        process::choices::add(requester_);
        candidates_ = allocate_for_schedule<process::choices::Candidate>(
            static_cast<std::size_t>(process::most_ranks()) + 1);
        seen_ = allocate_for_schedule<std::uint64_t>(static_cast<std::size_t>(process::most_ranks()));
    }

    [[nodiscard]] static int sender_of(const Parcel& parcel) noexcept { return parcel.transit.sent.value; }

    // The receive that has the first right to a message.
    [[nodiscard]] const Receiving* first_for(const Parcel& parcel) const noexcept {
        return expected_.find(parcel.envelope.header);
    }
    // The message of this sender that a receive with this header, or a probe (null), would get: its oldest,
    // unless a receive that was posted before has the first right to it. A negative sender: where the header
    // names one.
    [[nodiscard]] const Parcel* candidate_of(int sender, const Header& expected,
                                             const Receiving* receiving) const noexcept {
        for (const Parcel* parcel = unexpected_.first(); parcel != nullptr; parcel = parcel->next) {
            if (!matches(*parcel, expected) || (sender >= 0 && sender_of(*parcel) != sender)) continue;
            return first_for(*parcel) == receiving ? parcel : nullptr;
        }
        return nullptr;
    }
    [[nodiscard]] static bool matches(const Parcel& parcel, const Header& expected) noexcept {
        return expected.matches(parcel.envelope.header) && !Protocol::is_taken_back(parcel);
    }
    // Fills candidates_ with one message of each sender that has one; how many.
    int list_candidates(const Header& expected, const Receiving* receiving) noexcept {
        int count = 0;
        ++search_;
        for (const Parcel* parcel = unexpected_.first(); parcel != nullptr; parcel = parcel->next) {
            if (!matches(*parcel, expected) || seen_[sender_of(*parcel)] == search_) continue;
            seen_[sender_of(*parcel)] = search_;
            if (first_for(*parcel) == receiving) candidates_[count++] = parcel->transit.sent;
        }
        return count;
    }
    // For a probe that names its source.
    [[nodiscard]] const Parcel* look_for(const Header& expected) const noexcept {
        return candidate_of(-1, expected, nullptr);
    }

    // What stands for a message that can't come, since others have failed. All ranks share a worker: what
    // those have sent is in the queue.
    [[nodiscard]] const Parcel* if_hopeless(const Header& expected) noexcept {
        const bool may_come = !this->failures_.any() || (!this->failures_.are_refused(expected) &&
                                                         list_candidates(expected, nullptr) > 0);
        return may_come
                   ? nullptr
                   : this->failures_.found(static_cast<Parcel*>(nullptr), expected, this->failures_.known());
    }

    [[nodiscard]] Parcel* take_out(const Parcel* found) noexcept {
        if (Parcel* const hopeless = this->failures_.stand_in(found)) return hopeless;
        if (found == nullptr) return nullptr;
        Parcel* parcel = unexpected_.take_first([&](const Parcel& one) { return &one == found; });
        static_cast<void>(protocol_.claim(*parcel)); // its sender has not run since it was found
        clock_.join(parcel->transit.clock);
        parcel->transit.clock.end();
        return parcel;
    }

    // Matches all that leaves no choice, again and again: a match may leave none to others.
    void settle(process::Rank& self) noexcept {
        for (const Receiving* receiving = expected_.first(); receiving != nullptr;)
            receiving = match_if_unique(*receiving, self) ? expected_.first() : receiving->next;
    }
    // False: there is no message for it yet, or a choice.
    bool match_if_unique(const Receiving& receiving, process::Rank& self) noexcept {
        const bool open = leaves_source_open(receiving.envelope.header);
        if (open && receiving.transit.awaited < 0) return false;
        const Parcel* parcel = candidate_of(receiving.transit.awaited, receiving.envelope.header, &receiving);
        if (parcel != nullptr) match_with(*parcel, receiving, self);
        return parcel != nullptr;
    }
    // Both leave their queues.
    void match_with(const Parcel& found, const Receiving& wanted, process::Rank& self) noexcept {
        auto& receiving = const_cast<Receiving&>(wanted); // of a queue that shows its nodes unchanged only
        expected_.remove(receiving);
        if (receiving.transit.awaited >= 0)
            process::choices::end_awaiting(receiving.transit.position, found.transit.sent);
        Parcel* parcel = take_out(&found);
        end_choice(receiving, self);
        this->meet(*parcel, receiving);
        process::wake(self);
    }

    // ---- choices, when no rank can run

    // The oldest receive from any source for which there is a message.
    [[nodiscard]] const Receiving* open_receive() noexcept {
        for (const Receiving* receiving = expected_.first(); receiving != nullptr;
             receiving = receiving->next)
            if (leaves_source_open(receiving->envelope.header) && receiving->transit.awaited < 0 &&
                list_candidates(receiving->envelope.header, receiving) > 0)
                return receiving;
        return nullptr;
    }
    [[nodiscard]] bool has_open_choice() noexcept {
        return open_receive() != nullptr || (probed_ != nullptr && list_candidates(*probed_, nullptr) > 0);
    }
    void decide() noexcept {
        if (const Receiving* receiving = open_receive()) return decide(*receiving);
        process::Rank& self = *requester_.rank;
        const int count = list_candidates(*probed_, nullptr);
        const int sender =
            choose({process::choices::Kind::match, &self, self.call, self.call_site, candidates_, count});
        probe_choice_ = candidate_of(sender, *probed_, nullptr);
        probed_ = nullptr;
        process::wake(self);
    }
    void decide(const Receiving& wanted) noexcept {
        auto& receiving = const_cast<Receiving&>(wanted);
        const Header expected = receiving.envelope.header;
        const int count = list_candidates(expected, &receiving);
        const process::choices::Chosen chosen =
            process::choices::choose({process::choices::Kind::match, requester_.rank, receiving.transit.call,
                                      receiving.transit.call_site, candidates_, count, true});
        if (process::choices::notes_late()) begin_choice(receiving, chosen, count);
        if (chosen.awaited) {
            receiving.transit.awaited = chosen.value;
            receiving.transit.position = chosen.position;
            return process::choices::begin_awaiting();
        }
        match_with(*candidate_of(chosen.value, expected, &receiving), receiving, *requester_.rank);
        settle(*requester_.rank);
    }

    // ---- candidates that come late

    void begin_choice(const Receiving& receiving, const process::choices::Chosen& chosen,
                      int count) noexcept {
        auto* past = new (allocate_for_schedule<Past>()) Past;
        past->receiving = &receiving;
        past->header = receiving.envelope.header;
        past->position = chosen.position;
        past->knows = allocate_for_schedule<bool>(static_cast<std::size_t>(process::most_ranks()));
        past->knows[chosen.value] = true;
        for (int index = 0; index < count; ++index) past->knows[candidates_[index].value] = true;
        past->next = past_;
        past_ = past;
    }
    // The receive is matched, a new event of its rank.
    void end_choice(const Receiving& receiving, const process::Rank& self) noexcept {
        if (!process::choices::notes_late()) return;
        for (Past* past = past_; past != nullptr; past = past->next) {
            if (past->receiving != &receiving) continue;
            past->event = clock_.count(self.number);
            past->knows[self.number] = true; // what it sends to itself from now on depends on this
            past->receiving = nullptr;
            return;
        }
    }
    // A message that does not depend on an earlier match might have come before it.
    void note_as_late(const Parcel& parcel) noexcept {
        const int receiver = requester_.rank->number;
        for (Past** link = &past_; *link != nullptr;) {
            Past& past = **link;
            bool& known = past.knows[sender_of(parcel)];
            const bool depends = past.event != 0 && parcel.transit.clock.of(receiver) >= past.event;
            if (!known && !depends && past.header.matches(parcel.envelope.header)) {
                process::choices::note_late(past.position, parcel.transit.sent);
                known = true;
            }
            known = known || depends;
            if (knows_all(past))
                delete_first(*link);
            else
                link = &past.next;
        }
    }
    [[nodiscard]] static bool knows_all(const Past& past) noexcept {
        for (int rank = 0; rank < process::size(); ++rank)
            if (!past.knows[rank]) return false;
        return past.event != 0;
    }

    OwnRequester requester_;
    Past* past_ = nullptr;
    const Header* probed_ = nullptr; // by a probe that waits, from any source
    const Parcel* probe_choice_ = nullptr;
    process::choices::Candidate* candidates_ = nullptr; // room for all ranks and one more
    std::uint64_t* seen_ = nullptr; // of each rank the last search that has found a message of it
    std::uint64_t search_ = 0;
    VectorClock clock_;
};

} // namespace sartor::communicator

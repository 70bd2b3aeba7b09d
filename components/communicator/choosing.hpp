// Matching where a schedule chooses (sartor run --schedule): a receive from any source waits until no rank
// can run without its message, and then gets one out of those that MPI allows.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <new>

#include "components/communicator/matching.hpp"
#include "components/communicator/queues.hpp"
#include "components/process/schedules/choices.hpp"

namespace sartor::communicator {

// The unexpected queue of such a run: every message comes into it, whether a receive waits for it or not.
template <class Parcel>
class ChosenQueue : public UnexpectedQueue<Parcel> {
  public:
    static constexpr std::string_view name = "unexpected queue, matched by a schedule";
    static constexpr bool chooses = true;
};

// Memory of a rank for such a run; the run ends where there is none.
template <class Object>
[[nodiscard]] Object* allocate_for_schedule(std::size_t number = 1) noexcept {
    void* memory = std::calloc(number, sizeof(Object));
    if (memory == nullptr) {
        process::report("no memory for a schedule");
        process::end_run(1);
    }
    return static_cast<Object*>(memory);
}

// What happened before what (vector clocks: Mattern, "Virtual Time and Global States of Distributed Systems",
// 1989): for each rank how many of its messages and matches are known here. A receive counts as known to its
// rank once it is matched.
class VectorClock {
  public:
    VectorClock() = default;
    VectorClock(const VectorClock&) = delete;
    VectorClock& operator=(const VectorClock&) = delete;
    ~VectorClock() { std::free(counts_); }

    // The next event of this rank; its number.
    std::uint32_t count(int rank) noexcept { return ++counts()[rank]; }
    [[nodiscard]] std::uint32_t of(int rank) const noexcept { return counts_ != nullptr ? counts_[rank] : 0; }
    void join(const VectorClock& other) noexcept {
        if (other.counts_ == nullptr) return;
        for (int rank = 0; rank < process::size(); ++rank)
            if (counts()[rank] < other.counts_[rank]) counts()[rank] = other.counts_[rank];
    }

  private:
    std::uint32_t* counts() noexcept {
        if (counts_ == nullptr)
            counts_ = allocate_for_schedule<std::uint32_t>(static_cast<std::size_t>(process::size()));
        return counts_;
    }
    std::uint32_t* counts_ = nullptr; // null: all are 0
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
// All ranks run on one worker. Time of a match: the product of the lengths of both queues.
template <class Types>
class ChosenMatching : public Matching<Types> {
    using Base = Matching<Types>;

  public:
    using typename Base::Header, typename Base::Parcel, typename Base::Protocol, typename Base::Receiving,
        typename Base::Transport;
    static constexpr bool chooses = true;

    ~ChosenMatching() {
        while (sent_ != nullptr) delete_first(sent_);
        while (posted_ != nullptr) delete_first(posted_);
        while (past_ != nullptr) delete_first(past_);
    }

    bool withdraw(const Receiving& receiving) noexcept {
        const bool waits = Base::withdraw(receiving);
        if (waits) forget_posted(receiving);
        settle(*process::current);
        return waits;
    }

    // A message for a rank that waits for one. From any source: the one that the schedule chooses when no
    // rank can run; null until then.
    [[nodiscard]] const Parcel* find(const Header& expected) noexcept {
        attend(*process::current);
        this->progress();
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
        if (!leaves_source_open(expected)) {
            const Parcel* found = look_for(expected);
            return found != nullptr && succeeds_now() ? found : nullptr;
        }
        const int count = list_candidates(expected, nullptr);
        if (count == 0) return nullptr;
        const bool may_decline = !asker_.has_declined;
        if (may_decline) candidates_[count] = {.value = process::choices::no_message};
        const process::Rank& self = *process::current;
        const int value = choose({process::choices::Kind::match, &self, self.call, self.call_site,
                                  candidates_, count + (may_decline ? 1 : 0)});
        asker_.has_declined = value == process::choices::no_message;
        return asker_.has_declined ? nullptr : candidate_of(value, expected, nullptr);
    }
    [[nodiscard]] Parcel* reserve_now(const Header& expected) noexcept {
        return take_out(find_now(expected));
    }

    // Lets all others go on as far as they can: what comes before a choice among complete operations.
    void await_turn() noexcept {
        attend(*process::current);
        process::choices::wait_for_turn(asker_);
        this->wait_until([&] { return asker_.waits_since == 0; });
    }
    // Whether a test succeeds that could. It is not put off twice in a row.
    [[nodiscard]] bool succeeds_now() noexcept {
        if (asker_.has_declined) {
            asker_.has_declined = false;
            return true;
        }
        const process::choices::Candidate outcomes[] = {{.value = 1}, {.value = 0}};
        const process::Rank& self = *process::current;
        asker_.has_declined =
            choose({process::choices::Kind::test, &self, self.call, self.call_site, outcomes, 2}) == 0;
        return !asker_.has_declined;
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
        asker_.is_open = [](process::choices::Asker& asker) noexcept {
            return static_cast<OwnAsker&>(asker).owner->has_open_choice();
        };
        asker_.decide = [](process::choices::Asker& asker) noexcept {
            static_cast<OwnAsker&>(asker).owner->decide();
        };
        asker_.owner = this;
    }

    // A receive of the rank that runs is posted, whatever has arrived for it.
    void post(Receiving& receiving) noexcept {
        process::Rank& self = *process::current;
        attend(self);
        protocol_.expect(receiving, expected_.first());
        expected_.push(receiving);
        auto* posted = new (allocate_for_schedule<Posted>()) Posted;
        posted->receiving = &receiving;
        posted->call = self.call;
        posted->call_site = self.call_site;
        posted->next = posted_;
        posted_ = posted;
        settle(self);
    }
    // A message of the rank that runs has come into the queue of `self`, with its data.
    void note_arrival(Parcel& parcel, process::Rank& self) noexcept {
        const process::Rank& sender = *process::current;
        attend(self);
        auto* sent = new (allocate_for_schedule<Sent>()) Sent;
        sent->parcel = &parcel;
        sent->message = {sender.number, &sender, sender.call, sender.call_site};
        if (process::choices::notes_late()) {
            auto& theirs = Types::Communicator::of(sender).clock_;
            theirs.count(sender.number);
            sent->clock.join(theirs);
            note_as_late(*sent);
        }
        sent->next = sent_;
        sent_ = sent;
        settle(self);
    }

  private:
    struct OwnAsker : process::choices::Asker {
        ChosenMatching* owner = nullptr;
    };
    // Who sent a message of the unexpected queue.
    struct Sent {
        Sent* next = nullptr;
        const Parcel* parcel = nullptr;
        process::choices::Candidate message;
        VectorClock clock;
    };
    // Who posted a receive, and the sender for which it has to wait; -1: none.
    struct Posted {
        Posted* next = nullptr;
        const Receiving* receiving = nullptr;
        const char* call = nullptr;
        const void* call_site = nullptr;
        int awaited = -1;
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
        if (asker_.rank != nullptr) return;
        asker_.rank = &self;
        process::choices::add(asker_);
        candidates_ =
            allocate_for_schedule<process::choices::Candidate>(static_cast<std::size_t>(process::size()) + 1);
    }

    [[nodiscard]] Sent& sent_of(const Parcel& parcel) noexcept {
        Sent* sent = sent_;
        while (sent->parcel != &parcel) sent = sent->next;
        return *sent;
    }
    [[nodiscard]] int sender_of(const Parcel& parcel) noexcept { return sent_of(parcel).message.value; }
    void forget_sent(const Parcel& parcel) noexcept {
        Sent** link = &sent_;
        while ((*link)->parcel != &parcel) link = &(*link)->next;
        delete_first(*link);
    }
    [[nodiscard]] Posted& posted_of(const Receiving& receiving) noexcept {
        Posted* posted = posted_;
        while (posted->receiving != &receiving) posted = posted->next;
        return *posted;
    }
    void forget_posted(const Receiving& receiving) noexcept {
        Posted** link = &posted_;
        while ((*link)->receiving != &receiving) link = &(*link)->next;
        delete_first(*link);
    }

    // The receive that has the first right to a message.
    [[nodiscard]] const Receiving* first_for(const Parcel& parcel) const noexcept {
        return expected_.find(parcel.envelope.header);
    }
    // Whether a message that came before, of the same sender, is for a receive with this header, too.
    [[nodiscard]] bool overtakes(const Parcel& parcel, const Header& expected) noexcept {
        const int sender = sender_of(parcel);
        for (const Parcel* one = unexpected_.first(); one != &parcel; one = one->next)
            if (expected.matches(one->envelope.header) && sender_of(*one) == sender) return true;
        return false;
    }
    // Whether MPI allows that this receive, or a probe (null), gets the message now.
    [[nodiscard]] bool is_candidate(const Parcel& parcel, const Header& expected,
                                    const Receiving* receiving) noexcept {
        return expected.matches(parcel.envelope.header) && !Protocol::is_taken_back(parcel) &&
               first_for(parcel) == receiving && !overtakes(parcel, expected);
    }
    // Fills candidates_ with one message of each sender; how many.
    int list_candidates(const Header& expected, const Receiving* receiving) noexcept {
        int count = 0;
        for (const Parcel* parcel = unexpected_.first(); parcel != nullptr; parcel = parcel->next)
            if (is_candidate(*parcel, expected, receiving)) candidates_[count++] = sent_of(*parcel).message;
        return count;
    }
    [[nodiscard]] const Parcel* candidate_of(int sender, const Header& expected,
                                             const Receiving* receiving) noexcept {
        const Parcel* parcel = unexpected_.first();
        while (parcel != nullptr &&
               (sender_of(*parcel) != sender || !is_candidate(*parcel, expected, receiving)))
            parcel = parcel->next;
        return parcel;
    }
    // For a probe that names its source.
    [[nodiscard]] const Parcel* look_for(const Header& expected) noexcept {
        const Parcel* parcel = unexpected_.first();
        while (parcel != nullptr && !is_candidate(*parcel, expected, nullptr)) parcel = parcel->next;
        return parcel;
    }

    [[nodiscard]] Parcel* take_out(const Parcel* found) noexcept {
        if (found == nullptr) return nullptr;
        Parcel* parcel = unexpected_.take_first([&](const Parcel& one) { return &one == found; });
        if (!protocol_.claim(*parcel)) __builtin_unreachable(); // its sender has not run since it was found
        if (process::choices::notes_late()) clock_.join(sent_of(*parcel).clock);
        forget_sent(*parcel);
        return parcel;
    }

    // Matches all that leaves no choice.
    void settle(process::Rank& self) noexcept {
        drop_what_was_taken_back();
        while (match_one(self)) {
        }
    }
    void drop_what_was_taken_back() noexcept {
        for (Sent** link = &sent_; *link != nullptr;)
            if (is_queued(*(*link)->parcel))
                link = &(*link)->next;
            else
                delete_first(*link);
    }
    [[nodiscard]] bool is_queued(const Parcel& wanted) const noexcept {
        const Parcel* parcel = unexpected_.first();
        while (parcel != nullptr && parcel != &wanted) parcel = parcel->next;
        return parcel != nullptr;
    }
    [[nodiscard]] bool match_one(process::Rank& self) noexcept {
        for (const Parcel* parcel = unexpected_.first(); parcel != nullptr; parcel = parcel->next) {
            const Receiving* receiving = first_for(*parcel);
            if (receiving == nullptr || !is_candidate(*parcel, receiving->envelope.header, receiving))
                continue;
            const bool open = leaves_source_open(receiving->envelope.header);
            if (open && posted_of(*receiving).awaited != sender_of(*parcel)) continue;
            match_with(*parcel, *receiving, self);
            return true;
        }
        return false;
    }
    // Both leave their queues.
    void match_with(const Parcel& found, const Receiving& wanted, process::Rank& self) noexcept {
        auto& receiving = const_cast<Receiving&>(wanted); // of a queue that shows its nodes unchanged only
        expected_.remove(receiving);
        if (posted_of(receiving).awaited >= 0) process::choices::end_awaiting();
        forget_posted(receiving);
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
            if (leaves_source_open(receiving->envelope.header) && posted_of(*receiving).awaited < 0 &&
                list_candidates(receiving->envelope.header, receiving) > 0)
                return receiving;
        return nullptr;
    }
    [[nodiscard]] bool has_open_choice() noexcept {
        return open_receive() != nullptr || (probed_ != nullptr && list_candidates(*probed_, nullptr) > 0);
    }
    void decide() noexcept {
        if (const Receiving* receiving = open_receive()) return decide(*receiving);
        process::Rank& self = *asker_.rank;
        const int count = list_candidates(*probed_, nullptr);
        const int sender =
            choose({process::choices::Kind::match, &self, self.call, self.call_site, candidates_, count});
        probe_choice_ = candidate_of(sender, *probed_, nullptr);
        probed_ = nullptr;
        process::wake(self);
    }
    void decide(const Receiving& receiving) noexcept {
        const Header expected = receiving.envelope.header;
        Posted& posted = posted_of(receiving);
        const int count = list_candidates(expected, &receiving);
        const process::choices::Chosen chosen =
            process::choices::choose({process::choices::Kind::match, asker_.rank, posted.call,
                                      posted.call_site, candidates_, count, true});
        if (process::choices::notes_late()) begin_choice(receiving, chosen, count);
        if (!chosen.awaited)
            match_with(*candidate_of(chosen.value, expected, &receiving), receiving, *asker_.rank);
        else {
            posted.awaited = chosen.value;
            process::choices::begin_awaiting();
        }
        settle(*asker_.rank);
    }

    // ---- candidates that come late

    void begin_choice(const Receiving& receiving, const process::choices::Chosen& chosen,
                      int count) noexcept {
        auto* past = new (allocate_for_schedule<Past>()) Past;
        past->receiving = &receiving;
        past->header = receiving.envelope.header;
        past->position = chosen.position;
        past->knows = allocate_for_schedule<bool>(static_cast<std::size_t>(process::size()));
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
            past->receiving = nullptr;
            return;
        }
    }
    // A message that does not depend on an earlier match might have come before it.
    void note_as_late(const Sent& sent) noexcept {
        const int receiver = asker_.rank->number;
        for (Past** link = &past_; *link != nullptr;) {
            Past& past = **link;
            bool& known = past.knows[sent.message.value];
            const bool depends = past.event != 0 && sent.clock.of(receiver) >= past.event;
            if (!known && !depends && past.header.matches(sent.parcel->envelope.header)) {
                process::choices::note_late(past.position, sent.message);
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

    OwnAsker asker_;
    Sent* sent_ = nullptr;
    Posted* posted_ = nullptr;
    Past* past_ = nullptr;
    const Header* probed_ = nullptr; // by a probe that waits, from any source
    const Parcel* probe_choice_ = nullptr;
    process::choices::Candidate* candidates_ = nullptr; // room for all ranks and one more
    VectorClock clock_;
};

} // namespace sartor::communicator

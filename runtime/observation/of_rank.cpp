// What is rare, and what only traces need.
#include "runtime/observation/of_rank.hpp"

#include <algorithm>
#include <utility>

#include "runtime/observation/run.hpp"

namespace sartor::observation {

const char* name_of(Reason reason) noexcept {
    static constexpr const char* names[] = {"late sender", "late receiver", "wait at barrier",
                                            "wait at NxN", "early reduce",  "late broadcast",
                                            "other"};
    return names[static_cast<int>(reason)];
}

CallRecord& CallSites::find_slowly(const char* function, const void* site, std::size_t first) noexcept {
    for (std::size_t place = first;; place = (place + 1) % places) {
        if (index_[place] == 0) {
            if (count_ + 2 == most) break;
            CallRecord& added = records_[++count_];
            added.function = function;
            added.site = site;
            index_[place] = static_cast<std::uint16_t>(count_);
            return added;
        }
        CallRecord& record = records_[index_[place]];
        if (record.site == site && record.function == function) return record;
    }
    records_[most - 1].function = "other calls";
    return records_[most - 1];
}

void OfRank::open(const process::Rank& rank) noexcept {
    tables_ = &tables_of(rank.number);
    tables_->rank = rank_ = rank.number;
    for (CallWithMessages& call : tables_->calls) call.clear();
    now_ = tables_->calls;
    spool_ = spool_of(rank);
}

// In the middle of a call.
void OfRank::count_wait(Ticks end) noexcept {
    ObservedCall& call = now_->call;
    const Ticks begin = std::exchange(call.waits_ended_since, 0);
    if (call.record == nullptr) return;
    call.count_wait(begin, end);
    if (spool_ != nullptr) spool_->push(call.wait(rank_, begin, end));
}

// In place, the buffer that receives has the rank's own data.
void OfRank::enter_collective(const CollectiveCall& collective, int parts) noexcept {
    ObservedCall& call = now_->call;
    call.is_collective = true;
    if (collective.pattern == Pattern::from_root && !collective.is_root)
        call.received += call.contribution + call.target;
    else
        call.sent += (call.contribution != 0 ? call.contribution : call.target) * parts;
    if (collective.pattern == Pattern::none) return;
    for (Tables::Calls& one : tables_->collectives) {
        if (one.context == 0) one.context = collective.context + 1;
        if (one.context != collective.context + 1) continue;
        call.collective = collective;
        call.collective.number = one.count++;
        return observation::enter(call.collective, call.entered);
    }
}

// What the rank has waited inside of the call is not due to anything else, as long as another rank has not
// come.
static void count_collective(ObservedCall& call) noexcept {
    static constexpr Reason reason_of[] = {Reason::other, Reason::barrier, Reason::all_to_all,
                                           Reason::late_broadcast, Reason::early_reduce};
    const Ticks came = awaited(call.collective);
    if (came == 0) return;
    const Ticks missing = std::clamp<Ticks>(came - call.entered, 0, call.left - call.entered);
    CallRecord& record = *call.record;
    record.waited[static_cast<int>(reason_of[static_cast<int>(call.collective.pattern)])] += missing;
    record.waited[static_cast<int>(Reason::other)] -= std::min(missing, call.waited_for_other);
}

void OfRank::count(CallWithMessages& last) noexcept {
    ObservedCall& call = last.call;
    last.count_last_wait(rank_, [this](const Event& event) {
        if (spool_ != nullptr) spool_->push(event);
    });
    if (call.collective.pattern != Pattern::none) count_collective(call);
    call.count();
    if (spool_ != nullptr) write(last);
    last.clear();
}

void OfRank::write(const CallWithMessages& last) noexcept {
    const ObservedCall& call = last.call;
    last.visit_messages(rank_, [this](const Event& event) { spool_->push(event); });
    spool_->push_call(last.event(rank_, tables_->sites.number_of(*call.record)), call.record->usual);
    if (call.left >= spool_->next_sample) sample(*spool_, call.left);
}

// There are too many to be kept until the call returns.
void OfRank::write_messages() noexcept {
    const Ticks now = ticks();
    for (const TakenMessage& message : now_->message) spool_->push(message.event(rank_, now));
    now_->messages = 0;
}

} // namespace sartor::observation

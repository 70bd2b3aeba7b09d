// What is rare, and what only traces need.
#include "components/observation/of_rank.hpp"

#include <algorithm>

#include "components/observation/run.hpp"

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
    tables_->rank = rank.number;
    spool_ = spool_of(rank);
}

void OfRank::count_wait(Ticks end, bool ends_call) noexcept {
    const Ticks begin = call_.waits_ended_since;
    const Cause& cause = call_.cause;
    const Ticks all = end - begin;
    const Ticks explained = std::clamp<Ticks>(cause.over - begin, 0, all);
    call_.waits_ended_since = 0;
    if (tables_->record == nullptr) return;
    CallRecord& record = *tables_->record;
    record.waited[static_cast<int>(cause.reason)] += explained;
    record.waited[static_cast<int>(Reason::other)] += all - explained;
    call_.waited_for_other += all - explained;
    if (spool_ == nullptr) return;
    const Reason reason = explained > 0 ? cause.reason : Reason::other;
    if (ends_call && begin == tables_->entered) {
        call_.reason = reason;
        return;
    }
    Event event;
    event.begin = begin;
    event.end = end;
    event.rank = tables_->rank;
    event.peer = cause.peer;
    event.kind = Kind::wait;
    event.reason = reason;
    spool_->push(event);
}

// In place, the buffer that receives has the rank's own data.
void OfRank::enter_collective(const CollectiveCall& collective, int parts) noexcept {
    call_.is_collective = true;
    if (collective.pattern == Pattern::from_root && !collective.is_root)
        call_.received += call_.contribution + call_.target;
    else
        call_.sent += (call_.contribution != 0 ? call_.contribution : call_.target) * parts;
    if (collective.pattern == Pattern::none) return;
    for (Tables::Calls& one : tables_->collectives) {
        if (one.context == 0) one.context = collective.context + 1;
        if (one.context != collective.context + 1) continue;
        call_.collective = collective;
        call_.collective.number = one.count++;
        return observation::enter(call_.collective, tables_->entered);
    }
}

// What the rank has waited inside of the call is not due to anything else, as long as another rank has not
// come.
void OfRank::leave_collective(CallRecord& record, Ticks time) noexcept {
    static constexpr Reason reason_of[] = {Reason::other, Reason::barrier, Reason::all_to_all,
                                           Reason::late_broadcast, Reason::early_reduce};
    const Ticks came = awaited(call_.collective);
    if (came == 0) return;
    const Ticks missing = std::clamp<Ticks>(came - tables_->entered, 0, time);
    record.waited[static_cast<int>(reason_of[static_cast<int>(call_.collective.pattern)])] += missing;
    record.waited[static_cast<int>(Reason::other)] -= std::min(missing, call_.waited_for_other);
}

// The arrows of messages end in the call that takes them, or in the next one.
void OfRank::write_call(const CallRecord& record, Ticks left) noexcept {
    Event event;
    if (is_one_receive()) {
        event.kind = Kind::receive;
        event.since_sent = static_cast<std::int32_t>(tables_->entered - noted_[0].begin);
        event.tag = noted_[0].tag;
        if (call_.context < 0) call_.context = noted_[0].context;
        noted_count_ = 0;
    }
    for (int index = 0; index < noted_count_; ++index) {
        noted_[index].end = left;
        spool_->push(noted_[index]);
    }
    noted_count_ = 0;
    event.begin = tables_->entered;
    event.end = left;
    event.bytes = call_.sent + call_.received;
    event.rank = tables_->rank;
    event.peer = call_.peer;
    event.context = call_.context;
    event.site = tables_->sites.number_of(record);
    event.reason = call_.reason;
    spool_->push(event);
    if (left >= spool_->next_sample) sample(*spool_, left);
}

void OfRank::note_message(const Stamp& stamp, std::size_t bytes, int tag, int context) noexcept {
    process_count(spool_->counts.received, 1);
    if (noted_count_ == most_noted) {
        for (Event& event : noted_) {
            event.end = ticks();
            spool_->push(event);
        }
        noted_count_ = 0;
    }
    Event& event = noted_[noted_count_++];
    event = {};
    event.begin = stamp.time();
    event.bytes = static_cast<std::int64_t>(bytes);
    event.rank = tables_->rank;
    event.peer = stamp.rank;
    event.tag = tag;
    event.context = context;
    event.kind = Kind::message;
}

} // namespace sartor::observation

#include "runtime/failures/agreement.hpp"

#include <algorithm>
#include <cstring>

#include "runtime/failures/failures.hpp"
#include "runtime/failures/memory.hpp"
#include "runtime/peers.hpp"
#include "runtime/process.hpp"

namespace sartor::process::failures {

namespace {

[[nodiscard]] Agreement& agreement_at(int place) noexcept {
    return *static_cast<Agreement*>(memory->agreement_at(place));
}
[[nodiscard]] bool is_here(int rank) noexcept {
    return peers == nullptr || (rank >= peers->first_rank && rank < peers->first_rank + peers->ranks_here);
}

} // namespace

void Agreement::begin(int context, int number, const int* of_members, int count) noexcept {
    is_decided_ = false;
    context_ = context;
    number_ = number;
    count_ = count;
    contributions_ = 0;
    decision_ = {};
    decision_.acknowledged = ranks.most;
    std::memcpy(members(), of_members, sizeof(int) * static_cast<std::size_t>(count));
    std::memset(parts(), 0, static_cast<std::size_t>(count));
    std::atomic_signal_fence(std::memory_order_release);
    is_used_ = true;
}

bool Agreement::is(int context, int number, const int* of_members, int count) noexcept {
    return is_used_ && context_ == context && number_ == number && count_ == count &&
           std::memcmp(members(), of_members, sizeof(int) * static_cast<std::size_t>(count)) == 0;
}

Agreement* Agreement::join(int context, int number, const int* members, int count, int own,
                           Contribution contribution) noexcept {
    const Guard guard(memory->lock);
    const int used = memory->agreements.load(std::memory_order_relaxed);
    Agreement* one = nullptr;
    Agreement* free = nullptr;
    for (int place = 0; place < used && one == nullptr; ++place) {
        Agreement& other = agreement_at(place);
        if (other.is(context, number, members, count)) one = &other;
        if (free == nullptr && !other.is_used_) free = &other;
    }
    if (one == nullptr) {
        one = free != nullptr ? free : new_one(used);
        if (one == nullptr) return nullptr;
        one->begin(context, number, members, count);
    }
    Decision& decision = one->decision_;
    decision.value[contribution.side] &= contribution.value;
    decision.acknowledged = std::min(decision.acknowledged, contribution.acknowledged);
    one->parts()[own] = Part::contributed;
    ++one->contributions_;
    return one;
}

// A place that none has had, or one whose members have all left or failed.
Agreement* Agreement::new_one(int used) noexcept {
    if (used < Memory::most_agreements) {
        memory->agreements.store(used + 1, std::memory_order_relaxed);
        return &agreement_at(used);
    }
    for (int place = 0; place < used; ++place)
        if (agreement_at(place).is_over()) return &agreement_at(place);
    return nullptr;
}

bool Agreement::is_over() noexcept {
    for (int index = 0; index < count_; ++index)
        if (parts()[index] != Part::left && failure_of(members()[index]) == 0) return false;
    return true;
}

bool Agreement::is_complete() noexcept {
    if (contributions_ == count_) return true;
    if (contributions_ + memory->failures.load(std::memory_order_relaxed) < count_) return false;
    for (int index = 0; index < count_; ++index)
        if (parts()[index] == Part::none && failure_of(members()[index]) == 0) return false;
    return true;
}

bool Agreement::decide(int contexts, int (*reserve)(int contexts)) noexcept {
    const Guard guard(memory->lock);
    if (is_decided_) return failures::count() >= decision_.failures;
    if (!is_complete()) return false;
    decision_.failures = memory->failures.load(std::memory_order_relaxed);
    if (contexts > 0) decision_.first_context = reserve(contexts);
    std::atomic_signal_fence(std::memory_order_release);
    is_decided_ = true;
    bool any_elsewhere = false;
    for (int index = 0; index < count_; ++index) {
        const int number = members()[index];
        any_elsewhere = any_elsewhere || !is_here(number);
        if (!is_here(number)) continue;
        Rank& member = rank(number);
        if (&member != current && !member.ended) wake(member);
    }
    if (any_elsewhere) tell_all();
    return failures::count() >= decision_.failures;
}

// Those who have failed don't leave.
void Agreement::leave(int own) noexcept {
    const Guard guard(memory->lock);
    parts()[own] = Part::left;
    if (is_over()) is_used_ = false;
}

} // namespace sartor::process::failures

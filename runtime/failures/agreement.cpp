#include "runtime/failures/agreement.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#include "runtime/failures/failures.hpp"
#include "runtime/locked.hpp"
#include "runtime/process.hpp"

namespace sartor::process::failures {

namespace {

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
Agreement* first = nullptr;

} // namespace

Agreement::Agreement(int context, int number, const int* of_members, int count) noexcept
    : context_(context), number_(number), count_(count) {
    std::memcpy(members(), of_members, sizeof(int) * static_cast<std::size_t>(count));
    decision_.acknowledged = ranks.most;
}

bool Agreement::is(int context, int number, const int* of_members, int count) noexcept {
    return context_ == context && number_ == number && count_ == count &&
           std::memcmp(members(), of_members, sizeof(int) * static_cast<std::size_t>(count)) == 0;
}

Agreement* Agreement::join(int context, int number, const int* members, int count, int own,
                           Contribution contribution) noexcept {
    const Locked lock(mutex);
    Agreement* one = first;
    while (one != nullptr && !one->is(context, number, members, count)) one = one->next_;
    if (one == nullptr) {
        void* memory =
            std::calloc(1, sizeof(Agreement) + (sizeof(int) + 1) * static_cast<std::size_t>(count));
        if (memory == nullptr) return nullptr;
        one = new (memory) Agreement(context, number, members, count);
        one->next_ = first;
        first = one;
    }
    one->parts()[own] = Part::contributed;
    ++one->contributions_;
    Decision& decision = one->decision_;
    decision.value[contribution.side] &= contribution.value;
    decision.acknowledged = std::min(decision.acknowledged, contribution.acknowledged);
    return one;
}

bool Agreement::is_complete() noexcept {
    if (contributions_ == count_) return true;
    if (contributions_ + failures::count() < count_) return false;
    for (int index = 0; index < count_; ++index)
        if (parts()[index] == Part::none && failure_of(members()[index]) == 0) return false;
    return true;
}

bool Agreement::decide(int contexts, int (*reserve)(int contexts)) noexcept {
    const Locked lock(mutex);
    if (is_decided_) return true;
    if (!is_complete()) return false;
    decision_.failures = failures::count();
    if (contexts > 0) decision_.first_context = reserve(contexts);
    is_decided_ = true;
    for (int index = 0; index < count_; ++index) {
        Rank& member = rank(members()[index]);
        if (&member != current && !member.ended) wake(member);
    }
    return true;
}

// Those who have failed don't leave.
void Agreement::leave(int own) noexcept {
    const Locked lock(mutex);
    parts()[own] = Part::left;
    for (int index = 0; index < count_; ++index)
        if (parts()[index] == Part::contributed && failure_of(members()[index]) == 0) return;
    Agreement** link = &first;
    while (*link != this) link = &(*link)->next_;
    *link = next_;
    std::free(this);
}

} // namespace sartor::process::failures

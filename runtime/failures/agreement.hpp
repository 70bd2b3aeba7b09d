// Agreement of ranks that share memory (memory.hpp): all that are alive get the same result, whoever fails
// meanwhile. One decides for all as soon as each has contributed or has failed; no messages.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/failures/failures.hpp"

namespace sartor::process::failures {

struct Decision {
    int value[2] = {~0, ~0}; // of all contributions of each side, joined by AND
    int failures = 0;        // that had happened
    int acknowledged = 0;    // of them, by each who contributed
    int first_context = 0;   // of the contexts that were asked for
};

// One agreement. All participants name the same context, number and members, in the same order, and contexts.
// The members tell apart what ranks do on their own MPI_COMM_SELF, whose context is the same.
class Agreement {
    enum class Part : std::uint8_t { none, contributed, left };

  public:
    // For so many members.
    [[nodiscard]] static constexpr std::size_t bytes(int members) noexcept {
        return sizeof(Agreement) + (sizeof(int) + sizeof(Part)) * static_cast<std::size_t>(members);
    }

    // Contributes. Null: too many agreements are under way. `own`: the place of this rank among the members,
    // ranks of the process. `acknowledged`: how many of the failures it has acknowledged.
    struct Contribution {
        int side; // of an intercommunicator: 0 or 1
        int value;
        int acknowledged;
    };
    [[nodiscard]] static Agreement* join(int context, int number, const int* members, int count, int own,
                                         Contribution contribution) noexcept;

    // True: it is decided, and this process knows of the failures in the decision. reserve(contexts) gives
    // the first of new contexts; called at most once, by the rank that decides, which wakes all others.
    [[nodiscard]] bool decide(int contexts, int (*reserve)(int contexts)) noexcept;
    // Of one that is decided.
    [[nodiscard]] const Decision& decision() const noexcept { return decision_; }
    // For reports: calls visit(rank) for each member that is alive and has not contributed.
    template <class Visit>
    void for_each_missing(const Visit& visit) noexcept {
        for (int index = 0; index < count_; ++index)
            if (parts()[index] == Part::none && failure_of(members()[index]) == 0) visit(members()[index]);
    }
    // The member at this place needs it no more.
    void leave(int own) noexcept;

    Agreement(const Agreement&) = delete;
    Agreement& operator=(const Agreement&) = delete;

  private:
    void begin(int context, int number, const int* members, int count) noexcept;

    [[nodiscard]] int* members() noexcept { return reinterpret_cast<int*>(this + 1); }
    [[nodiscard]] Part* parts() noexcept { return reinterpret_cast<Part*>(members() + count_); }
    [[nodiscard]] bool is(int context, int number, const int* members, int count) noexcept;
    [[nodiscard]] static Agreement* new_one(int used) noexcept;
    [[nodiscard]] bool is_complete() noexcept;
    // Nobody needs it any more.
    [[nodiscard]] bool is_over() noexcept;

    bool is_used_; // the last to be set
    bool is_decided_;
    int context_;
    int number_;
    int count_;
    int contributions_; // at most those that there are
    Decision decision_;
};

} // namespace sartor::process::failures

// Operations that a rank has started and that continue while its program does something else: immediate
// collectives, for instance. Each is blocking code on a flow of control of its own; where it would block it
// is suspended, and the rank continues.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>

#include "runtime/process.hpp"
#include "runtime/scheduler/flow.hpp"
#include "runtime/scheduler/worker.hpp"
#include "runtime/threads/caller.hpp"

namespace sartor::communicator {

// The send and the receive that are waited for at this moment, for reports; null for none.
template <class Types>
struct Waiting {
    const typename Types::Sending* sending = nullptr;
    const typename Types::Receiving* receiving = nullptr;
};

// For programs without such operations: a rank that waits is blocked. The part of the interface of Flows
// that waiting needs.
struct NoFlows {
    static constexpr std::string_view name = "none";

    static constexpr bool none() noexcept { return true; }
    static constexpr bool on_main() noexcept { return true; }
    static constexpr bool can_continue() noexcept { return false; }
    static constexpr std::nullptr_t exchange_awaited(std::nullptr_t) noexcept { return nullptr; }
    template <class W>
    static bool progress(W&) noexcept {
        return false;
    }
    template <class Condition>
    static void wait(const Condition&, process::Backoff& backoff) noexcept {
        backoff.wait(*process::current);
    }
};

// One operation. The memory belongs to whoever waits for its completion, and is kept until `complete`. `run`,
// `begun_by` and `begun_at` are set before it is started.
template <class Types>
struct Task {
    void (*run)(Task& task) = nullptr; // the blocking code
    const char* begun_by = nullptr;    // the name of the MPI function, for reports
    const void* begun_at = nullptr;    // and the address from which it was called
    bool complete = true;              // not under way: not started yet, or at its end

    // While it is under way:
    process::Rank* owner = nullptr;
    Task* next = nullptr;
    process::Flow* flow = nullptr;
    bool (*holds)(const void* condition) = nullptr; // whether what it waits for has come
    const void* condition = nullptr;
    Waiting<Types> waiting;
};

// The operations under way of one rank; only that rank uses them. A flow has a stack of its own, which is
// mapped when it is first needed. Up to 16 of them are kept for reuse, others go back to the system.
template <class Types>
class Flows {
  public:
    static constexpr std::string_view name = "a flow of control for each operation under way";
    using Task = communicator::Task<Types>;
    using Waiting = communicator::Waiting<Types>;

    Flows() = default;
    Flows(const Flows&) = delete;
    Flows& operator=(const Flows&) = delete;
    ~Flows() {
        end();
        for (int index = 0; index < idle_count_; ++index) process::Flow::destroy(idle_[index]);
    }

    // Runs the task until it first waits, or to its end. False when the system has no memory for a flow:
    // nothing has run. Takes time proportional to the number of tasks under way.
    [[nodiscard]] bool start(Task& task, Waiting& rank_waiting) noexcept {
        task.flow = idle_count_ > 0 ? idle_[--idle_count_] : process::Flow::make();
        if (task.flow == nullptr) return false;
        task.complete = false;
        task.owner = process::current;
        task.waiting = {};
        enter(task, rank_waiting, true);
        if (task.complete) return true;
        Task** end = &first_;
        while (*end != nullptr) end = &(*end)->next;
        task.next = nullptr;
        *end = &task;
        return true;
    }

    [[nodiscard]] bool none() const noexcept { return first_ == nullptr; }
    // Whether the rank's own flow of control runs, not an operation's.
    [[nodiscard]] bool on_main() const noexcept { return running_ == nullptr; }

    // Continues each task whose condition holds, the oldest first, until none can continue. False: none
    // could, or a task is running now.
    bool progress(Waiting& rank_waiting) noexcept {
        return first_ != nullptr && running_ == nullptr && go_on(rank_waiting);
    }

    // Whether progress() would continue a task now.
    [[nodiscard]] bool can_continue() const noexcept {
        if (running_ != nullptr) return false;
        for (const Task* task = first_; task != nullptr; task = task->next)
            if (task->holds(task->condition)) return true;
        return false;
    }

    // Called between two tests of a condition that does not hold. On the main flow of control the rank backs
    // off, and blocks in the end. On a task's flow the task is suspended until progress() finds that the
    // condition holds, so `condition` must be kept until then.
    template <class Condition>
    void wait(const Condition& condition, process::Backoff& backoff) noexcept {
        if (running_ == nullptr) return backoff.wait(*process::current);
        running_->condition = &condition;
        running_->holds = [](const void* object) -> bool {
            return (*static_cast<const Condition*>(object))();
        };
        running_->flow->suspend();
    }

    // The task that is waited for at this moment, for reports; null for none. Exchanged with `task`.
    [[nodiscard]] const Task* awaited() const noexcept { return awaited_; }
    const Task* exchange_awaited(const Task* task) noexcept { return std::exchange(awaited_, task); }

    // The rank's program has ended: tasks under way are dropped where they stand, without destructors on
    // their stacks.
    void end() noexcept {
        for (Task* task = first_; task != nullptr; task = task->next) process::Flow::destroy(task->flow);
        first_ = nullptr;
    }

  private:
    // The oldest task first, again and again until none can continue: one may have completed what another
    // waits for.
    [[gnu::noinline]] bool go_on(Waiting& rank_waiting) noexcept {
        bool any = false;
        for (bool moved = true; moved; any |= moved) {
            moved = false;
            for (Task** link = &first_; *link != nullptr;) {
                Task& task = **link;
                if (task.holds(task.condition)) {
                    enter(task, rank_waiting, false);
                    moved = true;
                }
                if (task.complete)
                    *link = task.next;
                else
                    link = &task.next;
            }
        }
        return any;
    }

    // While the task runs, the rank's data for reports are the task's: the operation waited for, and the MPI
    // call.
    [[gnu::noinline]] void enter(Task& task, Waiting& rank_waiting, bool first) noexcept {
        process::Rank& rank = *process::current;
        Task* const outer = running_;
        const Waiting outer_waiting = rank_waiting;
        const char* const outer_call = rank.call;
        const void* const outer_call_site = rank.call_site;
        running_ = &task;
        rank_waiting = task.waiting;
        rank.call = task.begun_by;
        rank.call_site = task.begun_at;
        Types::Callers::enter_flow();
        if (first)
            task.flow->start(&body, &task);
        else
            task.flow->resume();
        Types::Callers::leave_flow();
        running_ = outer;
        task.waiting = rank_waiting;
        rank_waiting = outer_waiting;
        rank.call = outer_call;
        rank.call_site = outer_call_site;
        if (task.complete) put_back(task.flow);
    }

    static void body(void* argument) {
        auto& task = *static_cast<Task*>(argument);
        task.run(task);
        task.complete = true;
    }

    void put_back(process::Flow* flow) noexcept {
        if (idle_count_ == most_idle) return process::Flow::destroy(flow);
        idle_[idle_count_++] = flow;
    }

    static constexpr int most_idle = 16;

    const Task* awaited_ = nullptr;
    Task* first_ = nullptr;   // under way, the oldest first
    Task* running_ = nullptr; // null while the rank's main flow of control runs
    int idle_count_ = 0;
    process::Flow* idle_[most_idle];
};

} // namespace sartor::communicator

#include "runtime/team/team.hpp"

#include <algorithm>
#include <csetjmp>
#include <cstring>

#include "runtime/foreign/location_in_process.hpp"
#include "runtime/output/output.hpp"
#include "runtime/process_state.hpp"
#include "runtime/reports/one_report.hpp"

namespace sartor::process {

namespace {

// What has been reported, as much as fits.
struct Reports {
    static constexpr std::size_t room = std::size_t{64} << 10;

    char text[room];
    std::size_t used = 0;

    void clear() noexcept { text[used = 0] = '\0'; }
    void add(const char* more, std::size_t bytes) noexcept {
        bytes = std::min(bytes, room - 1 - used);
        std::memcpy(text + used, more, bytes);
        text[used += bytes] = '\0';
    }
};
Reports reports_;

struct Members {
    Layout layout;
    const Program* program = nullptr; // null: there is no team
    TeamCall* call = nullptr;
    unsigned calls = 0;  // begun so far
    int running = 0;     // ranks but the caller that have not returned from the call
    bool ends = false;   // ranks end instead of waiting for a further call
    bool broken = false; // by what ended a call
};
Members team;

// Where the caller goes on when its call is ended, while it is in one.
struct Return {
    std::jmp_buf place;
    int exit_code = 0;
    ExceptionState exceptions{};
};
Return* back = nullptr;

[[noreturn]] void go_back() noexcept {
    std::longjmp(back->place, 1);
}

void end_call(int exit_code) noexcept {
    if (back == nullptr) {
        // A call of MPI by rank 0 alone: there is no call of the team that could return.
        state.team = nullptr;
        write_report(reports_.text, reports_.used);
        return;
    }
    back->exit_code = exit_code;
    team.broken = true;
    Rank& self = *current;
    Rank& caller = rank(0);
    if (&self == &caller) go_back();
    current = &caller;
    Context::leave_to(self.context, caller.context, &go_back);
}

void keep_report(const char* text, std::size_t bytes) noexcept {
    reports_.add(text, bytes);
}

constexpr TeamProcess in_team{&keep_report, &end_call};

// Runs act(object) by the caller: 0, or the exit code of what ended it.
template <class Act>
[[gnu::noinline]] int run_until_ended(Act& act) noexcept {
    Return here;
    ExceptionState* const exceptions = exception_state_of_thread();
    if (exceptions != nullptr) here.exceptions = *exceptions;
    back = &here;
    if (setjmp(here.place) == 0) {
        act();
        back = nullptr;
        return 0;
    }
    back = nullptr;
    if (exceptions != nullptr) *exceptions = here.exceptions;
    return here.exit_code != 0 ? here.exit_code : 1;
}

// Ranks but the caller: one call after the other.
void run_calls(Rank& self) {
    for (unsigned done = 0;; ++done) {
        self.ended = true; // for reports: it waits for nobody
        while (team.calls == done && !team.ends) block();
        self.ended = false;
        if (team.calls == done) return;
        team.call->function(*team.call, self);
        if (--team.running == 0) wake(rank(0));
    }
}

// The caller has nothing to do any more in this call.
void wait_for_others() noexcept {
    Rank& self = *current;
    self.ended = true;
    while (team.running > 0) block();
    self.ended = false;
}

void forget() noexcept {
    tear_down_run(team.layout, *team.program);
    ranks = {};
    current = nullptr;
    state.team = nullptr;
    team = {};
}

} // namespace

bool Team::exists() noexcept {
    return team.program != nullptr;
}
bool Team::is_broken() noexcept {
    return team.broken;
}
bool Team::is_in_call() noexcept {
    return team.running > 0 || back != nullptr;
}
bool Team::is_callers() noexcept {
    return exists() && pthread_equal(state.workers[0].thread, pthread_self()) != 0;
}
const char* Team::reports() noexcept {
    return reports_.text;
}

int Team::start(int count, std::size_t stack_bytes, const Program& program) noexcept {
    static constexpr int any_processor = -1;
    reports_.clear();
    OneReport::begin_anew();
    team.layout.ranks = count;
    team.layout.stack_bytes = stack_bytes;
    team.layout.cores = &any_processor;
    team.layout.core_count = 1;
    state.team = &in_team;
    state.describe_in_process = &describe_location_in_process;
    auto set_up = [&] {
        set_up_run(team.layout, program, &run_calls);
        team.program = &program;
        state.workers[0].run_with_caller();
    };
    const int exit_code = run_until_ended(set_up);
    if (exit_code == 0) return 0;
    state.team = nullptr;
    team = {};
    return exit_code;
}

void Team::begin(TeamCall& call) noexcept {
    reports_.clear();
    team.call = &call;
    team.running = size() - 1;
    ++team.calls;
    for (int number = 1; number < size(); ++number) wake(rank(number));
}

int Team::finish() noexcept {
    auto wait = [] { wait_for_others(); };
    return run_until_ended(wait);
}

int Team::run(TeamCall& call) noexcept {
    begin(call);
    auto act = [&] {
        call.function(call, *current);
        wait_for_others();
    };
    return run_until_ended(act);
}

int Team::end() noexcept {
    int highest = 0;
    auto act = [&] {
        Worker& worker = state.workers[0];
        team.ends = true;
        for (int number = 1; number < size(); ++number) wake(rank(number));
        while (!worker.has_only_caller()) yield();
        note_end(*current, 0, nullptr);
        worker.leave_team();
        highest = close_run(*team.program);
    };
    const int exit_code = run_until_ended(act);
    forget();
    return exit_code != 0 ? exit_code : highest;
}

void Team::abandon() noexcept {
    forget();
}

} // namespace sartor::process

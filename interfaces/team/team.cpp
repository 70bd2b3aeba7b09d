// The functions of teams in sartor.h, and what MPI does outside of a team.
#include "mpi_api/sartor.h"

#include <climits>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

#include "runtime/foreign/foreign.hpp"
#include "runtime/team/team.hpp"

// Defined by the cut.
extern "C" const sartor::process::Program sartor_program;

struct sartor_team {
    int ranks;
    int* values; // that the functions of the ranks have returned
    bool in_parts;
};

namespace sartor {

namespace {

using process::Team;

char message[1024]; // of wrong use; empty: what the team has reported
int exit_code = 0;

void begin_call() noexcept {
    message[0] = '\0';
    exit_code = 0;
}

[[gnu::format(printf, 2, 3)]] int refuse(int result, const char* format, ...) noexcept {
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return result;
}

int result_of(int code) noexcept {
    exit_code = code;
    if (code == 0) return SARTOR_SUCCESS;
    return code == process::deadlock_exit_code ? SARTOR_DEADLOCK : SARTOR_ENDED;
}

// SARTOR_SUCCESS or SARTOR_USAGE.
int check(const char* function, const sartor_team* team, bool in_parts) noexcept {
    begin_call();
    if (team == nullptr) return refuse(SARTOR_USAGE, "%s: the team is null", function);
    if (!Team::is_callers())
        return refuse(SARTOR_USAGE, "%s: only the thread that has started the team may call this", function);
    if (process::current != &process::rank(0))
        return refuse(SARTOR_USAGE, "%s: only rank 0 of the team may call this, but rank %d calls it",
                      function, process::current->number);
    if (Team::is_broken())
        return refuse(SARTOR_USAGE, "%s: an earlier call has broken the team; end the team", function);
    if (team->in_parts != in_parts || (!in_parts && Team::is_in_call()))
        return refuse(SARTOR_USAGE,
                      in_parts ? "%s: sartor_team_begin was not called"
                               : "%s: the team is in a call: call sartor_team_finish first",
                      function);
    return SARTOR_SUCCESS;
}

struct FunctionCall : process::TeamCall {
    sartor_function given;
    void* data;
    int* values;

    static void run(process::TeamCall& call, process::Rank& rank) noexcept {
        const auto& self = static_cast<FunctionCall&>(call);
        self.values[rank.number] = self.given(rank.number, self.data);
    }
};
FunctionCall call_of_team;

void prepare(sartor_team& team, sartor_function function, void* data) noexcept {
    call_of_team = {{&FunctionCall::run}, function, data, team.values};
    for (int rank = 0; rank < team.ranks; ++rank) team.values[rank] = 0;
}
int conclude(const sartor_team& team, int code) noexcept {
    if (code != 0) return result_of(code);
    for (int rank = 0; rank < team.ranks; ++rank)
        if (team.values[rank] != 0)
            return refuse(SARTOR_FUNCTION_FAILED, "rank %d: its function has returned %d", rank,
                          team.values[rank]);
    return SARTOR_SUCCESS;
}

// A call that the library makes on all ranks.
int run_by_all(void (*function)(process::TeamCall&, process::Rank&) noexcept) noexcept {
    process::TeamCall call{function};
    return Team::run(call);
}
void initialize(process::TeamCall&, process::Rank&) noexcept {
    PMPI_Init(nullptr, nullptr);
}
void finalize(process::TeamCall&, process::Rank&) noexcept {
    PMPI_Finalize();
}

void free_team(sartor_team* team) noexcept {
    std::free(team->values); // NOLINT(clang-analyzer-core.NullDereference): check() refuses null
    std::free(team);
}

sartor_team* allocate_team(int ranks) noexcept {
    auto* const team = static_cast<sartor_team*>(std::calloc(1, sizeof(sartor_team)));
    if (team == nullptr) return nullptr;
    team->ranks = ranks;
    team->values = static_cast<int*>(std::calloc(static_cast<std::size_t>(ranks), sizeof(int)));
    if (team->values != nullptr) return team;
    std::free(team);
    return nullptr;
}

} // namespace

// A call of MPI where no team is: there is no rank.
void process::become_rank() noexcept {
    report(
        "MPI was called outside of a team of ranks: call sartor_team_start or sartor_run first (sartor.h)");
    end_run(usage_exit_code);
}

} // namespace sartor

extern "C" {

using namespace sartor;

int sartor_team_start(int ranks, std::size_t stack_bytes, sartor_team** team) {
    begin_call();
    if (team == nullptr) return refuse(SARTOR_USAGE, "sartor_team_start: the pointer for the team is null");
    *team = nullptr;
    if (ranks < 1)
        return refuse(SARTOR_USAGE, "sartor_team_start: expected at least one rank, not %d", ranks);
    if (Team::exists())
        return refuse(SARTOR_USAGE, "sartor_team_start: another team exists, of %d ranks: end it first",
                      process::size());
    sartor_team* const made = allocate_team(ranks);
    if (made == nullptr) return refuse(SARTOR_NO_MEMORY, "sartor_team_start: no memory for %d ranks", ranks);
    int code = Team::start(ranks, stack_bytes, sartor_program);
    if (code != 0) {
        free_team(made);
        exit_code = code;
        return SARTOR_NO_MEMORY;
    }
    code = run_by_all(&initialize);
    if (code != 0) {
        Team::abandon();
        free_team(made);
        return result_of(code);
    }
    *team = made;
    return SARTOR_SUCCESS;
}

int sartor_team_run(sartor_team* team, sartor_function function, void* data) {
    if (const int result = check("sartor_team_run", team, false); result != SARTOR_SUCCESS) return result;
    if (function == nullptr) return refuse(SARTOR_USAGE, "sartor_team_run: the function is null");
    prepare(*team, function, data); // NOLINT(clang-analyzer-core.NonNullParamChecker)
    return conclude(*team, Team::run(call_of_team));
}

int sartor_team_begin(sartor_team* team, sartor_function function, void* data) {
    if (const int result = check("sartor_team_begin", team, false); result != SARTOR_SUCCESS) return result;
    if (function == nullptr) return refuse(SARTOR_USAGE, "sartor_team_begin: the function is null");
    prepare(*team, function, data);
    team->in_parts = true;
    Team::begin(call_of_team);
    return SARTOR_SUCCESS;
}

int sartor_team_finish(sartor_team* team) {
    if (const int result = check("sartor_team_finish", team, true); result != SARTOR_SUCCESS) return result;
    team->in_parts = false;
    return conclude(*team, Team::finish());
}

int sartor_team_end(sartor_team* team) {
    if (team == nullptr) return SARTOR_SUCCESS;
    int result = SARTOR_SUCCESS;
    if (!Team::is_callers())
        return refuse(SARTOR_USAGE,
                      "sartor_team_end: only the thread that has started the team may call this");
    if (!Team::is_broken()) {
        result = check("sartor_team_end", team, false);
        if (result != SARTOR_SUCCESS) return result;
        result = result_of(run_by_all(&finalize));
        if (result == SARTOR_SUCCESS) result = result_of(Team::end());
    }
    if (Team::exists()) Team::abandon();
    free_team(team);
    return result;
}

int sartor_run(int ranks, sartor_function function, void* data) {
    sartor_team* team = nullptr;
    if (const int result = sartor_team_start(ranks, 0, &team); result != SARTOR_SUCCESS) return result;
    const int result = sartor_team_run(team, function, data);
    if (result == SARTOR_SUCCESS) return sartor_team_end(team);
    if (result == SARTOR_FUNCTION_FAILED) {
        // What it says is of more use than what is said of the end.
        process::TeamCall nothing{&finalize};
        if (Team::run(nothing) == 0) static_cast<void>(Team::end());
    }
    if (Team::exists()) Team::abandon();
    free_team(team);
    return result;
}

int sartor_team_value(const sartor_team* team, int rank) {
    return team == nullptr || rank < 0 || rank >= team->ranks ? INT_MIN : team->values[rank];
}
int sartor_team_exit_code(void) {
    return exit_code;
}
const char* sartor_team_message(void) {
    return message[0] != '\0' ? message : process::Team::reports();
}
}

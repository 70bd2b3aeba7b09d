// Ranks as a function call, for C++: what sartor.h says of teams, with objects for teams and exceptions for
// errors. Link with libsartor_team.so (CMake: Sartor::team).
#pragma once

#include <exception>
#include <stdexcept>
#include <string>
#include <utility>

#include <sartor.h>

namespace sartor {

// Thrown by all functions below: the result, with what is to be said of it.
class TeamError : public std::runtime_error {
  public:
    explicit TeamError(int result)
        : std::runtime_error(sartor_team_message()), result_(result), exit_code_(sartor_team_exit_code()) {}

    [[nodiscard]] int result() const noexcept { return result_; } // enum sartor_result
    [[nodiscard]] bool is_deadlock() const noexcept { return result_ == SARTOR_DEADLOCK; }
    // Of SARTOR_ENDED: the code of MPI_Abort.
    [[nodiscard]] int exit_code() const noexcept { return exit_code_; }

  private:
    int result_;
    int exit_code_;
};

// A team of ranks. The thread that makes it is rank 0, and the only one that may use it. One at a time.
class Team {
  public:
    // stack_bytes: of each rank but the first; 0: as the system gives the main thread.
    explicit Team(int ranks, std::size_t stack_bytes = 0) {
        check(sartor_team_start(ranks, stack_bytes, &team_));
    }
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;
    // Errors of the end are lost here: see end().
    ~Team() { sartor_team_end(team_); }

    // function(rank) on each rank: its result does not count. The exception of the lowest rank whose function
    // has thrown one is thrown again here; others may have waited for that rank in vain, and the team is
    // broken then.
    template <class Function>
    void run(Function&& function) {
        Call<Function> call{function, {}};
        call.conclude(sartor_team_run(team_, &Call<Function>::run, &call));
    }

    // All ranks but this one begin; this one goes on as rank 0 until it calls the object that is returned, or
    // destroys it.
    template <class Function>
    class Running;
    template <class Function>
    [[nodiscard]] Running<Function> begin(Function function) {
        return Running<Function>(team_, std::move(function));
    }

    // What the destructor does, with its errors.
    void end() { check(sartor_team_end(std::exchange(team_, nullptr))); }

  private:
    static void check(int result) {
        if (result != SARTOR_SUCCESS) throw TeamError(result);
    }

    template <class Function>
    struct Call {
        Function& function;
        std::exception_ptr thrown;
        int thrown_by = 0;

        static int run(int rank, void* data) {
            Call& self = *static_cast<Call*>(data);
            try {
                self.function(rank);
                return 0;
            } catch (...) {
                if (!self.thrown || rank < self.thrown_by) {
                    self.thrown = std::current_exception();
                    self.thrown_by = rank;
                }
                return 1;
            }
        }
        void conclude(int result) {
            if (thrown) std::rethrow_exception(thrown);
            check(result);
        }
    };

    sartor_team* team_ = nullptr;
};

template <class Function>
class Team::Running {
  public:
    Running(sartor_team* team, Function function)
        : function_(std::move(function)), call_{function_, {}}, team_(team) {
        check(sartor_team_begin(team_, &Call<Function>::run, &call_));
    }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;
    ~Running() {
        if (team_ != nullptr) sartor_team_finish(team_);
    }

    // Waits for the others.
    void finish() { call_.conclude(sartor_team_finish(std::exchange(team_, nullptr))); }

  private:
    Function function_;
    Call<Function> call_;
    sartor_team* team_;
};

// A team for one call.
template <class Function>
void run(int ranks, Function&& function) {
    Team team(ranks);
    team.run(function);
    team.end();
}

} // namespace sartor

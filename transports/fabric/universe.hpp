// Runs that other runs enter (sartor run --universe): their ranks meet at ports (MPI_Comm_accept,
// MPI_Comm_connect, MPI-5.0 section 11.9). The processes of a run that enters are further ones, as those of
// MPI_Comm_spawn are, and those with which the run began see to that. Their launchers speak as launcher.hpp
// says.
#pragma once

namespace sartor::channel::fabric {

// Whether other runs enter this one, as the environment says, once.
[[nodiscard]] bool read_universe() noexcept;

// A rank here waits in MPI_Comm_accept, and others may come.
[[nodiscard]] bool waits_for_other_runs() noexcept;

// By process 0, for its launcher: the end of the run is not found before let_run_go_on(). False: it has been.
[[nodiscard]] bool hold_run() noexcept;
void let_run_go_on() noexcept;
[[nodiscard]] bool is_held() noexcept;

// All ranks here have ended, with this exit code, and their output was written. Of a process that has entered
// the run: who has started it need not wait for the end of the run, which may be long, unless something is to
// be reported then.
void finish_if_entered(int exit_code) noexcept;

// By process 0: nothing is in flight, and nothing happens unless another run comes. The launcher may let
// processes leave that have finished, and holds the run meanwhile.
void tell_stillness() noexcept;
// Of one of these: it is over for this process.
void leave_run() noexcept;

} // namespace sartor::channel::fabric

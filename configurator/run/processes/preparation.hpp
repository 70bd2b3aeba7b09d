// Programs that are to be started later, made ready while the run goes on: found, and cut so that their MPI
// understands that of the others.
#pragma once

#include "configurator/link/recut.hpp"
#include "configurator/run/processes/spawn_orders.hpp"

#include <csignal>
#include <string>
#include <sys/types.h>
#include <vector>

namespace sartor::configurator {

/// One that can be started.
struct ReadyProgram {
    std::string path; // as it was named
    std::string file; // that is to run
    bool foreign = false;
};

/// What they all have in common with the program that the run began with.
struct MpiOfRun {
    WholeMpi whole;
    SelectionWishes wishes; // of the command line
};

/// By a process of its own, since it may take seconds. Errors: the constructor throws Error when it can't be
/// started.
class Preparation {
  public:
    Preparation(const SpawnOrders& orders, const MpiOfRun& mpi, const sigset_t& signals);
    Preparation(const Preparation&) = delete;
    Preparation& operator=(const Preparation&) = delete;
    ~Preparation();

    /// To wait for; -1 when all is there.
    int descriptor() const { return descriptor_; }
    /// Takes what is there. True: all is.
    bool advance();
    /// In the order of the orders; empty when one can't be started.
    const std::vector<ReadyProgram>& programs() const { return programs_; }
    /// Why not.
    const std::string& error() const { return error_; }

  private:
    void finish();

    pid_t process_ = -1;
    int descriptor_ = -1;
    std::string received_;
    std::vector<ReadyProgram> programs_;
    std::string error_;
};

} // namespace sartor::configurator

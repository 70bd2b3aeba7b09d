// Programs that are to be started later, made ready while the run goes on: found, and cut so that their MPI
// understands that of the others.
#pragma once

#include "configurator/link/recut.hpp"

#include <csignal>
#include <map>
#include <string>
#include <sys/types.h>
#include <vector>

namespace sartor::configurator {

/// One that can be started.
struct ReadyProgram {
    std::string file; // that is to run
    bool foreign = false;
};

/// Those that were made ready before, as long as their files stay as they were.
class ReadyPrograms {
  public:
    /// Null when it is to be made ready.
    const ReadyProgram* find(const std::string& path) const;
    void add(const std::string& path, const ReadyProgram& program) { programs_[version_of(path)] = program; }

  private:
    static std::string version_of(const std::string& path);

    std::map<std::string, ReadyProgram> programs_;
};

/// What they all have in common with the program that the run began with.
struct MpiOfRun {
    WholeMpi whole;
    SelectionWishes wishes; // of the command line
    std::string refusal;    // why none can be started; or empty
};

/// By a process of its own, since it may take seconds. Errors: the constructor throws Error when it can't be
/// started.
class Preparation {
  public:
    Preparation(std::vector<std::string> paths, const MpiOfRun& mpi, const sigset_t& signals);
    Preparation(const Preparation&) = delete;
    Preparation& operator=(const Preparation&) = delete;
    ~Preparation();

    /// To wait for; -1 when all is there.
    int descriptor() const { return descriptor_; }
    /// Takes what is there. True: all is; the programs are ready, unless there is an error.
    bool advance(ReadyPrograms& ready);
    /// Why one can't be started; or empty.
    const std::string& error() const { return error_; }

  private:
    void finish(ReadyPrograms& ready);

    std::vector<std::string> paths_;
    pid_t process_ = -1;
    int descriptor_ = -1;
    std::string received_;
    std::string error_;
};

} // namespace sartor::configurator

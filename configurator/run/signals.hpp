// Signals of a command that looks after a run, which it waits for in place of handlers.
#pragma once

#include "configurator/support/error.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <sys/signalfd.h>
#include <unistd.h>

namespace sartor::configurator {

/// The end of a child, and what ends a run or asks where it is. They stay blocked until undo().
class BlockedSignals {
  public:
    BlockedSignals() {
        sigemptyset(&set_);
        for (const int signal : {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1})
            sigaddset(&set_, signal);
        std::signal(SIGCHLD, SIG_DFL); // if it were ignored, no exit code would be kept
        sigprocmask(SIG_BLOCK, &set_, &before_);
    }
    const sigset_t& set() const { return set_; }
    /// The mask that started processes are to have.
    const sigset_t& before() const { return before_; }
    void undo() const { sigprocmask(SIG_SETMASK, &before_, nullptr); }

  private:
    sigset_t set_{};
    sigset_t before_{};
};

/// The same to be read from a descriptor. Nobody is killed by a pipe that nobody reads.
class ReadSignals : public BlockedSignals {
  public:
    /// Errors: throws Error where the system has no such descriptor.
    ReadSignals() {
        std::signal(SIGPIPE, SIG_IGN);
        descriptor_ = signalfd(-1, &set(), SFD_CLOEXEC | SFD_NONBLOCK);
        if (descriptor_ < 0) fail("can't wait for signals: {}", std::strerror(errno));
    }
    int descriptor() const { return descriptor_; }
    /// Calls visit(number, came_to_all) for each that has come, but for ends of children. What a terminal
    /// sends comes to all processes of its group.
    template <class Visit>
    void take_all(Visit visit) const {
        for (signalfd_siginfo signal{}; read(descriptor_, &signal, sizeof signal) == sizeof signal;)
            if (signal.ssi_signo != SIGCHLD) visit(static_cast<int>(signal.ssi_signo), signal.ssi_code > 0);
    }

  private:
    int descriptor_ = -1;
};

} // namespace sartor::configurator

// Signals for this command, read from a descriptor.
#pragma once

#include "configurator/support/error.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <sys/signalfd.h>
#include <unistd.h>

namespace sartor::configurator {

class Signals {
  public:
    /// Errors: throws Error where the system has no such descriptor.
    Signals() {
        sigemptyset(&set_);
        for (const int signal : {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1})
            sigaddset(&set_, signal);
        std::signal(SIGCHLD, SIG_DFL); // if it were ignored, no exit code would be kept
        std::signal(SIGPIPE, SIG_IGN);
        sigprocmask(SIG_BLOCK, &set_, &before_);
        descriptor_ = signalfd(-1, &set_, SFD_CLOEXEC | SFD_NONBLOCK);
        if (descriptor_ < 0) fail("can't wait for signals: {}", std::strerror(errno));
    }
    int descriptor() const { return descriptor_; }
    /// The mask that started processes are to have.
    const sigset_t& before() const { return before_; }
    /// The next one, if any has come.
    bool take(signalfd_siginfo& signal) const {
        return read(descriptor_, &signal, sizeof signal) == sizeof signal;
    }

  private:
    sigset_t set_{};
    sigset_t before_{};
    int descriptor_ = -1;
};

} // namespace sartor::configurator

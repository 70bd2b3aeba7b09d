// Another run that enters this one, as the launcher of this one sees it.
#pragma once

#include "configurator/run/processes/newcomers.hpp"
#include "configurator/run/processes/universe.hpp"

#include <cstdint>

namespace sartor::configurator {

/// It gets the next numbers; its launcher starts the processes, which connect to this one. Once all have come
/// they become part of the run, whose end must not be found meanwhile: process 0 is asked to hold it. The
/// connection to the launcher stays until that one closes it.
class EnteringRun {
  public:
    /// number: by which process 0 tells it from others. library: of this run.
    EnteringRun(int socket, std::uint64_t number, const std::string& request, const std::string& library,
                GrowingRun& run);
    EnteringRun(const EnteringRun&) = delete;
    EnteringRun& operator=(const EnteringRun&) = delete;
    ~EnteringRun();

    /// To wait for.
    int descriptor() const { return socket_; }
    std::uint64_t number() const { return number_; }
    bool has(int process) const { return newcomers_.have(process); }
    /// Process 0 holds the run.
    void note_held() { is_held_ = true; }
    /// True: nothing is to be done any more. run_has_begun: all processes with which it began are there.
    bool advance(GrowingRun& run, bool run_has_begun);
    /// Processes of it take part in the run, and their ranks have not ended.
    bool has_unfinished() const { return newcomers_.are_released() && finished_ < newcomers_.count(); }
    std::string name() const;
    /// All ranks of one of its processes have ended: FinishedProcess, for its launcher.
    void take_finished(const std::string& text);
    /// The run ends. What is not yet part of it will not be.
    void give_up(GrowingRun& run);

  private:
    void give_place(const channel::fabric::EntryRequest& request, GrowingRun& run);
    bool refuse(const std::string& reason);
    bool is_closed() const;
    void enter(GrowingRun& run);

    int socket_;
    std::uint64_t number_;
    Newcomers newcomers_;
    std::size_t finished_ = 0;
    bool is_refused_ = false;
    bool asked_for_hold_ = false;
    bool is_held_ = false;
};

} // namespace sartor::configurator

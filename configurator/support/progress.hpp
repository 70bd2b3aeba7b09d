// How far a long command is, on standard error.
#pragma once

#include <chrono>
#include <string>

namespace sartor::configurator {

/// On a terminal one line with a bar, what is done now and the time left; elsewhere nothing.
class Progress {
  public:
    /// The sum of what the steps are expected to take; only proportions matter.
    explicit Progress(double expected_seconds);
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    ~Progress();

    /// What is under way.
    void begin(const std::string& what);
    /// A step that was expected to take so long has ended.
    void end(double expected_seconds);
    /// Removes the bar, so that something else can be printed.
    void hide() const;

  private:
    void show() const;

    bool terminal_;
    double whole_;
    double done_ = 0;
    std::string what_;
    std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

/// "40 s", "3 min", "2 h 5 min".
std::string duration_text(double seconds);

/// The line without its ends: "[#####.....] 50 %, 12 s left: WHAT", cut to the width.
std::string progress_line(double part, double seconds_left, const std::string& what, std::size_t width);

} // namespace sartor::configurator

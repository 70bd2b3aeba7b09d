#include "configurator/support/progress.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace sartor::configurator {

namespace {

std::size_t width_of_terminal() {
    winsize size{};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col : 80;
}

} // namespace

std::string duration_text(double seconds) {
    const auto whole = static_cast<long>(std::max(0.0, seconds) + 0.5);
    if (whole < 100) return fmt::format("{} s", whole);
    if (whole < 6000) return fmt::format("{} min", (whole + 30) / 60);
    return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

std::string progress_line(double part, double seconds_left, const std::string& what, std::size_t width) {
    constexpr int cells = 20;
    part = std::clamp(part, 0.0, 1.0);
    const int full = static_cast<int>(part * cells);
    const std::string left = part > 0 ? ", " + duration_text(seconds_left) + " left" : "";
    const std::string line =
        fmt::format("[{:#<{}}{:.<{}}] {:.0f} %{}: {}", "", full, "", cells - full, 100 * part, left, what);
    return line.substr(0, width);
}

Progress::Progress(double expected_seconds)
    : terminal_(isatty(STDERR_FILENO) != 0), whole_(std::max(expected_seconds, 1e-9)) {}

Progress::~Progress() {
    hide();
}

void Progress::begin(const std::string& what) {
    what_ = what;
    show();
}

void Progress::end(double expected_seconds) {
    done_ += expected_seconds;
    show();
}

void Progress::hide() const {
    if (terminal_) fmt::print(stderr, "\r\x1b[K");
}

void Progress::show() const {
    if (!terminal_) return;
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begun_;
    const double part = std::min(done_ / whole_, 1.0);
    const double left = part > 0 ? passed.count() * (1 - part) / part : 0;
    hide();
    fmt::print(stderr, "{}", progress_line(part, left, what_, width_of_terminal() - 1));
    std::fflush(stderr);
}

} // namespace sartor::configurator

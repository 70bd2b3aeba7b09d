#include "configurator/run/processes/lines.hpp"

#include <cerrno>
#include <unistd.h>

namespace sartor::configurator {

void write_all(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const ssize_t count = write(descriptor, text.data(), text.size());
        if (count < 0 && errno != EINTR && errno != EAGAIN) return; // nobody reads it any more
        if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
    }
}

void Lines::add(std::string_view text) {
    constexpr std::size_t longest_line = std::size_t{64} << 10; // a longer one comes out in pieces
    const std::size_t end = text.rfind('\n');
    if (end != std::string_view::npos) {
        rest_.append(text.substr(0, end + 1));
        text.remove_prefix(end + 1);
        finish();
    }
    rest_.append(text);
    if (rest_.size() > longest_line) finish();
}

void Lines::finish() {
    for (std::size_t line = 0; !tag_.empty() && line < rest_.size();) {
        rest_.insert(line, tag_);
        const std::size_t end = rest_.find('\n', line);
        line = end == std::string::npos ? end : end + 1;
    }
    write_all(to_, rest_);
    rest_.clear();
}

} // namespace sartor::configurator

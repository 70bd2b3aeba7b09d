// What a program that a rank starts has as standard input, output and error: the rank's.
#pragma once

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include "runtime/rank/for_parts.hpp"

namespace sartor::process {

class StreamsOfChild {
  public:
    // After all that the rank has written before.
    StreamsOfChild() noexcept {
        posix_spawn_file_actions_init(&actions_);
        if (!sartor_rank_has_input())
            posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        for (const int stream : streams) {
            const int file = sartor_rank_descriptor(stream);
            if (file < 0) posix_spawn_file_actions_addclose(&actions_, stream);
            if (file >= 0 && file != stream) posix_spawn_file_actions_adddup2(&actions_, file, stream);
        }
    }
    ~StreamsOfChild() { posix_spawn_file_actions_destroy(&actions_); }
    StreamsOfChild(const StreamsOfChild&) = delete;
    StreamsOfChild& operator=(const StreamsOfChild&) = delete;

    void set(int stream, int file) noexcept { posix_spawn_file_actions_adddup2(&actions_, file, stream); }
    [[nodiscard]] const posix_spawn_file_actions_t* actions() const noexcept { return &actions_; }

  private:
    static constexpr int streams[] = {STDOUT_FILENO, STDERR_FILENO};
    posix_spawn_file_actions_t actions_;
};

} // namespace sartor::process

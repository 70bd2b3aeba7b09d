// Running other programs: without a shell, several at once, their output captured or inherited.
#pragma once

#include <string>
#include <sys/types.h>
#include <vector>

namespace sartor::configurator {

using Command = std::vector<std::string>;
void append(Command& command, const std::vector<std::string>& more);

enum class Output { inherit, capture };

struct Streams {
    Output standard_output = Output::inherit;
    Output standard_error = Output::inherit;
    bool empty_input = false; // reads nothing instead of what this command was given
};

struct Result {
    int exit_code = 0; // 128 + n after signal n
    std::string standard_output;
    std::string standard_error;

    bool succeeded() const noexcept { return exit_code == 0; }
};

/// A program under way. Its captured output is read in wait().
class Child {
  public:
    /// Errors: throws Error naming the program when it cannot be started.
    explicit Child(const Command& command, Streams streams = {}) : Child(command, streams, command.front()) {}
    /// file: to run, which may be another one than the first word names.
    Child(const Command& command, Streams streams, const std::string& file);
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    Child(Child&& other) noexcept;
    ~Child();

    Result wait();

  private:
    pid_t process_ = -1;
    int standard_output_ = -1;
    int standard_error_ = -1;
};

Result run(const Command& command, Streams streams = {});

/// Becomes that program, which may be another file than its first word names. Errors: throws Error when it
/// cannot be started.
[[noreturn]] void become(const Command& command, const std::string& file);
[[noreturn]] void become(const Command& command);

/// For messages: quoted as a shell would need it.
std::string shell_text(const Command& command);

/// Passes SIGINT, SIGTERM and SIGHUP on to the children; this command then sees them fail and cleans up. It
/// starts no more programs, and becomes none.
void end_children_on_interrupt();
/// The last of these signals since then; 0: none.
int interrupted() noexcept;
/// Errors: throws Error naming the signal, with the exit code 128 + its number, if there was one.
void end_if_interrupted();

} // namespace sartor::configurator

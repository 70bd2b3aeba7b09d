// posix_spawn, pipes and poll.
#include "configurator/support/process.hpp"

#include "configurator/support/error.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace sartor::configurator {

namespace {

std::vector<char*> argument_vector(const Command& command) {
    std::vector<char*> arguments;
    for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    return arguments;
}

struct Pipe {
    int read_end = -1;
    int write_end = -1;
};

Pipe make_pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) fail("cannot make a pipe: {}", std::strerror(errno));
    return {ends[0], ends[1]};
}

class SpawnActions {
  public:
    SpawnActions() {
        posix_spawn_file_actions_init(&actions_);
        posix_spawnattr_init(&attributes_);
        sigset_t defaults;
        sigemptyset(&defaults);
        for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&defaults, signal);
        posix_spawnattr_setsigdefault(&attributes_, &defaults);
        posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGDEF);
    }
    SpawnActions(const SpawnActions&) = delete;
    ~SpawnActions() {
        posix_spawn_file_actions_destroy(&actions_);
        posix_spawnattr_destroy(&attributes_);
    }
    void duplicate(int from, int to) { posix_spawn_file_actions_adddup2(&actions_, from, to); }
    void empty_input() {
        posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    }
    const posix_spawn_file_actions_t* actions() const { return &actions_; }
    const posix_spawnattr_t* attributes() const { return &attributes_; }

  private:
    posix_spawn_file_actions_t actions_;
    posix_spawnattr_t attributes_;
};

// Set by a signal to this command; it is forwarded to the children, whose failure then ends the command.
volatile std::sig_atomic_t interrupting_signal = 0;

// False at the end of the stream.
bool read_some(int descriptor, std::string& text) {
    char buffer[65536];
    const ssize_t count = read(descriptor, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) return true;
    if (count > 0) text.append(buffer, static_cast<std::size_t>(count));
    return count > 0;
}

void hand_on_interrupt(pid_t process) {
    if (interrupting_signal != 0) kill(process, interrupting_signal);
}

void close_both(int& first, int& second) {
    for (int* end : {&first, &second})
        if (*end >= 0) close(std::exchange(*end, -1));
}

// Until both streams end. After a signal nobody reads on: a compiler's own children, which do not get it,
// hold the streams as long as they run.
void read_both(pid_t process, int& first, std::string& first_text, int& second, std::string& second_text) {
    while (first >= 0 || second >= 0) {
        pollfd polled[2] = {{first, POLLIN, 0}, {second, POLLIN, 0}};
        if (poll(polled, 2, -1) < 0) {
            hand_on_interrupt(process);
            if (interrupting_signal == 0) continue;
            close_both(first, second);
            return;
        }
        if (polled[0].revents != 0 && !read_some(first, first_text)) close(std::exchange(first, -1));
        if (polled[1].revents != 0 && !read_some(second, second_text)) close(std::exchange(second, -1));
    }
}

int exit_code_of(int status) {
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace

void append(Command& command, const std::vector<std::string>& more) {
    command.insert(command.end(), more.begin(), more.end());
}

Child::Child(const Command& command, Streams streams, const std::string& file) {
    end_if_interrupted();
    SpawnActions spawn;
    Pipe output;
    Pipe error;
    if (streams.standard_output == Output::capture) {
        output = make_pipe();
        spawn.duplicate(output.write_end, STDOUT_FILENO);
    }
    if (streams.standard_error == Output::capture) {
        error = make_pipe();
        spawn.duplicate(error.write_end, STDERR_FILENO);
    }
    if (streams.empty_input) spawn.empty_input();
    const int reason = posix_spawnp(&process_, file.c_str(), spawn.actions(), spawn.attributes(),
                                    argument_vector(command).data(), environ);
    for (const int end : {output.write_end, error.write_end})
        if (end >= 0) close(end);
    standard_output_ = output.read_end;
    standard_error_ = error.read_end;
    if (reason != 0) {
        process_ = -1;
        fail("cannot start {}: {}", file, std::strerror(reason));
    }
}

Child::Child(Child&& other) noexcept
    : process_(std::exchange(other.process_, -1)),
      standard_output_(std::exchange(other.standard_output_, -1)),
      standard_error_(std::exchange(other.standard_error_, -1)) {}

Child::~Child() {
    if (process_ >= 0) wait();
}

Result Child::wait() {
    Result result;
    read_both(process_, standard_output_, result.standard_output, standard_error_, result.standard_error);
    int status = 0;
    while (waitpid(process_, &status, 0) < 0 && errno == EINTR) hand_on_interrupt(process_);
    process_ = -1;
    result.exit_code = exit_code_of(status);
    return result;
}

Result run(const Command& command, Streams streams) {
    return Child(command, streams).wait();
}

void become(const Command& command, const std::string& file) {
    end_if_interrupted();
    execvp(file.c_str(), argument_vector(command).data());
    fail("cannot start {}: {}", file, std::strerror(errno));
}

void become(const Command& command) {
    become(command, command.front());
}

std::string shell_text(const Command& command) {
    static constexpr const char* plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
    std::string text;
    for (const std::string& argument : command) {
        if (!text.empty()) text += ' ';
        if (!argument.empty() && argument.find_first_not_of(plain) == std::string::npos) {
            text += argument;
            continue;
        }
        text += '\'';
        for (const char letter : argument)
            text += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
        text += '\'';
    }
    return text;
}

void end_children_on_interrupt() {
    struct sigaction action {};
    action.sa_handler = [](int signal) { interrupting_signal = signal; };
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
}

int interrupted() noexcept {
    return interrupting_signal;
}

void end_if_interrupted() {
    const int signal = interrupting_signal;
    if (signal != 0) throw Error(fmt::format("ended by SIG{}", sigabbrev_np(signal)), 128 + signal);
}

} // namespace sartor::configurator

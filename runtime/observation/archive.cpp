#include "runtime/observation/archive.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "runtime/observation/all_events.hpp"
#include "runtime/observation/memory.hpp"
#include "runtime/observation/recorded.hpp"
#include "runtime/observation/time_limit.hpp"
#include "runtime/process.hpp"
#include "runtime/trace/otf2/record.hpp"

namespace sartor::observation {

using trace::otf2::FunctionName;
using trace::otf2::Header;
using trace::otf2::Record;
using trace::otf2::Step;

bool is_archive(const char* path) noexcept {
    constexpr std::size_t of_end = 5;
    const std::size_t length = std::strlen(path);
    return length > of_end && std::strcmp(path + length - of_end, ".otf2") == 0;
}

namespace {

bool is_empty(const char* folder) noexcept {
    DIR* const names = opendir(folder);
    if (names == nullptr) return false;
    int count = 0;
    while (readdir(names) != nullptr) ++count;
    closedir(names);
    return count == 2; // . and ..
}

// In the child of a vfork: reads from the socket and replies to it.
[[noreturn]] void become_writer(const char* const* arguments, int input) noexcept {
    dup2(input, STDIN_FILENO);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    execvp(arguments[0], const_cast<char* const*>(arguments));
    for (;;) syscall(SYS_exit_group, 127); // _exit is the rank's
}

// sartor-otf2 at the other end of a socket.
class ArchiveWriter {
  public:
    explicit ArchiveWriter(const char* folder) noexcept;
    ArchiveWriter(const ArchiveWriter&) = delete;
    ArchiveWriter& operator=(const ArchiveWriter&) = delete;

    template <class Object>
    void put(const Object& object) noexcept {
        if (used_ + sizeof object > room) flush();
        std::memcpy(buffer_ + used_, &object, sizeof object);
        used_ += sizeof object;
    }
    // Whether it has written all.
    bool end() noexcept;

  private:
    void flush() noexcept;

    static constexpr std::size_t room = std::size_t{64} << 10;
    int socket_ = -1;
    pid_t child_ = -1;
    char* buffer_ = allocate<char>(room);
    std::size_t used_ = 0;
};

ArchiveWriter::ArchiveWriter(const char* folder) noexcept {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return;
    const char* const given = std::getenv("SARTOR_OTF2"); // by sartor run
    const char* const arguments[] = {given != nullptr ? given : "sartor-otf2", folder, nullptr};
    child_ = vfork();
    if (child_ == 0) become_writer(arguments, ends[1]);
    close(ends[1]);
    socket_ = ends[0];
}

void ArchiveWriter::flush() noexcept {
    for (std::size_t done = 0; done < used_ && socket_ >= 0;) {
        const ssize_t sent = send(socket_, buffer_ + done, used_ - done, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) break; // it has ended, and the reply will be missing
        done += static_cast<std::size_t>(sent);
    }
    used_ = 0;
}

bool ArchiveWriter::end() noexcept {
    flush();
    if (socket_ < 0) return false;
    char reply = 0;
    ssize_t count;
    do count = read(socket_, &reply, 1);
    while (count < 0 && errno == EINTR);
    close(socket_);
    while (child_ > 0 && waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
    }
    return count == 1 && reply == 1;
}

class Archive {
  public:
    Archive(const Summary& summary, const Scale& scale, const TraceOptions& options) noexcept
        : summary_(summary), scale_(scale), limit_(summary, scale, options.limit, TimeLimit::Form::archive),
          writer_(options.path), functions_(allocate<std::int32_t>(Summary::most_sites)) {}

    // Whether all was written.
    bool write() noexcept;
    [[nodiscard]] std::int64_t left_out() const noexcept { return left_out_; }

  private:
    void name_functions() noexcept;
    void event(const Event& event) noexcept;
    void call(const Event& event) noexcept;
    void message(const Event& event) noexcept;

    const Summary& summary_;
    const Scale& scale_;
    TimeLimit limit_;
    ArchiveWriter writer_;
    std::int32_t* functions_; // by site
    std::int64_t left_out_ = 0;
};

std::int64_t began(std::int64_t length) noexcept {
    constexpr std::int64_t nanoseconds_a_second = 1'000'000'000;
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    return now.tv_sec * nanoseconds_a_second + now.tv_nsec - length;
}

void Archive::name_functions() noexcept {
    Header header;
    header.length = scale_.nanoseconds(scale_.last());
    header.began = began(header.length);
    header.ranks = summary_.ranks();
    header.functions = static_cast<std::int32_t>(summary_.functions());
    writer_.put(header);
    for (std::size_t number = 0; number < summary_.functions(); ++number) {
        const char* const name = summary_.function(number).name;
        FunctionName function{};
        std::snprintf(function.text, sizeof function.text, "%s", name);
        writer_.put(function);
        for (std::size_t site = 0; site < summary_.sites(); ++site)
            if (std::strcmp(summary_.site(site).function, name) == 0)
                functions_[site] = static_cast<std::int32_t>(number);
    }
}

void Archive::call(const Event& event) noexcept {
    Record record;
    record.time = scale_.nanoseconds(event.begin);
    record.rank = event.rank;
    record.tag = functions_[tables_of(event.rank).sites[event.site].global];
    writer_.put(record);
    record.detail = record.time;
    record.time = scale_.nanoseconds(event.end);
    record.step = record.time == record.detail ? Step::leave_at_once : Step::leave;
    writer_.put(record);
}

void Archive::message(const Event& event) noexcept {
    Record record;
    record.time = scale_.nanoseconds(event.begin);
    record.detail = event.bytes;
    record.rank = event.peer;
    record.peer = event.rank;
    record.tag = event.tag;
    record.context = event.context;
    record.step = Step::send;
    writer_.put(record);
    record.time = scale_.nanoseconds(event.end);
    record.rank = event.rank;
    record.peer = event.peer;
    record.step = Step::receive;
    writer_.put(record);
}

// A message is in it if it has been received in time: then its sender has called in time, too.
void Archive::event(const Event& event) noexcept {
    if (!is_call(event) && event.kind != Kind::message) return;
    if (!limit_.takes(event)) {
        ++left_out_;
        return;
    }
    if (event.kind == Kind::message) return message(event);
    call(event);
    if (event.kind == Kind::receive) this->event(message_of(event));
}

bool Archive::write() noexcept {
    name_functions();
    visit_events(summary_, scale_, [this](const Event& one) { event(one); });
    Record last;
    last.step = Step::end_of_records;
    last.detail = left_out_ + recorded.lost();
    writer_.put(last);
    return writer_.end();
}

} // namespace

bool open_archive(const char* path) noexcept {
    constexpr mode_t usual_permissions = 0777;
    if (mkdir(path, usual_permissions) == 0) return true;
    if (errno != EEXIST) return false;
    char anchor[4096];
    std::snprintf(anchor, sizeof anchor, "%s/traces.otf2", path);
    struct stat state {};
    if (stat(path, &state) == 0 && !S_ISDIR(state.st_mode))
        errno = ENOTDIR;
    else if (access(path, W_OK) == 0 && (access(anchor, F_OK) == 0 || is_empty(path)))
        return true;
    else
        errno = EEXIST;
    return false;
}

void write_archive(const Summary& summary, const Scale& scale, const TraceOptions& options) noexcept {
    Archive archive(summary, scale, options);
    const bool is_whole = archive.write();
    const int error = recorded.error();
    if (!is_whole || error != 0)
        process::report("--trace %s: %s; the archive is incomplete", options.path,
                        error != 0 ? std::strerror(error) : "sartor-otf2 has not written all events");
    report_left_out(options, archive.left_out() + recorded.lost());
}

} // namespace sartor::observation

#include "configurator/run/processes/preparation.hpp"

#include "configurator/run/foreign.hpp"
#include "configurator/run/processes/lines.hpp"
#include "configurator/support/error.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sstream>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sartor::configurator {

namespace {

constexpr char failure = '!'; // the reason follows

// What comes over the pipe: for each program whether it is foreign, and its file, each in a line.
std::string prepare_program(const std::string& path, const MpiOfRun& mpi) {
    if (!is_made_by_sartor(path)) {
        needs_abi_library(path); // or that of another MPI
        return "foreign\n" + path + "\n";
    }
    Anew anew;
    anew.wishes = mpi.wishes;
    anew.machine = "fabric";
    anew.whole = mpi.whole;
    return "own\n" + cut_anew(path, anew) + "\n";
}

std::string prepare_all(const std::vector<std::string>& paths, const MpiOfRun& mpi) {
    try {
        std::string text;
        for (const std::string& path : paths) text += prepare_program(path, mpi);
        return text;
    } catch (const std::exception& error) {
        return failure + std::string(error.what());
    }
}

} // namespace

std::string ReadyPrograms::version_of(const std::string& path) {
    struct stat file {};
    if (stat(path.c_str(), &file) != 0) return path;
    return fmt::format("{}:{}:{}.{}", path, file.st_size, file.st_mtim.tv_sec, file.st_mtim.tv_nsec);
}

const ReadyProgram* ReadyPrograms::find(const std::string& path) const {
    const auto found = programs_.find(version_of(path));
    return found == programs_.end() ? nullptr : &found->second;
}

Preparation::Preparation(std::vector<std::string> paths, const MpiOfRun& mpi, const sigset_t& signals)
    : paths_(std::move(paths)) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) fail("can't start further programs: {}", std::strerror(errno));
    process_ = fork();
    if (process_ < 0) fail("can't start further programs: {}", std::strerror(errno));
    if (process_ == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        sigprocmask(SIG_SETMASK, &signals, nullptr);
        write_all(ends[1], prepare_all(paths_, mpi));
        _exit(0);
    }
    close(ends[1]);
    descriptor_ = ends[0];
    fcntl(descriptor_, F_SETFL, O_NONBLOCK);
}

Preparation::~Preparation() {
    if (descriptor_ >= 0) {
        close(descriptor_);
        kill(process_, SIGTERM);
        waitpid(process_, nullptr, 0);
    }
}

bool Preparation::advance(ReadyPrograms& ready) {
    char text[4096];
    while (descriptor_ >= 0) {
        const ssize_t count = read(descriptor_, text, sizeof text);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return false;
        received_.append(text, static_cast<std::size_t>(count));
        if (count == 0) finish(ready);
    }
    return true;
}

void Preparation::finish(ReadyPrograms& ready) {
    close(descriptor_);
    descriptor_ = -1;
    waitpid(process_, nullptr, 0);
    if (received_.empty() || received_.front() == failure) {
        error_ = received_.empty() ? "the process that prepares the program has ended" : received_.substr(1);
        return;
    }
    std::istringstream lines(received_);
    for (const std::string& path : paths_) {
        std::string kind, file;
        std::getline(lines, kind);
        std::getline(lines, file);
        ready.add(path, {file, kind == "foreign"});
    }
}

} // namespace sartor::configurator

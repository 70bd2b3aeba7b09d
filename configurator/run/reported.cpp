// A run writes its record into memory of this process, by its name below /proc.
#include "configurator/run/reported.hpp"

#include "configurator/findings/files.hpp"
#include "configurator/findings/record.hpp"
#include "configurator/run/signals.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/file.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sartor::configurator {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

struct ReportFiles {
    std::string sarif, json, page;
};

bool is_sarif(const std::string& name) {
    return name.ends_with(".sarif") || name.ends_with(".sarif.json");
}

std::string* file_for(const std::string& name, ReportFiles& files) {
    if (is_sarif(name)) return &files.sarif;
    if (name.ends_with(".json")) return &files.json;
    return name.ends_with(".html") ? &files.page : nullptr;
}

// "reports/%p.sarif" has the number of this process in place of %p.
std::string with_number(std::string name) {
    for (std::size_t at = 0; (at = name.find("%p", at)) != std::string::npos;)
        name.replace(at, 2, fmt::format("{}", getpid()));
    return name;
}

// A folder that is not there is made.
void begin_file(const std::string& name, const std::string& list) {
    std::error_code error;
    if (const fs::path folder = fs::path(name).parent_path(); !folder.empty())
        fs::create_directories(folder, error);
    errno = error.value();
    if (error || !std::ofstream(name))
        refuse("--report={}: can't write {}: {}", list, name, std::strerror(errno));
}

// Absolute, since programs may go to other folders; empty from now on, so that no old report is left.
ReportFiles open_files(const std::string& list) {
    ReportFiles files;
    for (std::size_t start = 0; start <= list.size();) {
        const std::size_t end = std::min(list.find(',', start), list.size());
        const std::string name = with_number(list.substr(start, end - start));
        std::string* const file = file_for(name, files);
        if (file == nullptr || !file->empty())
            refuse("--report={}: expected files that end with .sarif, .json or .html, one of each at most",
                   list);
        *file = fs::absolute(name).string();
        start = end + 1;
    }
    for (const std::string& file : {files.sarif, files.json, files.page})
        if (!file.empty()) begin_file(file, list);
    return files;
}

std::string time_now() {
    const std::time_t seconds = std::time(nullptr);
    std::tm parts{};
    char text[32];
    gmtime_r(&seconds, &parts);
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text;
}

// In memory, gone with this process.
class RecordFile {
  public:
    RecordFile() : descriptor_(memfd_create("sartor-reports", MFD_CLOEXEC)) {
        if (descriptor_ < 0) fail("--report: no memory for a record ({})", std::strerror(errno));
    }
    RecordFile(const RecordFile&) = delete;
    ~RecordFile() { close(descriptor_); }

    std::string path() const { return fmt::format("/proc/{}/fd/{}", getpid(), descriptor_); }
    std::string text() const {
        std::string text;
        char part[65536];
        for (ssize_t count;
             (count = pread(descriptor_, part, sizeof part, static_cast<off_t>(text.size()))) > 0;)
            text.append(part, static_cast<std::size_t>(count));
        return text;
    }

  private:
    int descriptor_;
};

siginfo_t next_of(const BlockedSignals& signals) {
    siginfo_t information{};
    while (sigwaitinfo(&signals.set(), &information) < 0) {
    }
    return information;
}

// What a terminal sends comes to the run, too. What another process sends comes to this one alone, or to all
// of the group: a second signal would end the run without its report.
class Passing {
  public:
    Passing(pid_t run, const RecordFile& record) : run_(run), record_(record) {}

    void pass_on(const siginfo_t& information) {
        const int signal = information.si_signo;
        if (information.si_code > 0) return; // by the system
        if (signal == SIGINT || signal == SIGTERM || signal == SIGHUP) {
            constexpr auto same_event = std::chrono::seconds(1);
            const bool is_second = has_one_ && Clock::now() - first_ > same_event;
            if (!has_one_) first_ = Clock::now();
            has_one_ = true;
            usleep(50'000); // until the run has recorded it
            if (!is_second && has_taken(record_.text(), signal)) return;
        }
        kill(run_, signal);
    }

  private:
    pid_t run_;
    const RecordFile& record_;
    Clock::time_point first_;
    bool has_one_ = false;
};

// The status of waitpid().
int wait_for(pid_t run, const BlockedSignals& signals, const RecordFile& record) {
    Passing passing(run, record);
    for (;;) {
        int status = 0;
        const siginfo_t information = next_of(signals);
        if (information.si_signo != SIGCHLD)
            passing.pass_on(information);
        else if (waitpid(run, &status, WNOHANG) == run)
            return status;
    }
}

// Ends by exit(), or by becoming the program.
[[noreturn]] void be_the_run(const RunOptions& options, const std::function<void(const RunOptions&)>& body) {
    prctl(PR_SET_PDEATHSIG, SIGKILL); // with this command, as when they are one process
    try {
        body(options);
    } catch (const Error& error) {
        report("{}", error.what());
        std::exit(error.exit_code());
    } catch (const std::exception& error) {
        report("{}", error.what());
    }
    std::exit(failure_exit_code);
}

void write_files(const ReportFiles& files, const Run& run, const fs::path& folder) {
    if (!files.sarif.empty()) write_file(files.sarif, as_sarif(run, folder));
    if (!files.json.empty()) write_file(files.json, as_json(run));
    if (!files.page.empty()) write_file(files.page, as_page(run));
}

Outcome outcome_of(int status) {
    Outcome outcome;
    if (WIFSIGNALED(status))
        outcome.signal = WTERMSIG(status);
    else
        outcome.exit_code = WEXITSTATUS(status);
    return outcome;
}

// Without a second core file.
[[noreturn]] void end_as(const Outcome& outcome) {
    if (outcome.signal != 0) {
        const rlimit none{0, 0};
        setrlimit(RLIMIT_CORE, &none);
        std::signal(outcome.signal, SIG_DFL);
        raise(outcome.signal);
        std::exit(128 + outcome.signal);
    }
    std::exit(outcome.exit_code);
}

} // namespace

void run_and_report(const RunOptions& given, const std::vector<std::string>& command,
                    const std::function<void(const RunOptions&)>& body) {
    const ReportFiles files = open_files(given.report);
    const fs::path folder = fs::current_path();
    const RecordFile record;
    const BlockedSignals signals;
    RunOptions options = given;
    options.report_record = record.path();
    Run run{command, given.ranks, {}, {}, {}};
    const std::string begun = time_now();
    const pid_t child = fork();
    if (child < 0) fail("cannot start the run: {}", std::strerror(errno));
    if (child == 0) {
        signals.undo();
        be_the_run(options, body);
    }
    run.outcome = outcome_of(wait_for(child, signals, record));
    run.outcome.begun = begun;
    run.outcome.ended = time_now();
    Reported reported = read_record(record.text(), folder);
    run.findings = std::move(reported.findings);
    run.notices = std::move(reported.notices);
    write_files(files, run, folder);
    signals.undo();
    end_as(run.outcome);
}

} // namespace sartor::configurator

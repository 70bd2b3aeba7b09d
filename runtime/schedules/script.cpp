// Reading, following and writing schedules.
#include "runtime/schedules/script.hpp"

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/process.hpp"
#include "runtime/reports/location.hpp"

namespace sartor::process::choices {

namespace {

constexpr const char* first_line = "sartor schedule 1\n";
constexpr const char* kinds[] = {"match", "complete", "test", "next", "lock", "update"};

[[noreturn]] void refuse(const char* path, const char* reason) noexcept {
    report("--schedule: %s: %s", path, reason);
    end_run(usage_exit_code);
}

// A text of any length.
class Text {
  public:
    Text() = default;
    Text(const Text&) = delete;
    Text& operator=(const Text&) = delete;
    ~Text() { std::free(text_); }

    void add(const char* format, ...) noexcept __attribute__((format(printf, 2, 3))) {
        constexpr std::size_t longest = 600; // piece
        if (room_ - used_ < longest && !grow(room_ + 4 * longest)) return;
        va_list arguments;
        va_start(arguments, format);
        const int length = std::vsnprintf(text_ + used_, longest, format, arguments);
        va_end(arguments);
        used_ += static_cast<std::size_t>(length) < longest ? static_cast<std::size_t>(length) : longest - 1;
    }
    [[nodiscard]] const char* data() const noexcept { return text_ != nullptr ? text_ : ""; }
    [[nodiscard]] std::size_t size() const noexcept { return used_; }

  private:
    bool grow(std::size_t bytes) noexcept {
        auto* larger = static_cast<char*>(std::realloc(text_, bytes));
        if (larger == nullptr) return false;
        text_ = larger;
        room_ = bytes;
        return true;
    }

    char* text_ = nullptr;
    std::size_t used_ = 0;
    std::size_t room_ = 0;
};

// "match 0 2 of 1 2"
void add_choice(Text& text, const Choice& choice, const Chosen& chosen) noexcept {
    text.add("%s %d %d%s of", kinds[static_cast<int>(choice.kind)], choice.rank->number, chosen.value,
             chosen.awaited ? " late" : "");
    for (int index = 0; index < choice.count; ++index) text.add(" %d", choice.candidates[index].value);
}

// Of a call: "in main+0x12 (farm.c:20)", or the number of the file and the offset in it.
void add_site(Text& text, const Rank& rank, const void* call_site, bool with_sites) noexcept {
    char location[512];
    const auto address = reinterpret_cast<std::uintptr_t>(call_site);
    if (with_sites && describe_location(rank, address - 1, location, sizeof location)) {
        text.add(" in %s", location);
    } else {
        const CallSite site = call_site_of(rank, call_site);
        text.add(" at %d+0x%llx", static_cast<int>(site.file), static_cast<unsigned long long>(site.offset));
    }
}

// "rank 1 (MPI_Send in main+0x12 (farm.c:20))"
void add_rank(Text& text, const Candidate& candidate, bool with_sites) noexcept {
    text.add("rank %d (%s", candidate.sender->number, candidate.call != nullptr ? candidate.call : "sent");
    add_site(text, *candidate.sender, candidate.call_site, with_sites);
    text.add(")");
}
// "message of rank 1 (...)"
void add_message(Text& text, const Candidate& candidate, bool with_sites) noexcept {
    if (candidate.sender == nullptr) return text.add("none yet");
    text.add("message of ");
    add_rank(text, candidate, with_sites);
}

// "message of rank 1 (...) or message of rank 2 (...)"
void add_candidates(Text& text, const Choice& choice, bool with_sites) noexcept {
    constexpr int most = 16;
    for (int index = 0; index < choice.count && index < most; ++index) {
        if (index > 0) text.add(" or ");
        (choice.kind == Kind::match ? add_message : add_rank)(text, choice.candidates[index], with_sites);
    }
    if (choice.count > most) text.add(" or of %d more", choice.count - most);
}

void add_explanation(Text& text, const Choice& choice, bool with_sites) noexcept {
    if (choice.kind == Kind::lock || choice.kind == Kind::update) {
        text.add(" # %s of its memory in a window: asked for by ", kinds[static_cast<int>(choice.kind)]);
        return add_candidates(text, choice, with_sites);
    }
    if (choice.call == nullptr) return;
    text.add(" # %s", choice.call);
    add_site(text, *choice.rank, choice.call_site, with_sites);
    if (choice.kind != Kind::match) return;
    text.add(": ");
    add_candidates(text, choice, with_sites);
}

const char* end_of_line(const char* text) noexcept {
    return text + std::strcspn(text, "\n");
}

bool takes(const char*& text, const char* word) noexcept {
    const std::size_t length = std::strlen(word);
    if (std::strncmp(text, word, length) != 0) return false;
    text += length;
    return true;
}

int take_number(const char*& text) noexcept {
    char* end = nullptr;
    const long number = std::strtol(text, &end, 10);
    text = end;
    return static_cast<int>(number);
}

const char* own_name() noexcept {
    return program_invocation_short_name;
}

} // namespace

bool Script::open(int ranks) noexcept {
    const char* way = std::getenv("SARTOR_SCHEDULE");
    if (way == nullptr) way = "explore:";
    with_sites_ = std::getenv("SARTOR_SCHEDULE_SITES") != nullptr;
    if (takes(way, "random:")) {
        way_ = Way::random;
        random_ = std::strtoull(way, nullptr, 10);
        chooses_ranks_ = true;
    } else {
        way_ = takes(way, "replay:") ? Way::replay : Way::explore;
        takes(way, "explore:");
        if (*way != '\0' && !read(way)) return false;
        if (text_ != nullptr) read_head(way, ranks);
    }
    if (const char* record = std::getenv("SARTOR_SCHEDULE_RECORD")) {
        record_ = ::open(record, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666);
        if (record_ < 0) refuse(record, std::strerror(errno));
        write_head(ranks);
    }
    return true;
}

bool Script::read(const char* path) noexcept {
    path_ = path;
    const int file = ::open(path, O_RDONLY | O_CLOEXEC);
    struct stat status {};
    if (file < 0 || fstat(file, &status) != 0) refuse(path, std::strerror(errno));
    const auto bytes = static_cast<std::size_t>(status.st_size);
    text_ = static_cast<char*>(std::malloc(bytes + 1));
    if (text_ == nullptr) return false;
    std::size_t done = 0;
    for (ssize_t got = 1; got > 0 && done<bytes; done += got> 0 ? static_cast<std::size_t>(got) : 0)
        got = ::read(file, text_ + done, bytes - done);
    ::close(file);
    text_[done] = '\0';
    rest_ = text_;
    return true;
}

void Script::read_head(const char* path, int ranks) noexcept {
    char reason[512];
    if (!takes(rest_, first_line)) refuse(path, "not a schedule, or a schedule of another version of sartor");
    const char* program = rest_;
    if (!takes(rest_, "program ")) refuse(path, "a schedule without the name of its program");
    const auto length = static_cast<std::size_t>(end_of_line(rest_) - rest_);
    if (length != std::strlen(own_name()) || std::strncmp(rest_, own_name(), length) != 0) {
        std::snprintf(reason, sizeof reason, "a schedule of %.*s, but this program is %s",
                      static_cast<int>(length), rest_, own_name());
        refuse(path, reason);
    }
    rest_ = end_of_line(program) + 1;
    if (!takes(rest_, "ranks ")) refuse(path, "a schedule without the number of its ranks");
    if (const int given = take_number(rest_); given != ranks) {
        std::snprintf(reason, sizeof reason, "a schedule of %d ranks, but this run has %d", given, ranks);
        refuse(path, reason);
    }
    if (!takes(rest_, "\norder ")) refuse(path, "a schedule without the order of its ranks");
    chooses_ranks_ = takes(rest_, "chosen");
    rest_ = end_of_line(rest_);
}

// Moves to the next line with a choice.
bool Script::has_entry() noexcept {
    while (rest_ != nullptr && *rest_ != '\0') {
        if (*rest_ == '\n') ++rest_;
        for (const char* kind : kinds)
            if (std::strncmp(rest_, kind, std::strlen(kind)) == 0) return true;
        rest_ = end_of_line(rest_);
    }
    return false;
}

void Script::diverge(const Choice& choice, const char* expected) noexcept {
    Text here;
    add_choice(here, choice, {});
    const char* candidates = std::strstr(here.data(), " of");
    report("--schedule: %s is of another run: its choice %d is \"%.*s\", this run must make \"%s %d ...%s\"; "
           "are the program, its arguments and its input the same?",
           path_, made_ + 1, static_cast<int>(std::strcspn(expected, "#\n")), expected,
           kinds[static_cast<int>(choice.kind)], choice.rank->number,
           candidates != nullptr ? candidates : "");
    end_run(usage_exit_code);
}

Chosen Script::take_entry(const Choice& choice) noexcept {
    const char* const line = rest_;
    if (!takes(rest_, kinds[static_cast<int>(choice.kind)])) diverge(choice, line);
    if (take_number(rest_) != choice.rank->number) diverge(choice, line);
    Chosen chosen{.value = take_number(rest_), .awaited = false, .position = made_};
    const bool late = takes(rest_, " late");
    if (!takes(rest_, " of")) diverge(choice, line);
    bool found = false;
    for (int index = 0; index < choice.count; ++index) {
        const int value = choice.candidates[index].value;
        if (*rest_ != ' ' || take_number(rest_) != value) diverge(choice, line);
        found = found || value == chosen.value;
    }
    while (*rest_ == ' ') ++rest_;
    chosen.awaited = late && choice.can_wait;
    if ((*rest_ != '\n' && *rest_ != '#' && *rest_ != '\0') || found == chosen.awaited) diverge(choice, line);
    rest_ = end_of_line(rest_);
    return chosen;
}

// splitmix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014)
std::uint64_t Script::draw() noexcept {
    std::uint64_t number = (random_ += 0x9e3779b97f4a7c15);
    number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9;
    number = (number ^ (number >> 27)) * 0x94d049bb133111eb;
    return number ^ (number >> 31);
}

Chosen Script::choose(const Choice& choice) noexcept {
    Chosen chosen{.value = choice.candidates[0].value, .awaited = false, .position = made_};
    if (has_entry())
        chosen = take_entry(choice);
    else if (way_ == Way::replay)
        diverge(choice, "none");
    else if (way_ == Way::random)
        chosen.value = choice.candidates[draw() % static_cast<std::uint64_t>(choice.count)].value;
    ++made_;
    if (record_ >= 0) write(choice, chosen);
    return chosen;
}

void Script::put(const char* text, std::size_t bytes) noexcept {
    while (bytes > 0) {
        const ssize_t done = ::write(record_, text, bytes);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return;
        text += done;
        bytes -= static_cast<std::size_t>(done);
    }
}

void Script::write_head(int ranks) noexcept {
    Text text;
    text.add("%sprogram %s\nranks %d\norder %s\n", first_line, own_name(), ranks,
             chooses_ranks_ ? "chosen" : "in turn");
    put(text.data(), text.size());
}

void Script::write(const Choice& choice, const Chosen& chosen) noexcept {
    Text text;
    add_choice(text, choice, chosen);
    add_explanation(text, choice, with_sites_);
    text.add("\n");
    put(text.data(), text.size());
}

void Script::note_late(int position, const Candidate& candidate) noexcept {
    if (record_ < 0) return;
    Text text;
    text.add("also %d %d # ", position, candidate.value);
    add_message(text, candidate, with_sites_);
    text.add("\n");
    put(text.data(), text.size());
}

void Script::end_as_impossible() noexcept {
    if (record_ >= 0) put("impossible\n", 11);
    end_run(0);
}

void Script::close() noexcept {
    if (way_ != Way::replay || !has_entry()) return;
    report("--schedule: %s is of another run: this run ended after %d choices, and the file has more", path_,
           made_);
    end_run(usage_exit_code);
}

} // namespace sartor::process::choices

// Finished lines of all ranks meet in one buffer, in the order in which they were finished; it is written
// when it is full, when a worker has nothing to do, or at once on a terminal.
#include "runtime/output/output.hpp"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <unistd.h>

#include "runtime/output/output_files.hpp"
#include "runtime/process.hpp"
#include "runtime/process_state.hpp"
#include "runtime/reports/record.hpp"

namespace sartor::process {

// The unfinished line of one rank on one stream.
struct Output {
    std::size_t used;
    std::size_t room;

    [[nodiscard]] char* text() noexcept { return reinterpret_cast<char*>(this + 1); } // `room` bytes follow
};

namespace {

constexpr std::size_t gathered_at_most = std::size_t{32} << 10;
constexpr std::size_t longest_line = std::size_t{64} << 10; // a longer one comes out in pieces
constexpr std::int64_t held_at_most = 50'000'000;           // nanoseconds that a finished line may wait

class Gathered {
  public:
    void add(const char* text, std::size_t bytes) noexcept {
        if (used_ + bytes > gathered_at_most) flush();
        if (bytes > gathered_at_most) return put(text, bytes);
        std::memcpy(text_ + used_, text, bytes);
        used_ += bytes;
    }

    void flush() noexcept {
        put(text_, used_);
        used_ = 0;
        flushed_at_ = now();
    }

    [[nodiscard]] bool is_due() const noexcept { return immediate_ || now() - flushed_at_ > held_at_most; }
    void write_at_once(bool on) noexcept { immediate_ = on; }
    [[nodiscard]] bool empty() const noexcept { return used_ == 0; }

    static void put(const char* text, std::size_t bytes, int descriptor = STDOUT_FILENO) noexcept {
        while (bytes > 0) {
            const ssize_t written = write(descriptor, text, bytes);
            if (written < 0 && errno != EINTR && errno != EAGAIN) return lose(descriptor);
            if (written <= 0) continue;
            text += written;
            bytes -= static_cast<std::size_t>(written);
        }
    }

    // The errno value of the first write to standard output that failed, or 0.
    [[nodiscard]] static int lost() noexcept { return lost_.load(std::memory_order_relaxed); }

  private:
    // Of standard error there is no stream to report that, and a run without standard output wants none.
    [[gnu::cold]] static void lose(int descriptor) noexcept {
        if (descriptor != STDOUT_FILENO || lost() != 0 || errno == EBADF) return;
        lost_.store(errno, std::memory_order_relaxed);
        report("standard output can't be written (%s): the output of ranks is lost", std::strerror(errno));
    }

    static inline std::atomic<int> lost_ = 0;
    char text_[gathered_at_most];
    std::size_t used_ = 0;
    std::int64_t flushed_at_ = 0;
    bool immediate_ = false;
};

Gathered gathered;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
bool tagged = false;
OutputFiles files;

struct Lock {
    Lock() noexcept { pthread_mutex_lock(&mutex); }
    ~Lock() { pthread_mutex_unlock(&mutex); }
};

__attribute__((noinline)) void emit(int stream, const char* text, std::size_t bytes) noexcept {
    if (stream == 0) return gathered.add(text, bytes);
    gathered.flush();
    Gathered::put(text, bytes, STDERR_FILENO);
}

void emit_tagged(int stream, int number, const char* text, std::size_t bytes) noexcept {
    while (bytes > 0) {
        char tag[16];
        const int length = std::snprintf(tag, sizeof tag, "[%d] ", number);
        emit(stream, tag, static_cast<std::size_t>(length));
        const auto* end = static_cast<const char*>(std::memchr(text, '\n', bytes));
        const std::size_t line = end == nullptr ? bytes : static_cast<std::size_t>(end - text) + 1;
        emit(stream, text, line);
        text += line;
        bytes -= line;
    }
}

void commit(int stream, int number, const char* text, std::size_t bytes) noexcept {
    if (bytes == 0) return;
    const Lock lock;
    if (files.take(stream, number, text, bytes)) return;
    tagged&& number >= 0 ? emit_tagged(stream, number, text, bytes) : emit(stream, text, bytes);
    if (stream == 0 && gathered.is_due()) gathered.flush();
}

// False when memory is refused: then the text must come out unfinished.
bool make_room(Output*& line, std::size_t bytes) noexcept {
    const std::size_t used = line == nullptr ? 0 : line->used;
    if (line != nullptr && line->room >= used + bytes) return true;
    const std::size_t room = (used + bytes + 255) / 256 * 256;
    auto* grown = static_cast<Output*>(std::realloc(line, sizeof(Output) + room));
    if (grown == nullptr) return false;
    if (line == nullptr) grown->used = 0;
    grown->room = room;
    line = grown;
    return true;
}

void write_line_part(Rank& rank, int stream, const char* text, std::size_t bytes) noexcept {
    Output*& line = rank.output[stream];
    if (!make_room(line, bytes)) return commit(stream, rank.number, text, bytes);
    std::memcpy(line->text() + line->used, text, bytes);
    line->used += bytes;
}

void finish(Rank& rank, int stream) noexcept {
    Output* line = rank.output[stream];
    if (line == nullptr) return;
    commit(stream, rank.number, line->text(), line->used);
    line->used = 0;
}

// Everything through the last newline is finished; the rest waits for its newline.
void write_as_rank(Rank& rank, int stream, const char* text, std::size_t bytes) noexcept {
    const auto* last = static_cast<const char*>(memrchr(text, '\n', bytes));
    const std::size_t finished = last == nullptr ? 0 : static_cast<std::size_t>(last - text) + 1;
    const bool nothing_before = rank.output[stream] == nullptr || rank.output[stream]->used == 0;
    if (finished > 0 && nothing_before) {
        commit(stream, rank.number, text, finished);
    } else if (finished > 0) {
        write_line_part(rank, stream, text, finished);
        finish(rank, stream);
    }
    if (bytes > finished) write_line_part(rank, stream, text + finished, bytes - finished);
    if (rank.output[stream] != nullptr && rank.output[stream]->used > longest_line) finish(rank, stream);
}

template <int stream>
ssize_t write_stream(void*, const char* text, std::size_t bytes) {
    if (current != nullptr)
        write_as_rank(*current, stream, text, bytes);
    else
        commit(stream, -1, text, bytes);
    if (stream != 0 || Gathered::lost() == 0) return static_cast<ssize_t>(bytes);
    errno = Gathered::lost();
    return 0; // as fopencookie(3) wants it
}

template <int stream>
FILE* open_stream() noexcept {
    cookie_io_functions_t functions{};
    functions.write = &write_stream<stream>;
    FILE* file = fopencookie(nullptr, "w", functions);
    if (file != nullptr) setvbuf(file, nullptr, _IONBF, 0);
    return file;
}

} // namespace

void adopt_standard_streams() noexcept {
    std::fflush(nullptr);
    // Behind a launcher that passes on what comes for a terminal, too.
    gathered.write_at_once(isatty(STDOUT_FILENO) == 1 || std::getenv("SARTOR_OUTPUT_AT_ONCE") != nullptr);
    if (FILE* output = open_stream<0>()) stdout = output;
    if (FILE* error = open_stream<1>()) stderr = error;
}

void tag_output(bool on) noexcept {
    tagged = on;
}

void write_output_files(const char* folder, bool only) noexcept {
    files.open(folder, only);
}

void end_line(Rank& rank, Stream stream) noexcept {
    finish(rank, static_cast<int>(stream));
}

void end_lines(Rank& rank) noexcept {
    end_line(rank, Stream::output);
    end_line(rank, Stream::error);
}

void release_lines(Rank& rank) noexcept {
    for (Output*& line : rank.output) {
        std::free(line);
        line = nullptr;
    }
}

void flush_output() noexcept {
    if (gathered.empty() || pthread_mutex_trylock(&mutex) != 0) return;
    gathered.flush();
    pthread_mutex_unlock(&mutex);
}

int exit_code_of_output() noexcept {
    return Gathered::lost() != 0 ? 1 : 0;
}

void hold_output() noexcept {
    pthread_mutex_lock(&mutex);
    gathered.flush();
}
void release_output() noexcept {
    pthread_mutex_unlock(&mutex);
}
void release_output_in_child(Rank& rank) noexcept {
    gathered.write_at_once(true);
    release_lines(rank);
    release_output();
}

[[gnu::weak, gnu::alias("_ZN6sartor7process12flush_outputEv")]] void flush_at_end() noexcept;

void write_report(const char* text, std::size_t bytes) noexcept {
    if (state.team != nullptr) return state.team->keep_report(text, bytes);
    flush_output();
    Gathered::put(text, bytes, STDERR_FILENO);
    record_report(text, bytes);
}

} // namespace sartor::process

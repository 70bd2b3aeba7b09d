// Four ways, by how the data lie: one stretch at both sides; one in the file, where memory is gathered or
// scattered; pieces of the file with small gaps, moved together with these (data sieving: Thakur, Gropp and
// Lusk, 1999); single pieces.
#include "components/file/access.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <unistd.h>

#include "components/file/locks.hpp"
#include "components/file/staging.hpp"

namespace sartor::file {

namespace {

// A call of the system costs as much as moving about so many bytes: with less from piece to piece, gaps are
// moved, too. A write moves them twice.
constexpr std::size_t worth_a_read = 8192;
constexpr std::size_t worth_a_write = 4096;

char* memory_at(std::uintptr_t address) noexcept {
    return reinterpret_cast<char*>(address);
}

// Of a window with gaps.
std::size_t window_bytes(const Pieces& file, std::int64_t hint) noexcept {
    constexpr std::int64_t least = 4096;
    const auto most = static_cast<std::size_t>(std::clamp(hint, least, std::int64_t{Staging::size}));
    return std::min<std::size_t>(most, file.end() - file.first());
}

// What an access locks.
struct Range {
    std::uint64_t first;
    std::uint64_t end;
};
Range range_of(const Pieces& file) noexcept {
    return file.sorted ? Range{file.first(), file.end()} : Range{0, INT64_MAX};
}

// Whether gaps are to be moved with the data.
bool moves_gaps(const Pieces& file, Choice choice, std::size_t worth) noexcept {
    if (!file.sorted || choice == Choice::disable) return false;
    if (choice == Choice::enable) return true;
    return (file.end() - file.first()) / file.runs() < worth;
}

// Piece by piece. `move(position, address, bytes)` gives an outcome.
template <class Move>
Outcome move_pieces(const Pieces& file, const Pieces& memory, Move move) noexcept {
    Outcome all;
    PairedWalk walk(file, memory);
    while (walk.left() > 0) {
        const std::size_t bytes = walk.common();
        const Outcome one = move(walk.position(), memory_at(walk.address()), bytes);
        all.bytes += one.bytes;
        all.error = one.error;
        if (one.bytes < bytes) break;
        walk.pass(bytes);
    }
    return all;
}

Outcome read_with_gaps(const Descriptor& descriptor, const Pieces& file, const Pieces& memory,
                       std::size_t window_bytes) noexcept {
    const Staging staging(window_bytes);
    if (staging.data() == nullptr) return {0, ENOMEM};
    Outcome all;
    PairedWalk walk(file, memory);
    const std::uint64_t last = file.end();
    while (walk.left() > 0) {
        const std::uint64_t first = walk.position();
        const std::uint64_t end = std::min<std::uint64_t>(first + window_bytes, last);
        const Outcome window = read_stretch(descriptor, first, staging.data(), end - first);
        if (window.error != 0) return {all.bytes, window.error};
        const std::size_t bytes = walk.portion_before(first + window.bytes).bytes;
        walk.copy<layout::Direction::scatter>(bytes, first, staging.data());
        all.bytes += bytes;
        if (window.bytes < end - first) break; // the end of the file
    }
    return all;
}

// Fills a window with the data and, around them, with what the file has there.
Outcome write_window(const Descriptor& descriptor, PairedWalk& walk, std::uint64_t end, bool is_locked,
                     char* window) noexcept {
    const std::uint64_t first = walk.position();
    const Lock lock(descriptor, is_locked ? Lock::Kind::none : Lock::Kind::exclusive, first, end);
    const Outcome before = read_stretch(descriptor, first, window, end - first);
    if (before.error != 0) return {0, before.error};
    std::memset(window + before.bytes, 0, end - first - before.bytes);
    // No further than the last byte of data: the file must not become longer.
    const Portion data = walk.portion_before(end);
    walk.copy<layout::Direction::gather>(data.bytes, first, window);
    const Outcome written = write_stretch(descriptor, first, window, data.end - first);
    return {written.error == 0 ? data.bytes : 0, written.error};
}

Outcome write_with_gaps(const Descriptor& descriptor, const Pieces& file, const Pieces& memory,
                        std::size_t window_bytes, bool is_locked) noexcept {
    const Staging staging(window_bytes);
    if (staging.data() == nullptr) return {0, ENOMEM};
    Outcome all;
    PairedWalk walk(file, memory);
    const std::uint64_t last = file.end();
    while (walk.left() > 0 && all.error == 0) {
        const std::uint64_t end = std::min<std::uint64_t>(walk.position() + window_bytes, last);
        const Outcome one = write_window(descriptor, walk, end, is_locked, staging.data());
        all.bytes += one.bytes;
        all.error = one.error;
    }
    return all;
}

// Memory in large pieces is accessed where it is; small ones go by a buffer.
bool is_worth_a_buffer(const Pieces& memory) noexcept {
    // NOLINTNEXTLINE(clang-analyzer-core.DivideZero): more than one run
    return !memory.is_one_run() && memory.bytes / memory.runs() < worth_a_read;
}

Outcome write_gathered(const Descriptor& descriptor, const Pieces& file, const Pieces& memory) noexcept {
    const std::size_t most = std::min(file.bytes, Staging::size);
    const Staging staging(most);
    if (staging.data() == nullptr) return {0, ENOMEM};
    Outcome all;
    PairedWalk walk(file, memory);
    while (walk.left() > 0) {
        const std::uint64_t first = walk.position();
        const std::size_t data = walk.portion_before(first + most).bytes;
        walk.copy<layout::Direction::gather>(data, first, staging.data());
        const Outcome one = write_stretch(descriptor, first, staging.data(), data);
        all.bytes += one.bytes;
        all.error = one.error;
        if (one.bytes < data) break;
    }
    return all;
}

Outcome write_unlocked(const Descriptor& descriptor, const Pieces& file, const Pieces& memory,
                       const AccessOptions& options, bool with_gaps) noexcept {
    if (with_gaps)
        return write_with_gaps(descriptor, file, memory, window_bytes(file, options.hints.ind_wr_buffer_size),
                               options.atomic);
    if (file.is_one_run() && is_worth_a_buffer(memory)) return write_gathered(descriptor, file, memory);
    return move_pieces(file, memory, [&](std::uint64_t at, const char* from, std::size_t bytes) {
        return write_stretch(descriptor, at, from, bytes);
    });
}

// Repeats a call of the system until all is done, nothing goes on, or an error.
template <class Call>
Outcome repeat(std::size_t bytes, Call call) noexcept {
    Outcome outcome;
    while (outcome.bytes < bytes) {
        const ssize_t moved = call(outcome.bytes);
        if (moved < 0 && errno == EINTR) continue;
        if (moved < 0) outcome.error = errno;
        if (moved <= 0) break;
        outcome.bytes += static_cast<std::size_t>(moved);
    }
    return outcome;
}

} // namespace

Outcome read_stretch(const Descriptor& descriptor, std::uint64_t position, char* to,
                     std::size_t bytes) noexcept {
    return repeat(bytes, [&](std::size_t done) {
        return pread(descriptor.number, to + done, bytes - done, static_cast<off_t>(position + done));
    });
}

Outcome write_stretch(const Descriptor& descriptor, std::uint64_t position, const char* from,
                      std::size_t bytes) noexcept {
    Outcome outcome = repeat(bytes, [&](std::size_t done) {
        return pwrite(descriptor.number, from + done, bytes - done, static_cast<off_t>(position + done));
    });
    if (outcome.error == 0 && outcome.bytes < bytes) outcome.error = EIO;
    return outcome;
}

Outcome read(const Descriptor& descriptor, const Pieces& file, const Pieces& memory,
             const AccessOptions& options) noexcept {
    if (file.bytes == 0) return {};
    const Range range = range_of(file);
    const Lock lock(descriptor, options.atomic ? Lock::Kind::exclusive : Lock::Kind::none, range.first,
                    range.end);
    const bool one_run = file.is_one_run();
    if (one_run ? is_worth_a_buffer(memory) : moves_gaps(file, options.hints.ds_read, worth_a_read))
        return read_with_gaps(descriptor, file, memory, window_bytes(file, options.hints.ind_rd_buffer_size));
    return move_pieces(file, memory, [&](std::uint64_t at, char* to, std::size_t bytes) {
        return read_stretch(descriptor, at, to, bytes);
    });
}

Outcome write(const Descriptor& descriptor, const Pieces& file, const Pieces& memory,
              const AccessOptions& options) noexcept {
    if (file.bytes == 0) return {};
    const bool with_gaps =
        !file.is_one_run() && descriptor.reads && moves_gaps(file, options.hints.ds_write, worth_a_write);
    // Windows with gaps are locked one by one, unless the whole access is.
    const auto kind = options.atomic ? Lock::Kind::exclusive
                      : with_gaps    ? Lock::Kind::none
                                     : Lock::Kind::shared;
    const Range range = range_of(file);
    const Lock lock(descriptor, kind, range.first, range.end);
    return write_unlocked(descriptor, file, memory, options, with_gaps);
}

} // namespace sartor::file

#include "transports/fabric/carriers/rings/rings.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sys/prctl.h>
#include <unistd.h>
#include <utility>

#include "runtime/process.hpp"

namespace sartor::channel::fabric {

namespace {

// In a ring a packet begins with a cache line of its own: a word with its length and its tag, then its bytes,
// in one piece; where they would not fit before the end of the ring, it begins at the beginning. The word is
// written last, and tells the receiver that the packet is there: a short one costs its line and no other. The
// receiver makes the first word of each line that it has read `nothing_yet` again, before its sender may
// reuse them.
using Word = std::uint64_t;
constexpr std::size_t unit = 64;
constexpr Word nothing_yet = 0;
constexpr Word continues_at_beginning = ~Word{0};

constexpr Word word_of(std::uint32_t tag, std::size_t bytes) noexcept {
    return Word{tag} << 32 | (bytes + 1); // not `nothing_yet`
}
constexpr std::uint32_t tag_in(Word word) noexcept {
    return static_cast<std::uint32_t>(word >> 32);
}
constexpr std::size_t bytes_in(Word word) noexcept {
    return static_cast<std::uint32_t>(word) - std::size_t{1};
}
constexpr std::size_t room_for(std::size_t bytes) noexcept {
    return (sizeof(Word) + bytes + unit - 1) / unit * unit;
}
static_assert(RingMemory::ring_bytes % unit == 0 && 8 * room_for(longest_frame) < RingMemory::ring_bytes);

std::atomic_ref<Word> word_at(char* ring, std::uint64_t position) noexcept {
    return std::atomic_ref(*reinterpret_cast<Word*>(ring + position % RingMemory::ring_bytes));
}

void clear_words(char* packet, std::size_t room) noexcept {
    for (std::size_t line = 0; line < room; line += unit)
        word_at(packet, line).store(nothing_yet, std::memory_order_relaxed);
}

void gather(const Part* parts, int count, char* to) noexcept {
    for (int index = 0; index < count; ++index) {
        if (parts[index].bytes > 0) std::memcpy(to, parts[index].data, parts[index].bytes);
        to += parts[index].bytes;
    }
}

} // namespace

// A packet that waits for room; its bytes follow.
struct Rings::Kept {
    Kept* next;
    std::size_t bytes;
    std::uint32_t tag;

    [[nodiscard]] char* data() noexcept { return reinterpret_cast<char*>(this + 1); }
};

void Rings::open(int number, const Sharers& sharers, const Roster& members, Deliver deliver) noexcept {
    sharers_ = sharers;
    own_ = sharers.position_of(number);
    roster_ = &members;
    deliver_ = deliver;
    const std::size_t most = memory.most();
    outgoing_ = static_cast<Outgoing*>(std::calloc(most, sizeof(Outgoing)));
    if (outgoing_ == nullptr) process::end_without_memory("messages between processes");
    for (std::size_t other = 0; other < most; ++other) {
        pthread_mutex_init(&outgoing_[other].mutex, nullptr);
        outgoing_[other].wake_pipe = -1;
    }
}

void Rings::close() noexcept {
    if (outgoing_ == nullptr) return;
    for (std::size_t other = 0; other < memory.most(); ++other) {
        Outgoing& gone = outgoing_[other];
        drop_kept(gone);
        if (gone.wake_pipe >= 0) ::close(gone.wake_pipe);
        pthread_mutex_destroy(&gone.mutex);
    }
    std::free(std::exchange(outgoing_, nullptr));
}

void Rings::drop_kept(Outgoing& outgoing) noexcept {
    while (Kept* const kept = outgoing.first_kept) {
        outgoing.first_kept = kept->next;
        std::free(kept);
        kept_.fetch_sub(1, std::memory_order_relaxed);
    }
}

void Rings::forget(int process) noexcept {
    Outgoing& outgoing = outgoing_[sharers_.position_of(process)];
    pthread_mutex_lock(&outgoing.mutex);
    outgoing.is_gone = true;
    drop_kept(outgoing);
    pthread_mutex_unlock(&outgoing.mutex);
}

// False: the ring has no room now.
bool Rings::write(int to, std::uint32_t tag, const Part* parts, int count, std::size_t bytes) noexcept {
    Outgoing& outgoing = outgoing_[to];
    const std::size_t room = room_for(bytes);
    const std::size_t position = outgoing.written % RingMemory::ring_bytes;
    const std::size_t before_end = RingMemory::ring_bytes - position;
    const std::size_t skipped = room > before_end ? before_end : 0;
    const std::uint64_t written = outgoing.written + skipped + room;
    if (written - outgoing.read > RingMemory::ring_bytes) {
        outgoing.read = memory.read(own_, to).bytes.load(std::memory_order_acquire);
        if (written - outgoing.read > RingMemory::ring_bytes) return false;
    }
    char* const ring = memory.ring(own_, to);
    gather(parts, count, ring + (skipped > 0 ? 0 : position) + sizeof(Word));
    const Word word = word_of(tag, bytes);
    if (skipped > 0) word_at(ring, 0).store(word, std::memory_order_relaxed);
    word_at(ring, position).store(skipped > 0 ? continues_at_beginning : word, std::memory_order_release);
    outgoing.written = written;
    if (memory.bell(to).disarm()) wake(to);
    return true;
}

void Rings::wake(int other) noexcept {
    if (!wake_pipe_.exists()) return memory.bell(other).wake(1);
    int& opened = outgoing_[other].wake_pipe;
    const Roster::Member& member = member_at(other);
    if (opened < 0) opened = WakePipe::open_of(member.number.load(), member.wake_pipe.load());
    if (opened >= 0) WakePipe::wake(opened);
}

void Rings::keep(Outgoing& outgoing, std::uint32_t tag, const Part* parts, int count,
                 std::size_t bytes) noexcept {
    auto* kept = static_cast<Kept*>(std::malloc(sizeof(Kept) + bytes));
    if (kept == nullptr) process::end_without_memory("messages between processes");
    *kept = {nullptr, bytes, tag};
    gather(parts, count, kept->data());
    (outgoing.first_kept == nullptr ? outgoing.first_kept : outgoing.last_kept->next) = kept;
    outgoing.last_kept = kept;
    kept_.fetch_add(1, std::memory_order_relaxed);
}

void Rings::send(int process, std::uint32_t tag, const Part* parts, int count) noexcept {
    std::size_t bytes = 0;
    for (int index = 0; index < count; ++index) bytes += parts[index].bytes;
    const int to = sharers_.position_of(process);
    Outgoing& outgoing = outgoing_[to];
    if (!one_thread_) pthread_mutex_lock(&outgoing.mutex);
    if (!outgoing.is_gone && (outgoing.first_kept != nullptr || !write(to, tag, parts, count, bytes)))
        keep(outgoing, tag, parts, count, bytes);
    if (!one_thread_) pthread_mutex_unlock(&outgoing.mutex);
}

void Rings::introduce() const noexcept {
    Roster::Member& own = member_at(own_);
    // Where the system asks for it (Yama), processes of the same launcher may write here.
    prctl(PR_SET_PTRACER, static_cast<unsigned long>(getppid()), 0, 0, 0);
    own.has_asymmetric_fences.store(SleepBetweenProcesses::prefer_asymmetric_fences() ? 1 : 0,
                                    std::memory_order_relaxed);
    own.wake_pipe.store(wake_pipe_.descriptor(), std::memory_order_relaxed);
    own.number.store(getpid(), std::memory_order_release);
}

// Processes that come later have what the first ones have: they run on the same system.
void Rings::know_others() const noexcept {
    bool all = true;
    for (int other = 0; other < sharers_.begun; ++other)
        all = all && member_at(other).has_asymmetric_fences.load(std::memory_order_relaxed) != 0;
    SleepBetweenProcesses::use_asymmetric_fences(all);
}

// A system call may copy less than all.
bool Rings::copy(Copy* some, int process, std::uint64_t address, char* own, std::size_t bytes) noexcept {
    if (!may_copy_.load(std::memory_order_relaxed)) return false;
    const pid_t number = (*roster_)[process].number.load(std::memory_order_acquire);
    std::size_t done = 0;
    while (done < bytes) {
        const iovec here{own + done, bytes - done};
        const iovec there{reinterpret_cast<void*>(address + done), bytes - done};
        const ssize_t count = some(number, &here, 1, &there, 1, 0);
        if (count <= 0) break;
        done += static_cast<std::size_t>(count);
    }
    const bool has_gone = done < bytes && errno == ESRCH;
    if (done < bytes && !has_gone) may_copy_.store(false, std::memory_order_relaxed);
    return done == bytes;
}

bool Rings::write_memory(int process, std::uint64_t address, const void* data, std::size_t bytes) noexcept {
    return copy(&process_vm_writev, process, address, static_cast<char*>(const_cast<void*>(data)), bytes);
}
bool Rings::read_memory(int process, std::uint64_t address, void* data, std::size_t bytes) noexcept {
    return copy(&process_vm_readv, process, address, static_cast<char*>(data), bytes);
}

void Rings::send_kept() noexcept {
    for (int to = 0, all = count(); to < all; ++to) {
        Outgoing& outgoing = outgoing_[to];
        pthread_mutex_lock(&outgoing.mutex);
        while (Kept* const kept = outgoing.first_kept) {
            const Part part{kept->data(), kept->bytes};
            if (!write(to, kept->tag, &part, 1, kept->bytes)) break;
            outgoing.first_kept = kept->next;
            std::free(kept);
            kept_.fetch_sub(1, std::memory_order_relaxed);
        }
        pthread_mutex_unlock(&outgoing.mutex);
    }
}

bool Rings::looks_empty() const noexcept {
    for (int from = 0, all = count(); from < all; ++from) {
        const std::uint64_t read = memory.read(from, own_).bytes.load(std::memory_order_relaxed);
        if (word_at(memory.ring(from, own_), read).load(std::memory_order_relaxed) != nothing_yet)
            return false;
    }
    return true;
}

// All that a process has written by now. False: nothing.
bool Rings::read(int from) noexcept {
    std::atomic<std::uint64_t>& read_so_far = memory.read(from, own_).bytes;
    std::uint64_t read = read_so_far.load(std::memory_order_relaxed);
    char* const ring = memory.ring(from, own_);
    bool any = false;
    for (Word word; (word = word_at(ring, read).load(std::memory_order_acquire)) != nothing_yet;) {
        const std::size_t position = read % RingMemory::ring_bytes;
        const std::size_t before_end = RingMemory::ring_bytes - position;
        if (word == continues_at_beginning && position > 0) {
            clear_words(ring + position, unit);
            read += before_end;
            continue;
        }
        const std::size_t bytes = bytes_in(word);
        if (bytes > longest_frame || room_for(bytes) > before_end) {
            process::report("memory shared with process %d holds no packets: it was overwritten",
                            sharers_.process_at(from));
            process::end_run(1);
        }
        deliver_(sharers_.process_at(from), tag_in(word), ring + position + sizeof word, bytes);
        clear_words(ring + position, room_for(bytes));
        read += room_for(bytes);
        read_so_far.store(read, std::memory_order_release);
        any = true;
    }
    return any;
}

// False: another thread polls.
bool Rings::take_turn(bool waits) noexcept {
    if (one_thread_) return true;
    return (waits ? pthread_mutex_lock(&receiving_) : pthread_mutex_trylock(&receiving_)) == 0;
}

bool Rings::poll(bool waits_for_turn) noexcept {
    if (looks_empty() && !is_sending()) return false;
    if (!take_turn(waits_for_turn)) return false;
    bool any = false;
    for (int from = 0, all = count(); from < all; ++from) any |= read(from);
    if (!one_thread_) pthread_mutex_unlock(&receiving_);
    if (is_sending()) send_kept();
    return any;
}

} // namespace sartor::channel::fabric

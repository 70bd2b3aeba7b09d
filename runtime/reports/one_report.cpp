// Reports that end the run are listed as they are made; the last one to finish writes all.
#include "runtime/reports/one_report.hpp"

#include <cstdio>
#include <cstring>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/output/output.hpp"
#include "runtime/rank/rank_ranges.hpp"
#include "runtime/scheduler/event_count.hpp"

namespace sartor::process {

void wait_for_signal() noexcept {
    syscall(SYS_ppoll, nullptr, 0, nullptr, nullptr, 0);
}

namespace {

constexpr std::size_t room = std::size_t{1} << 20; // mapped, not touched

constinit thread_local OneReport* gathering = nullptr;
std::atomic<OneReport*> finished{nullptr};
std::atomic<int> begun{0};
std::atomic<int> ended{0};
EventCount<> ends;

void end_one() noexcept {
    ended.fetch_add(1);
    ends.advance();
}
std::atomic<bool> is_writing{false};

[[noreturn]] void wait_for_end() noexcept {
    for (;;) wait_for_signal();
}

// Until all that are being made have come to their ends, or one of them takes too long.
void wait_for_begun() noexcept {
    constexpr std::int64_t longest = 5'000'000'000; // nanoseconds
    ends.wait_until([] { return ended.load() >= begun.load(); }, longest);
}

} // namespace

OneReport::OneReport(const Rank* rank) noexcept : rank_(rank), is_outer_(gathering == nullptr) {
    if (!is_outer_) return;
    void* memory =
        mmap(nullptr, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory != MAP_FAILED) text_ = static_cast<char*>(memory);
    if (rank_ != nullptr) begun.fetch_add(1);
    gathering = this;
}

OneReport::~OneReport() {
    if (!is_outer_) return;
    gathering = nullptr;
    if (rank_ != nullptr) end_one();
    write();
    if (text_ != nullptr) munmap(text_, room);
}

bool OneReport::gather(const char* text, std::size_t bytes) noexcept {
    if (gathering == nullptr || gathering->text_ == nullptr) return false;
    gathering->add(text, bytes);
    return true;
}

void OneReport::add(const char* text, std::size_t bytes) noexcept {
    if (used_ + bytes > room) write();
    std::memcpy(text_ + used_, text, bytes);
    used_ += bytes;
}

void OneReport::write() noexcept {
    if (used_ > 0) write_report(text_, used_);
    used_ = 0;
}

void OneReport::find_number() noexcept {
    char name[24];
    const auto length = static_cast<std::size_t>(std::snprintf(name, sizeof name, "rank %d", rank_->number));
    for (std::size_t at = 0; at + length < used_; ++at) {
        const char next = text_[at + length];
        if (std::memcmp(text_ + at, name, length) != 0 || (next >= '0' && next <= '9')) continue;
        number_at_ = at;
        number_end_ = at + length;
        return;
    }
}

bool OneReport::equals(const OneReport& other) const noexcept {
    const std::size_t rest = used_ - number_end_;
    return number_end_ > 0 && number_at_ == other.number_at_ && rest == other.used_ - other.number_end_ &&
           std::memcmp(text_, other.text_, number_at_) == 0 &&
           std::memcmp(text_ + number_end_, other.text_ + other.number_end_, rest) == 0;
}

// "rank 3", or "ranks 0, 2-7" for all that report the same, which count as written then.
std::size_t OneReport::name_ranks(char* text, std::size_t bytes) noexcept {
    RankRanges ranges;
    for (int from = 0; from >= 0;) {
        int least = -1;
        for (OneReport* one = this; one != nullptr; one = one->next_) {
            if (!equals(*one)) continue;
            one->is_written_ = true;
            const int number = one->rank_->number;
            if (number >= from && (least < 0 || number < least)) least = number;
        }
        if (least >= 0) ranges.add(least);
        from = least < 0 ? -1 : least + 1;
    }
    return ranges.write(text, bytes);
}

void OneReport::write_for_equals() noexcept {
    char names[512];
    const std::size_t length = name_ranks(names, sizeof names);
    const std::size_t rest = used_ - number_end_;
    if (number_end_ == 0 || number_at_ + length + rest > room) return write();
    std::memmove(text_ + number_at_ + length, text_ + number_end_, rest);
    std::memcpy(text_ + number_at_, names, length);
    used_ = number_at_ + length + rest;
    write();
}

void OneReport::begin_anew() noexcept {
    gathering = nullptr;
    finished.store(nullptr);
    begun.store(0);
    ended.store(0);
    is_writing.store(false);
}

void OneReport::finish() noexcept {
    OneReport* const own = gathering;
    gathering = nullptr;
    const bool ends_run = own != nullptr && own->rank_ != nullptr && own->text_ != nullptr;
    if (ends_run) {
        own->find_number();
        own->next_ = finished.load();
        while (!finished.compare_exchange_weak(own->next_, own)) {
        }
        end_one();
    } else if (own != nullptr) {
        own->write();
    }
    wait_for_begun();
    if (is_writing.exchange(true)) wait_for_end();
    OneReport* oldest = nullptr;
    for (OneReport* one = finished.load(); one != nullptr;) {
        OneReport* const earlier = one->next_;
        one->next_ = oldest;
        oldest = one;
        one = earlier;
    }
    for (OneReport* one = oldest; one != nullptr; one = one->next_)
        if (!one->is_written_) one->write_for_equals();
}

} // namespace sartor::process

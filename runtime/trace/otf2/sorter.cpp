#include "runtime/trace/otf2/sorter.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

namespace sartor::trace::otf2 {

namespace {

[[noreturn]] void fail() {
    throw std::system_error(errno, std::generic_category());
}

int open_nameless(const std::string& folder) {
    constexpr mode_t own = 0600;
    const int file = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, own);
    if (file >= 0) return file;
    std::string name = folder + "/records.XXXXXX";
    const int named = mkostemp(name.data(), O_CLOEXEC);
    if (named < 0) fail();
    unlink(name.c_str());
    return named;
}

// Calls transfer(memory, bytes, offset) until all is done.
template <class Byte, class Transfer>
void transfer_all(Byte* memory, std::size_t bytes, std::int64_t offset, const Transfer& transfer) {
    while (bytes > 0) {
        const ssize_t done = transfer(memory, bytes, offset);
        if (done < 0 && errno == EINTR) continue;
        if (done == 0) errno = EIO;
        if (done <= 0) fail();
        memory += done;
        offset += done;
        bytes -= static_cast<std::size_t>(done);
    }
}

constexpr std::int64_t bytes_of(std::int64_t records) {
    return records * static_cast<std::int64_t>(sizeof(Record));
}

} // namespace

Sorter::~Sorter() {
    if (file_ >= 0) close(file_);
}

void Sorter::add(const Record& record) {
    if (records_.size() == part_records) end_part();
    if (records_.empty()) records_.reserve(part_records);
    records_.push_back(record);
}

void Sorter::end_part() {
    std::stable_sort(records_.begin(), records_.end());
    if (file_ < 0) file_ = open_nameless(folder_);
    transfer_all(reinterpret_cast<const char*>(records_.data()), records_.size() * sizeof(Record),
                 bytes_of(written_), [this](const char* from, std::size_t bytes, std::int64_t offset) {
                     return pwrite(file_, from, bytes, offset);
                 });
    Part part;
    part.at = written_;
    written_ += static_cast<std::int64_t>(records_.size());
    part.end = written_;
    part.number = parts_.size();
    parts_.push_back(std::move(part));
    records_.clear();
}

void Sorter::begin_merge() {
    std::stable_sort(records_.begin(), records_.end());
    Part last;
    last.read = std::move(records_);
    last.number = parts_.size();
    parts_.push_back(std::move(last));
    for (Part& part : parts_)
        if (!part.read.empty() || refill(part)) heap_.push_back(&part);
    std::make_heap(heap_.begin(), heap_.end(), comes_later);
}

bool Sorter::comes_later(const Part* left, const Part* right) noexcept {
    const Record& one = left->read[left->place];
    const Record& other = right->read[right->place];
    if (other < one) return true;
    return !(one < other) && left->number > right->number;
}

bool Sorter::refill(Part& part) {
    const std::int64_t count = std::min<std::int64_t>(part.end - part.at, read_records);
    if (count == 0) return false;
    part.read.resize(static_cast<std::size_t>(count));
    part.place = 0;
    transfer_all(
        reinterpret_cast<char*>(part.read.data()), part.read.size() * sizeof(Record), bytes_of(part.at),
        [this](char* to, std::size_t bytes, std::int64_t offset) { return pread(file_, to, bytes, offset); });
    part.at += count;
    return true;
}

const Record* Sorter::next() {
    if (current_ != nullptr && (++current_->place < current_->read.size() || refill(*current_))) {
        heap_.push_back(current_);
        std::push_heap(heap_.begin(), heap_.end(), comes_later);
    }
    current_ = nullptr;
    if (heap_.empty()) return nullptr;
    std::pop_heap(heap_.begin(), heap_.end(), comes_later);
    current_ = heap_.back();
    heap_.pop_back();
    return &current_->read[current_->place];
}

} // namespace sartor::trace::otf2

// The connection from one worker to another: a fastbuffer, and the way around it when it is full (AzequiaMPI
// section III).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

#include "runtime/scheduler/atomics.hpp"
#include "transports/host/fastbuffer.hpp"

namespace sartor::channel::host {

// What precedes the data of a message in a slot. A negative destination: the data begin with the address of a
// parcel, for the rank ~destination. It is alone there, and `bytes` is 0, or the data of its message follow,
// whose header and check are here; then `bytes` counts both. The least of all numbers: its send is complete
// (Transport::acknowledgement).
template <class Envelope>
struct Label {
    std::uint32_t bytes;
    std::int32_t destination;
    [[no_unique_address]] typename Envelope::header_type header;
    [[no_unique_address]] typename Envelope::check_type check;
};

template <class Parcel, class Shape>
class Pair;

// A parcel that goes around the fastbuffer, under its number. The first of a pair has no parcel and announces
// the pair.
template <class Parcel, class Shape>
struct Detour {
    Detour* next = nullptr;
    Pair<Parcel, Shape>* pair = nullptr;
    Parcel* parcel = nullptr;
    int destination = 0;
    std::uint32_t number = 0;
    std::size_t copied = 0; // memory that the sender has left with the parcel
};

// The writer and the reader run on threads of their own; each calls the functions under its name. Nothing
// blocks. Memory: the fastbuffer, 96 KiB and some cache lines with its usual shape, and a Detour for each
// message around it.
template <class Parcel, class Shape>
class Pair : public Fastbuffer<Label<typename Parcel::envelope_type>, Shape> {
  public:
    using Detour = host::Detour<Parcel, Shape>;

    explicit Pair(int writing_worker) noexcept : writing_worker_(writing_worker) {}
    [[nodiscard]] int writing_worker() const noexcept { return writing_worker_; }

    // ---- the writer

    [[nodiscard]] Detour& announcement() noexcept {
        announcement_.pair = this;
        return announcement_;
    }
    // `copied`: memory that the sender leaves with the parcel. Null when the system has no memory.
    [[nodiscard]] Detour* send_around(Parcel& parcel, int destination, std::size_t copied) noexcept {
        void* memory = std::malloc(sizeof(Detour));
        if (memory == nullptr) return nullptr;
        sent_around_ += copied;
        return new (memory) Detour{nullptr, this, &parcel, destination, this->take_number(), copied};
    }
    // How much memory of copies around the fastbuffer the reader has not taken over yet.
    [[nodiscard]] std::uint64_t bytes_around() const noexcept {
        return sent_around_ - taken_around_.load(std::memory_order_relaxed);
    }

    // ---- the reader

    // Frees a detour that is done.
    void end(Detour& detour) noexcept {
        if (detour.copied > 0) {
            const std::uint64_t before = taken_around_.load(std::memory_order_relaxed);
            taken_around_.store(before + detour.copied, std::memory_order_relaxed);
        }
        std::free(&detour);
    }
    // Whether a pass may leave the next message, and those after it, in the fastbuffer once more: at most
    // four times.
    [[nodiscard]] bool may_stop() noexcept {
        if (stopped_at_ != this->expected()) stops_ = 0;
        stopped_at_ = this->expected();
        return ++stops_ <= most_stops;
    }

  private:
    static constexpr int most_stops = 4;

    const int writing_worker_;
    Detour announcement_;
    alignas(process::line_pair) std::uint64_t sent_around_ = 0; // bytes; written by the writer
    alignas(process::line_pair)
        typename Shape::template Atomic<std::uint64_t> taken_around_{0}; // by the reader
    std::uint32_t stopped_at_ = 0; // a message's number; the reader's too
    int stops_ = 0;
};

} // namespace sartor::channel::host

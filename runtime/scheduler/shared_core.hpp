// Whether a worker has its processor to itself. One that looks for messages in vain uses up its share of a
// processor that other processes want too, and is then interrupted for whole time slices when there is
// something to do. So it looks less before it sleeps, for as long as the processor is shared.
#pragma once

#include <cstdint>
#include <sys/resource.h>

namespace sartor::process {

// How often the calling thread was interrupted for another.
struct RealInterruptions {
    [[nodiscard]] static long count() noexcept {
        rusage usage{};
        getrusage(RUSAGE_THREAD, &usage);
        return usage.ru_nivcsw;
    }
};

// Of one worker. Times are in cycles of the processor's clock, which ticks some 2 to 4 times in a nanosecond.
// Interruptions::count() must never fall.
template <class Interruptions = RealInterruptions>
class SharedCore {
  public:
    static constexpr std::uint64_t slice = 1 << 21;       // about a millisecond: less is no time slice
    static constexpr std::uint64_t shortest = 1ull << 28; // about 0.1 s
    static constexpr std::uint64_t longest = 1ull << 33;  // some seconds

    // At the beginning of a wait, and then once in a while during it. True: the processor was found to be
    // shared.
    void begin(std::uint64_t time) noexcept { last_ = time; }
    [[nodiscard]] bool look(std::uint64_t time) noexcept {
        const bool interrupted = time - last_ > slice;
        last_ = time;
        return interrupted && find_shared(time);
    }

    // Whether that was long enough ago to try the processor again.
    [[nodiscard]] bool is_over(std::uint64_t time) const noexcept { return time > until_; }

  private:
    // Long looks alone say nothing: the whole computer may have been stopped.
    [[gnu::cold, gnu::noinline]] bool find_shared(std::uint64_t time) noexcept {
        const long interruptions = Interruptions::count();
        const bool shared = interruptions != interruptions_;
        interruptions_ = interruptions;
        if (!shared) return false;
        const bool again = time < until_ + length_;
        length_ = !again ? shortest : length_ < longest ? 2 * length_ : longest;
        until_ = time + length_;
        return true;
    }

    std::uint64_t last_ = 0;
    std::uint64_t until_ = 0;
    std::uint64_t length_ = shortest;
    long interruptions_ = 0;
};

} // namespace sartor::process

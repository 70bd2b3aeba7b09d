#include "runtime/observation/parts/under_way.hpp"

#include "runtime/observation/memory.hpp"

namespace sartor::observation::parts {

void UnderWay::begin_process(std::int64_t most_counts) noexcept {
    auto* const added = allocate<Process>(1);
    added->counts = allocate<Count>(static_cast<std::size_t>(most_counts));
    added->before = last_;
    last_ = added;
}

void UnderWay::add(const Event& counters) noexcept {
    last_->counts[last_->count++] = {counters.begin, counters.bytes};
}

std::int64_t UnderWay::at(Ticks time) noexcept {
    std::int64_t sum = 0;
    for (Process* one = last_; one != nullptr; one = one->before) {
        while (one->next < one->count && one->counts[one->next].time <= time) ++one->next;
        if (one->next > 0) sum += one->counts[one->next - 1].messages;
    }
    return sum;
}

void UnderWay::rewind() noexcept {
    for (Process* one = last_; one != nullptr; one = one->before) one->next = 0;
}

} // namespace sartor::observation::parts

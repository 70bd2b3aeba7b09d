// The machine's schedule, with observers.
#include "emulation/observers/observed.hpp"

#include "emulation/observers/chart/chart.hpp"
#include "emulation/observers/trace/trace.hpp"
#include "emulation/ranks.hpp"

namespace sartor::machine::manycore {

namespace {

void start(const process::Layout& layout, const void* machine, std::size_t state_bytes) {
    schedule.start(layout, machine, state_bytes);
    trace::open();
    chart::open();
}

process::Schedule with_observers() noexcept {
    process::Schedule observed = schedule;
    observed.start = &start;
    return observed;
}

} // namespace

const process::Schedule observed_schedule = with_observers();

} // namespace sartor::machine::manycore

// What single components cost: queues, inbox, fiber switches, headers.
#include <vector>

#include <benchmark/benchmark.h>

#include "components/communicator/queues.hpp"
#include "components/configuration.hpp"
#include "components/process/context.hpp"
#include "components/process/inbox.hpp"

namespace {

using namespace sartor;
using Full =
    CommunicatorTypes<features<feature::tags, feature::any_source, feature::any_tag, feature::immediate>,
                      machine::Host>;

// A match behind `range` receives that don't match.
void expected_queue_match(benchmark::State& state) {
    const auto before = static_cast<std::size_t>(state.range(0));
    std::vector<Full::Receiving> receives(before + 1);
    communicator::ExpectedQueue<Full::Receiving> queue;
    for (std::size_t index = 0; index < receives.size(); ++index) {
        receives[index].envelope.header = {1, static_cast<int>(index), 0};
        queue.push(receives[index]);
    }
    const Full::Header arrived(1, static_cast<int>(before), 0);
    for (auto _ : state) {
        Full::Receiving* receiving = queue.take(arrived);
        benchmark::DoNotOptimize(receiving);
        queue.push(*receiving);
    }
}
BENCHMARK(expected_queue_match)->Arg(0)->Arg(8)->Arg(64)->Arg(512);

void inbox_post_and_collect(benchmark::State& state) {
    process::Inbox<Full::Parcel> inbox;
    Full::Parcel parcel;
    for (auto _ : state) {
        inbox.post(parcel);
        benchmark::DoNotOptimize(inbox.collect());
    }
}
BENCHMARK(inbox_post_and_collect);

struct Partner {
    process::Context main;
    process::Context fiber;
};

// There and back: two switches.
void fiber_switch(benchmark::State& state) {
    Partner partner;
    partner.main.adopt_thread();
    partner.fiber.prepare(
        process::map_stack(std::size_t{64} << 10),
        [](void* argument) {
            auto& both = *static_cast<Partner*>(argument);
            for (;;) process::Context::switch_to(both.fiber, both.main);
        },
        &partner);
    for (auto _ : state) process::Context::switch_to(partner.main, partner.fiber);
    partner.fiber.release();
}
BENCHMARK(fiber_switch);

} // namespace

// What single components cost: matching, queues, inbox, fiber switches, packing, steps of topologies.
#include <vector>

#include <benchmark/benchmark.h>

#include "components/communicator/queues.hpp"
#include "components/datatype/constructors/indexed.hpp"
#include "components/datatype/constructors/vector.hpp"
#include "components/datatype/total.hpp"
#include "runtime/scheduler/context.hpp"
#include "runtime/scheduler/inbox.hpp"
#include "selection/configuration.hpp"
#include "topologies/linear.hpp"
#include "topologies/tree.hpp"
#include "transports/host/machine.hpp"

namespace {

using namespace sartor;
using Full =
    CommunicatorTypes<features<feature::tags, feature::any_source, feature::any_tag, feature::immediate>,
                      machine::Host>;

// One comparison with a header that asks for anything.
void header_match(benchmark::State& state) {
    Full::Header expected(envelope::any_source, envelope::any_tag, 0);
    Full::Header arrived(3, 7, 0);
    for (auto _ : state) {
        benchmark::DoNotOptimize(expected);
        benchmark::DoNotOptimize(arrived);
        benchmark::DoNotOptimize(expected.matches(arrived));
    }
}
BENCHMARK(header_match);

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

// The same behind `range` messages that no receive has asked for.
void unexpected_queue_match(benchmark::State& state) {
    const auto before = static_cast<std::size_t>(state.range(0));
    std::vector<Full::Parcel> parcels(before + 1);
    communicator::UnexpectedQueue<Full::Parcel> queue;
    for (std::size_t index = 0; index < parcels.size(); ++index) {
        parcels[index].envelope.header = {1, static_cast<int>(index), 0};
        queue.push(parcels[index]);
    }
    const Full::Header expected(1, static_cast<int>(before), 0);
    for (auto _ : state) {
        Full::Parcel* parcel = queue.take(expected);
        benchmark::DoNotOptimize(parcel);
        queue.push(*parcel);
    }
}
BENCHMARK(unexpected_queue_match)->Arg(0)->Arg(8)->Arg(64)->Arg(512);

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

datatype::Element<layout::Layout> element_of(std::size_t bytes) {
    datatype::Element<layout::Layout> made;
    made.bounds.size = made.bounds.upper = made.bounds.true_upper = static_cast<std::int64_t>(bytes);
    made.items = 1;
    made.where = layout::Layout::of(layout::keep(layout::one_run(bytes)), 0);
    return made;
}

// Gathers 64 KiB of a layout into one piece.
void pack(benchmark::State& state, const datatype::Element<layout::Layout>& packed) {
    const layout::Shape& shape = *packed.where.shape;
    std::vector<char> scattered(static_cast<std::size_t>(packed.bounds.true_upper));
    std::vector<char> gathered(shape.bytes);
    const layout::Shape whole = layout::one_run(shape.bytes);
    for (auto _ : state) {
        layout::copy(whole, reinterpret_cast<std::uintptr_t>(gathered.data()), shape,
                     reinterpret_cast<std::uintptr_t>(scattered.data()), shape.bytes);
        benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(shape.bytes));
}

constexpr int packed_bytes = 64 << 10;

// Blocks of `range` bytes with gaps of the same size.
void pack_vector(benchmark::State& state) {
    const auto block = static_cast<std::int64_t>(state.range(0));
    pack(state, datatype::vector(element_of(8), packed_bytes / block, block / 8, 2 * block));
}
BENCHMARK(pack_vector)->Arg(8)->Arg(64)->Arg(1024);

// Blocks of `range` bytes at irregular offsets.
void pack_indexed(benchmark::State& state) {
    const long block = state.range(0);
    const auto length = [=](std::size_t) { return block / 8; };
    const auto offset = [=](std::size_t index) {
        return (2 * static_cast<long>(index) + static_cast<long>(index * 7 + index / 3) % 2) * (block / 8);
    };
    pack(state,
         datatype::indexed(element_of(8), static_cast<std::size_t>(packed_bytes / block), length, offset, 8));
}
BENCHMARK(pack_indexed)->Arg(8)->Arg(64)->Arg(1024);

// What one node of a collective looks at: all nodes of a topology of `range` in turn, per node.
template <class Topology>
void topology_steps(benchmark::State& state) {
    const auto size = static_cast<int>(state.range(0));
    int node = 0;
    for (auto _ : state) {
        const Topology topology(size, node, 0);
        benchmark::DoNotOptimize(topology.above());
        for (int served : topology) benchmark::DoNotOptimize(served);
        node = node + 1 == size ? 0 : node + 1;
    }
}
BENCHMARK(topology_steps<topologies::Tree>)->Name("tree_steps")->Arg(2)->Arg(16)->Arg(192);
BENCHMARK(topology_steps<topologies::Linear>)->Name("linear_steps")->Arg(2)->Arg(16)->Arg(192);

} // namespace

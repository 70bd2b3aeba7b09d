// One-sided operations on the emulated Bostan, as AOS measures them: lines "name value" for
// emulation/experiments/aos-*.json. Usage: bench_manycore MACHINE_FILE
#include <cstdio>
#include <cstring>
#include <deque>
#include <string>
#include <vector>

#include "tests/support/machines.hpp"
#include "transports/manycore/segment.hpp"

namespace {

using namespace sartor::machine::manycore;
using sartor::channel::manycore::Job;
using sartor::channel::manycore::Window;

// One operation at a time, from its start until its initiator knows that it is done.
Cycles latency(const Description& machine, std::int64_t bytes, bool get) {
    Chip chip(machine);
    Server core;
    Window window(chip, 0, 1);
    Job job;
    Cycles done = 0;
    job.bytes = bytes;
    job.object = &done;
    job.complete = [](void* finished, Cycles now) { *static_cast<Cycles*>(finished) = now; };
    get ? window.get(job, core, 0) : window.put(job, core, 0);
    while (!chip.events.empty()) chip.events.run_next();
    return done;
}

// A cluster that posts put after put: as many at once as the engine has micro-cores.
class Stream {
  public:
    Stream(Chip& chip, int from, int to, std::int64_t bytes, int count)
        : window_(chip, from, to), bytes_(bytes), left_(count),
          jobs_(static_cast<std::size_t>(chip.description().dma_micro_cores)) {
        for (Job& job : jobs_) post(job, 0);
    }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

  private:
    struct Posted {
        Stream* stream;
        Job* job;
    };

    void post(Job& job, Cycles now) {
        if (left_-- <= 0) return;
        posted_.push_back({this, &job});
        job.bytes = bytes_;
        job.object = &posted_.back();
        job.complete = [](void* object, Cycles when) {
            const Posted posted = *static_cast<Posted*>(object);
            posted.stream->post(*posted.job, when);
        };
        window_.put(job, core_, now);
    }

    Window window_;
    Server core_;
    std::int64_t bytes_;
    int left_;
    std::vector<Job> jobs_;
    std::deque<Posted> posted_;
};

// Bytes per cycle of so many clusters that put to their targets at the same time.
template <class Target>
double throughput(const Description& machine, int clusters, std::int64_t bytes, Target target) {
    constexpr int count = 200; // of each cluster
    Chip chip(machine);
    std::deque<Stream> streams;
    for (int cluster = 0; cluster < clusters; ++cluster)
        streams.emplace_back(chip, cluster, target(cluster), bytes, count);
    while (!chip.events.empty()) chip.events.run_next();
    return static_cast<double>(bytes) * count * clusters / static_cast<double>(chip.events.now());
}

// The next in the same row of the torus: routes that do not overlap. One cluster alone uses its loopback.
int neighbour(int cluster, int clusters) {
    return clusters == 1 ? cluster : cluster / 4 * 4 + (cluster + 1) % 4;
}

void print_matrix(const Description& machine) {
    const double gigabytes = static_cast<double>(machine.clock) / 1000; // per second, of a byte per cycle
    for (const int clusters : {1, 4, 8, 16})
        for (const int kilobytes : {1, 4, 16, 64, 256}) {
            const double rate = throughput(machine, clusters, std::int64_t{kilobytes} * 1024,
                                           [&](int cluster) { return neighbour(cluster, clusters); });
            std::printf("matrix_%d_%d %.4f\n", clusters, kilobytes, 2 * rate * gigabytes);
        }
}

// Neighbouring clusters share a memory (the paper does not say which). Of what the links and the memories
// could take at most.
void print_memory(const Description& machine) {
    const double link = 64.0 / 17;
    for (const int memories : {1, 2})
        for (const int clusters : {1, 2, 4, 8, 16})
            for (const int kilobytes : {2, 4, 8, 16, 32, 64}) {
                const double rate =
                    throughput(machine, clusters, std::int64_t{kilobytes} * 1024, [&, clusters](int cluster) {
                        return static_cast<int>(machine.clusters) + cluster * memories / clusters;
                    });
                const int used = clusters < memories ? clusters : memories;
                const double most =
                    std::min(link * clusters, used * static_cast<double>(machine.ddr_rate.numerator));
                std::printf("memory_%d_%d_%d %.4f\n", memories, clusters, kilobytes, rate / most);
            }
}

} // namespace

int main(int argc, char** argv) {
    const std::string file = argc > 1 ? argv[1] : "emulation/machines/mppa256-bostan.json";
    const sartor::test::DescribedMachine machine(file);
    for (const int bytes : {8, 64, 512, 1024, 4096, 10240, 16384, 65536, 262144})
        std::printf("put_%d %lld\n", bytes,
                    static_cast<long long>(latency(machine.description, bytes, false)));
    std::printf("get_8 %lld\n", static_cast<long long>(latency(machine.description, 8, true)));
    print_matrix(machine.description);
    print_memory(machine.description);
    return 0;
}

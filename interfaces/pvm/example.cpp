// Numerical integration by tasks that pack, send, receive and unpack; and Sartor's collectives over
// the same messages. No MPI is linked.
#include <cstdio>
#include <cstdlib>

#include "components/collective/algorithms/bcast.hpp"
#include "components/collective/algorithms/reduce.hpp"
#include "components/collective/operands/array_operands.hpp"
#include "interfaces/pvm/interface.hpp"

namespace {

using namespace sartor;

// The integral of 4 / (1 + x^2) from 0 to 1 is pi: each task adds up every n-th strip.
double own_strips(int task, int tasks, int strips) {
    double sum = 0;
    for (int strip = task; strip < strips; strip += tasks) {
        const double x = (strip + 0.5) / strips;
        sum += 4 / (1 + x * x);
    }
    return sum / strips;
}

void body(process::Rank&) {
    pvm::Task task;
    pvm::Messages messages(task, 1);
    int strips = messages.rank() == 0 ? 100000 : 0;
    collective::choose<collective::Bcast>(messages, sizeof strips, [&](auto algorithm) {
        algorithm.run(messages, 0, {&strips, sizeof strips});
    });
    double sum = own_strips(messages.rank(), messages.size(), strips);
    const auto add = [](double left, double right) { return left + right; };
    collective::ArrayOperands<envelope::Contiguous, double, decltype(add)> operands(&sum, 1, add);
    collective::choose<collective::Reduce>(messages, sizeof sum,
                                           [&](auto algorithm) { algorithm.run(messages, 0, operands); });
    if (messages.rank() == 0) std::printf("pi: %.10f by %d tasks\n", sum, messages.size());
    if (messages.error() != pvm::Error::none) process::end_rank(1);
}

} // namespace

int main(int argc, char** argv) {
    static constexpr process::Program runtime = channel::raw_channel_program<machine::Host>();
    process::Layout layout;
    layout.ranks = argc > 1 ? std::atoi(argv[1]) : 4;
    if (layout.ranks < 1) return std::fprintf(stderr, "usage: example [TASKS]\n"), process::usage_exit_code;
    return process::run(layout, runtime, &body);
}

// sartor-starter LISTENING MEMORY PROCESSES RANKS PROGRAM: starts programs for the ranks of a run whose
// processes another launcher has started (MPI_Comm_spawn). LISTENING, to which they connect, and MEMORY,
// which they share, are descriptors; RANKS: of all of them; PROGRAM: the executable of the first.
#include "components/channel/fabric/launcher.hpp"
#include "components/channel/fabric/shared_memory.hpp"
#include "configurator/link/recut.hpp"
#include "configurator/run/environment.hpp"
#include "configurator/run/processes/launch.hpp"
#include "configurator/support/error.hpp"

#include <charconv>
#include <cstdio>
#include <exception>
#include <fcntl.h>
#include <fmt/format.h>
#include <optional>
#include <string_view>

namespace sartor::configurator {

namespace {

std::optional<int> number_in(std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
    return value;
}

// Of a program that libmpi_abi.so serves: as all have it.
MpiOfRun mpi_of(const std::string& program) {
    if (!is_made_by_sartor(program)) return {};
    const HowMade made = how_made(program);
    MpiOfRun mpi{made.whole.value_or(WholeMpi{}), {}, ""};
    if (made.version != version_of_library())
        mpi.refusal =
            fmt::format("{} was linked by another version of sartor than that of the sartor-starter in PATH: "
                        "link it again",
                        program);
    return mpi;
}

int start_for_others(int listening, int memory, int processes, int ranks, const std::string& program) {
    using namespace channel::fabric;
    const RunSize size{processes, ranks, processes + further_processes, ranks + further_ranks};
    SharedRings rings;
    rings.descriptor = memory;
    if (!is_memory(memory, size.most_processes) || !rings.map(size.most_processes))
        fail("{}: the memory of its run is not as this version of sartor lays it out: link it again",
             program);
    for (const int descriptor : {listening, memory}) fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    set_variable("SARTOR_RANKS", fmt::format("{}", ranks));
    Launch launch(size, rings, mpi_of(program), nullptr);
    launch.adopt(listening);
    return launch.run();
}

} // namespace

} // namespace sartor::configurator

int main(int argc, char** argv) {
    using namespace sartor::configurator;
    std::optional<int> numbers[4];
    for (int index = 0; argc == 6 && index < 4; ++index) numbers[index] = number_in(argv[index + 1]);
    if (!numbers[0] || !numbers[1] || !numbers[2] || !numbers[3]) {
        fmt::print(stderr, "sartor-starter is started by programs that other launchers than sartor run have "
                           "started, and whose ranks can start others\n");
        return 2;
    }
    try {
        return start_for_others(*numbers[0], *numbers[1], *numbers[2], *numbers[3], argv[5]);
    } catch (const std::exception& error) {
        report("{}", error.what());
        return 1;
    }
}

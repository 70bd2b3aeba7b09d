// sartor-starter LISTENING MEMORY PROCESSES HERE RANKS PROGRAM: starts programs for the ranks of a run whose
// processes another launcher has started (MPI_Comm_spawn). The first HERE of them are on this computer.
// LISTENING, to which these connect, and MEMORY, which they share, are descriptors; RANKS: of all processes;
// PROGRAM: the executable of the first.
#include "configurator/link/recut.hpp"
#include "configurator/run/environment.hpp"
#include "configurator/run/processes/launch.hpp"
#include "configurator/support/program.hpp"
#include "transports/fabric/launcher.hpp"
#include "transports/fabric/shared_memory.hpp"

#include <algorithm>
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
    MpiOfRun mpi{made.whole, {}, ""};
    if (made.version != version_of_library())
        mpi.refusal = fmt::format("{} was linked by another version of sartor than the sartor-starter in "
                                  "PATH: link the program again",
                                  program);
    return mpi;
}

int start_for_others(int listening, int memory, int processes, int here, int ranks,
                     const std::string& program) {
    using namespace channel::fabric;
    const RunSize size{processes, ranks, processes + further_processes, ranks + further_ranks, here};
    SharedRings rings;
    rings.descriptor = memory;
    if (!is_memory(memory, size.layout()) || !rings.map(size))
        fail("{}: the run's memory has the layout of another version of sartor: link the program again",
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
    constexpr int count = 5;
    std::optional<int> numbers[count];
    for (int index = 0; argc == count + 2 && index < count; ++index)
        numbers[index] = number_in(argv[index + 1]);
    if (!std::ranges::all_of(numbers, [](const auto& number) { return number.has_value(); })) {
        fmt::print(stderr, "sartor-starter is not for use by hand: programs start it if another launcher "
                           "than sartor run started them and their ranks can start programs\n");
        return 2;
    }
    return ended([&] {
        return start_for_others(*numbers[0], *numbers[1], *numbers[2], *numbers[3], *numbers[4], argv[6]);
    });
}

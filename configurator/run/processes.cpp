#include "configurator/run/processes.hpp"

#include "configurator/run/environment.hpp"
#include "configurator/run/processes/entered_run.hpp"
#include "configurator/run/processes/launch.hpp"
#include "configurator/run/processes/parts_file.hpp"
#include "configurator/support/error.hpp"
#include "transports/fabric/launcher.hpp"
#include "transports/fabric/shared_memory.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <sys/mman.h>
#include <unistd.h>

namespace sartor::configurator {

namespace {

// By --provider, or by SARTOR_PROVIDER, which the processes see.
bool names_provider(const RunOptions& options) {
    const char* const of_environment = std::getenv("SARTOR_PROVIDER");
    return !options.provider.empty() || (of_environment != nullptr && *of_environment != '\0');
}

RunSize size_of(const RunOptions& options, bool grows) {
    RunSize size{options.processes, options.ranks, options.processes, options.ranks, options.processes};
    size.survives_failures = options.survives_failures;
    if (grows && !names_provider(options)) {
        size.most_processes += channel::fabric::further_processes;
        size.most_ranks += channel::fabric::further_ranks;
    }
    return size;
}

// Rings take memory when something is in them.
SharedRings make_rings(const RunSize& size) {
    SharedRings rings;
    rings.descriptor = memfd_create("sartor-rings", MFD_CLOEXEC);
    if (rings.descriptor < 0 || ftruncate(rings.descriptor, static_cast<off_t>(size.layout().all())) != 0 ||
        !rings.map(size))
        fail("--processes {}: no memory that the processes can share: {}", size.processes,
             std::strerror(errno));
    for (int number = 0; number < size.processes; ++number)
        rings.roster.add(size.first_rank_of(number + 1) - size.first_rank_of(number),
                         channel::fabric::Roster::Part::whole);
    return rings;
}

struct ProgramOfRun {
    ProcessStart start;
    bool tags_output;
    bool tags_errors;
};

// door: by which other runs enter; null: none do.
[[noreturn]] void launch(const RunOptions& options, const ProgramOfRun& program, const MpiOfRun* spawning,
                         const DoorOfUniverse* door) {
    const PartsFile parts(options);
    const RunSize size = size_of(options, spawning != nullptr);
    const MpiOfRun mpi = spawning != nullptr ? *spawning : MpiOfRun{};
    Launch launch(size, names_provider(options) ? SharedRings{} : make_rings(size), mpi, &parts);
    if (door != nullptr) launch.let_enter(door->socket, name_of_library(mpi));
    launch.start(program.start, program.tags_output, program.tags_errors);
    if (options.tag_output) launch.tag_spawned();
    std::exit(launch.run());
}

// The exit code. Nothing: the other run has ended before this one was part of it.
std::optional<int> run_entered(const RunOptions& options, const ProgramOfRun& program, const MpiOfRun& mpi,
                               int socket) {
    EnteredRun entered(options.universe, socket);
    if (!entered.request_place(options.processes, options.ranks, mpi) ||
        !entered.start(program.start, program.tags_output, program.tags_errors))
        return std::nullopt;
    return entered.run();
}

[[noreturn]] void run_in_universe(const RunOptions& options, const ProgramOfRun& program,
                                  const MpiOfRun& mpi) {
    set_variable(channel::fabric::universe_variable, options.universe);
    for (;;) {
        const DoorOfUniverse door = open_universe(options.universe);
        if (door.is_own) launch(options, program, &mpi, &door);
        if (const auto exit_code = run_entered(options, program, mpi, door.socket)) std::exit(*exit_code);
    }
}

} // namespace

void run_in_processes(const RunOptions& options, const std::vector<std::string>& command,
                      const std::string& file, const MpiOfRun* spawning) {
    set_variable("SARTOR_OUTPUT_AT_ONCE", isatty(STDOUT_FILENO) == 1 ? "1" : "");
    const bool tags_output = options.foreign && options.tag_output;
    const ProgramOfRun program{
        {command, file, "", {}, false}, tags_output, tags_output || options.tag_errors};
    if (!options.universe.empty()) run_in_universe(options, program, *spawning);
    launch(options, program, spawning, nullptr);
}

} // namespace sartor::configurator

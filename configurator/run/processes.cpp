#include "configurator/run/processes.hpp"

#include "components/channel/fabric/launcher.hpp"
#include "components/channel/fabric/shared_memory.hpp"
#include "configurator/run/environment.hpp"
#include "configurator/run/processes/launch.hpp"
#include "configurator/run/processes/parts_file.hpp"
#include "configurator/support/error.hpp"

#include <cerrno>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

namespace sartor::configurator {

namespace {

RunSize size_of(const RunOptions& options, bool grows) {
    RunSize size{options.processes, options.ranks, options.processes, options.ranks, options.processes};
    if (grows && options.provider.empty()) {
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
        fail("--processes {}: no memory that they share: {}", size.processes, std::strerror(errno));
    for (int number = 0; number < size.processes; ++number)
        rings.roster.add(size.first_rank_of(number + 1) - size.first_rank_of(number),
                         channel::fabric::Roster::Part::whole);
    return rings;
}

} // namespace

void run_in_processes(const RunOptions& options, const std::vector<std::string>& command,
                      const std::string& file, const MpiOfRun* spawning) {
    set_variable("SARTOR_OUTPUT_AT_ONCE", isatty(STDOUT_FILENO) == 1 ? "1" : "");
    const PartsFile parts(options);
    const RunSize size = size_of(options, spawning != nullptr);
    Launch launch(size, options.provider.empty() ? make_rings(size) : SharedRings{},
                  spawning != nullptr ? *spawning : MpiOfRun{}, &parts);
    const bool tags_output = options.foreign && options.tag_output;
    launch.start({command, file, "", {}, false}, tags_output, tags_output || options.tag_errors);
    if (options.tag_output) launch.tag_spawned();
    std::exit(launch.run());
}

} // namespace sartor::configurator

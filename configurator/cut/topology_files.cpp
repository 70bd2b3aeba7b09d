#include "configurator/cut/topology_files.hpp"

#include "configurator/choices/topology_file.hpp"
#include "configurator/cut/compile.hpp"
#include "configurator/support/error.hpp"

namespace sartor::configurator {

void check_topology_files(const Selection& selection, Cache& cache, TemporaryFolder& folder) {
    for (const auto& [family, choices] : selection)
        for (const Limited& one : choices)
            if (!one.text.empty() && !compiles_alone(topology_source(one.algorithm, one.text), cache, folder))
                fail("--topology {}={}: the file does not compile (messages above)", family, one.algorithm);
}

} // namespace sartor::configurator

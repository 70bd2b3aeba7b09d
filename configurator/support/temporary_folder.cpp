// Makes, and takes away again, one folder below $TMPDIR.
#include "configurator/support/temporary_folder.hpp"

#include "configurator/support/environment.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/process.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace sartor::configurator {

TemporaryFolder::TemporaryFolder() : keep_(environment_flag("SARTOR_KEEP")) {
    std::string name = environment("TMPDIR").value_or("/tmp") + "/sartor.XXXXXX";
    if (mkdtemp(name.data()) == nullptr)
        fail("cannot make a temporary folder {}: {}; set TMPDIR to a folder that can be written", name,
             std::strerror(errno));
    path_ = name;
    end_children_on_interrupt();
}

TemporaryFolder::~TemporaryFolder() {
    if (keep_) {
        report("temporary files are kept in {}", path_.string());
        return;
    }
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

} // namespace sartor::configurator

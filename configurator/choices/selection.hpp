// The algorithms that a user has selected for a program's collectives.
#pragma once

#include "configurator/choices/catalog.hpp"

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace sartor::configurator {

/// Families that are not in it use the machine's defaults.
using Selection = std::map<std::string, std::vector<Limited>>;

/// The selection on a command line.
struct SelectionWishes {
    std::vector<std::string> topologies; // "bcast=linear,reduce=./star.hpp"
    bool reproducible = false;           // reductions in the order of the ranks
    std::string tuning;                  // a file of sartor tune, or empty
    std::string machine = "host";        // the name of the machine that they are for

    bool empty() const noexcept { return topologies.empty() && !reproducible && tuning.empty(); }
};

/// A name given for gather, scatter or alltoall also serves their v forms where it can. Later wishes win over
/// earlier ones, and all of them over a tuning file.
/// Errors: throws Error with exit code 2 that lists the known names; for a tuning file file and line.
Selection selection_of(const SelectionWishes& wishes, const Catalog& catalog = Catalog::own());

/// The same for a machine whose ranks share no memory. Algorithms that read other ranks' memory are replaced,
/// with a line on standard error, by one that reduces in the same order, or by the machine's default.
Selection without_shared_memory(const Selection& selection, const std::string& machine,
                                const Catalog& catalog = Catalog::own());

/// The C++ text that states it in a cut whose program is the type `Program`; empty for no selection.
std::string selection_source(const Selection& selection, const Catalog& catalog = Catalog::own());

/// The texts of files that are chosen, each once; empty when there are none.
std::string topology_files_source(const Selection& selection);

/// "FAMILY ALGORITHM BYTES RANKS" for each line of each choice, "-" for any: what tuning files hold.
std::string selection_text(const Selection& selection);

nlohmann::json selection_json(const Selection& selection);
Selection selection_from(const nlohmann::json& json);

} // namespace sartor::configurator

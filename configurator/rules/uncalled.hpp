// Algorithms that a user has chosen for collectives that the program does not call.
#pragma once

#include "configurator/rules/needs.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sartor::configurator {

/// For a wish as "bcast=chain": "ring calls no MPI_Bcast, so the option changes nothing"; nothing if it does.
/// A collective that a called one may be made of (Reduce of Allreduce) counts as called. Other functions,
/// such as those of files, may use collectives, too: if there are any, the text does not say that nothing
/// changes. Errors: as selection_of().
std::optional<std::string> uncalled(const std::string& wish, const Needs& needs, const std::string& program,
                                    const Catalog& catalog = Catalog::own());

/// A line on standard error for each of the wishes. path: of the program.
void report_uncalled(const SelectionWishes& wishes, const Needs& needs, const std::string& path);

} // namespace sartor::configurator

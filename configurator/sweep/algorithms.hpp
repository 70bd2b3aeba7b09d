// Algorithms of collectives as what a sweep varies: "bcast=tree,chain,./x.hpp".
#pragma once

#include "configurator/choices/catalog.hpp"
#include "configurator/sweep/variation.hpp"

#include <string>
#include <vector>

namespace sartor::configurator {

/// Whether the text begins with the name of a collective.
bool varies_collective(const std::string& text, const Catalog& catalog = Catalog::own());

/// Errors: throws Error with exit code 2 for what is no algorithm of the collective on that machine.
Variation parse_algorithms(const std::string& text, const std::string& machine,
                           const Catalog& catalog = Catalog::own());

/// What `sartor run --topology` takes for a point: "bcast=tree,reduce=chain"; empty if no algorithm is
/// varied.
std::string topology_of(const std::vector<Variation>& variations, const Point& point);

} // namespace sartor::configurator

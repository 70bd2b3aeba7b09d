// The placement of workers: which logical processors they take, and which ranks they have.
#pragma once

#include "configurator/machines/machines.hpp"

#include <string>
#include <vector>

namespace sartor::configurator {

/// compact: as near to each other as possible, so that ranks share caches and memory; spread: as far from
/// each other as possible, so that each has more of them. Further hardware threads of a core come last in
/// both.
enum class Binding { compact, spread };

/// All processors of a host, the one that is taken first in front.
std::vector<Processor> preferred(const Host& host, Binding binding);

/// Those of so many workers, in the workers' order: neighbouring workers, and so the ranks of a compact
/// mapping, get neighbouring processors.
std::vector<Processor> place_workers(const Host& host, Binding binding, std::size_t workers);

/// The host's processors with these numbers, in this order.
/// Errors: throws Error with exit code 2 for one that this process may not use or that is named twice.
std::vector<Processor> chosen(const Host& host, const std::string& list, const std::vector<int>& numbers);

/// The ranks of a worker, by the rule of the process runtime.
std::vector<int> ranks_of_worker(int worker, int workers, int ranks, bool scatter);

/// "core 3, cache 0, NUMA node 0"
std::string describe(const Processor& processor);

} // namespace sartor::configurator

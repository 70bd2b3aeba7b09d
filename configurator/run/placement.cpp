// Orders of processors, from their ways down the computer's tree.
#include "configurator/run/placement.hpp"

#include "configurator/support/error.hpp"

#include <algorithm>
#include <fmt/ranges.h>
#include <iterator>

namespace sartor::configurator {

namespace {

using Processors = std::vector<Processor>;

// One of each group in turn.
Processors dealt(std::vector<Processors> groups) {
    Processors all;
    for (std::size_t round = 0; !groups.empty(); ++round) {
        std::erase_if(groups, [&](const Processors& group) { return group.size() <= round; });
        for (const Processors& group : groups) all.push_back(group[round]);
    }
    return all;
}

// Takes turns at each level of the tree. All of these have the same path up to `depth`.
Processors spread(const Processors& processors, std::size_t depth) {
    if (processors.size() <= 1 || depth == processors.front().path.size()) return processors;
    std::vector<Processors> groups;
    for (const Processor& processor : processors) {
        if (groups.empty() || groups.back().front().path[depth] != processor.path[depth])
            groups.emplace_back();
        groups.back().push_back(processor);
    }
    for (Processors& group : groups) group = spread(group, depth + 1);
    return dealt(std::move(groups));
}

Processors of_thread(const Host& host, int thread) {
    Processors found;
    std::ranges::copy_if(host.processors, std::back_inserter(found),
                         [&](const Processor& processor) { return processor.thread == thread; });
    return found;
}

} // namespace

std::vector<Processor> preferred(const Host& host, Binding binding) {
    Processors all;
    for (int thread = 0; all.size() < host.processors.size(); ++thread) {
        const Processors round = of_thread(host, thread);
        std::ranges::copy(binding == Binding::spread ? spread(round, 0) : round, std::back_inserter(all));
    }
    return all;
}

std::vector<Processor> place_workers(const Host& host, Binding binding, std::size_t workers) {
    Processors taken = preferred(host, binding);
    taken.resize(std::min(workers, taken.size()));
    std::ranges::sort(taken, {}, &Processor::path);
    return taken;
}

std::vector<Processor> chosen(const Host& host, const std::string& list, const std::vector<int>& numbers) {
    Processors found;
    std::vector<int> usable;
    for (const Processor& processor : host.processors) usable.push_back(processor.number);
    std::ranges::sort(usable);
    for (const int number : numbers) {
        if (std::ranges::find(found, number, &Processor::number) != found.end())
            refuse("--cores {}: processor {} is named twice", list, number);
        const auto found_processor = std::ranges::find(host.processors, number, &Processor::number);
        if (found_processor == host.processors.end())
            refuse("--cores {}: this process may not use processor {}; it may use {}", list, number,
                   fmt::join(usable, ","));
        found.push_back(*found_processor);
    }
    return found;
}

std::vector<int> ranks_of_worker(int worker, int workers, int ranks, bool scatter) {
    std::vector<int> numbers;
    for (int rank = 0; rank < ranks; ++rank)
        if ((scatter ? rank % workers : static_cast<int>(static_cast<long>(rank) * workers / ranks)) ==
            worker)
            numbers.push_back(rank);
    return numbers;
}

std::string describe(const Processor& processor) {
    const std::string cache = processor.cache < 0 ? "" : fmt::format(", cache {}", processor.cache);
    return fmt::format("core {}{}, NUMA node {}", processor.core, cache, processor.node);
}

} // namespace sartor::configurator

// Measuring from which length on messages between clusters of an emulated machine should use portals: LWMPI's
// future work (LWMPI, chapter 8). In virtual time: the same on every computer.
#pragma once

#include "configurator/machines/machine_file.hpp"
#include "configurator/tune/tune.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace sartor::configurator {

/// Of messages of one size: microseconds for one, by pattern.
struct MessageTimes {
    std::int64_t bytes = 0;
    std::map<std::string, double> mailbox;
    std::map<std::string, double> portal;

    /// Whether mailboxes are slower in no pattern.
    bool by_mailbox() const;
};

/// The largest size up to which mailboxes are slower in no pattern; 0 when there is none. times: ascending
/// sizes.
std::int64_t mailbox_limit(const std::vector<MessageTimes>& times);

/// Measures with each number of ranks, prints the times; the least limit of them.
/// Errors: throws Error when it can't be measured.
std::int64_t tune_messages(const TuneOptions& options, const Manycore& machine);

} // namespace sartor::configurator

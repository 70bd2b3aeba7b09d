// The choice is the machine's eager limit: a constant of the cut, which sartor run --eager-limit still
// overrides.
#include "configurator/choices/messages.hpp"

#include "configurator/support/error.hpp"

#include <fmt/format.h>

namespace sartor::configurator {

namespace {

constexpr const char* mailbox = "mailbox";
constexpr const char* portal = "portal";
constexpr std::size_t most_digits = 9; // the largest eager limit has ten

} // namespace

std::vector<Limited> mailboxes_up_to(std::int64_t bytes) {
    if (bytes == 0) return {{portal, "", ""}};
    return {{mailbox, fmt::format("{}", bytes), ""}, {portal, "", ""}};
}

void check_messages(const std::vector<Limited>& choice, const std::string& location) {
    const bool ends = choice.back() == Limited{portal, "", ""};
    const bool begins = choice.size() == 2 && choice.front().algorithm == mailbox &&
                        choice.front().ranks.empty() && !choice.front().bytes.empty() &&
                        choice.front().bytes.size() <= most_digits;
    if (!ends || (choice.size() != 1 && !begins))
        fail(
            "{}: expected \"message mailbox BYTES -\", of at most {} digits, and then \"message portal - -\"",
            location, most_digits);
}

Manycore with_messages(Manycore machine, const Selection& selection) {
    const auto choice = selection.find(message_family);
    if (choice == selection.end()) return machine;
    const Limited& first = choice->second.front();
    machine.constants.at("eager_limit").numerator = first.algorithm == mailbox ? std::stoll(first.bytes) : 0;
    return machine;
}

} // namespace sartor::configurator

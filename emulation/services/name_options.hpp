// How the name service of a run works: SARTOR_NAMES, which sartor run --names sets.
#pragma once

namespace sartor::machine::manycore {

struct Description;

// How the name service of a run works: SARTOR_NAMES, which sartor run --names sets.
struct NameOptions {
    bool used = false;    // otherwise ranks know all addresses
    bool cached = true;   // daemons cache what was looked up
    bool forward = false; // the server passes questions on to daemons
};

// "on" or "off", or "no-cache", "forward" or both with a comma. Ends the run with a line about what is wrong.
[[nodiscard]] NameOptions read_name_options(const Description& description) noexcept;

} // namespace sartor::machine::manycore

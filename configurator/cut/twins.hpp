// A function and its large-count twin, when a program names both: one body, as far as counts are values.
#pragma once

#include "configurator/rules/needs.hpp"

#include <set>
#include <string>

namespace sartor::configurator {

class Twins {
  public:
    explicit Twins(const Needs& needs);

    /// Whether the function and its twin are both needed and share one body.
    bool share(const NeededFunction& function) const;

    /// The head of their body: "static int both_send(sartor::mpi::Call<Program>& call, ...)".
    static std::string head(const NeededFunction& function);

    /// What the entries of both return: "both_send(call, buf, count, ...)".
    static std::string call(const NeededFunction& function);

  private:
    std::set<std::string> shared_; // names of the functions with int counts
};

} // namespace sartor::configurator

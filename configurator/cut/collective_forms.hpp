// The forms of a collective in the source of a cut: blocking, immediate, persistent, each with int and with
// large counts.
#pragma once

#include "configurator/rules/needs.hpp"

#include <set>
#include <string>

namespace sartor::configurator {

class CollectiveForms {
  public:
    explicit CollectiveForms(const Needs& needs);

    /// One function for the immediate and persistent forms of each collective: it checks the arguments and
    /// launches the blocking form as a task. Empty when nothing needs it.
    std::string launching_functions() const;

    /// What the entry of a collective returns.
    std::string call(const NeededFunction& function) const;

  private:
    bool merged(const NeededFunction& function) const;
    std::string launching_name(const NeededFunction& function) const;
    std::string launching_function(const NeededFunction& function) const;
    std::string parameters(const NeededFunction& function) const;

    const Needs& needs_;
    std::set<std::string> narrow_; // collectives with int counts in arrays
    std::set<std::string> wide_;   // and with large ones
};

} // namespace sartor::configurator

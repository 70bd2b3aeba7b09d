// A program made for one machine, cut anew for another: its executable carries its image and its facts.
#pragma once

#include "configurator/machines/machines.hpp"

#include <optional>
#include <string>

namespace sartor::configurator {

/// The machine that a program was cut for, as it was named then.
/// Errors: throws Error for a program that sartor did not make.
std::string machine_of(const std::string& program);

/// The bytes of an executable with the same image over the MPI of another machine; kept for the next time.
/// Errors: throws Error when the program carries no image, or its cut does not compile.
std::string recut(const std::string& program, const std::string& name,
                  const std::optional<Manycore>& machine);

} // namespace sartor::configurator

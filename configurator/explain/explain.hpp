// sartor explain: which components a program's MPI library is made of, why, and how large they are.
#pragma once

#include <string>

namespace sartor::configurator {

/// Errors: throws Error when the file is not a program made by sartor.
void explain(const std::string& file, bool json);

} // namespace sartor::configurator

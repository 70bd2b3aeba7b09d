// sartor explain: which components a program's MPI library is made of, why, and how large they are.
#pragma once

#include <string>

namespace sartor::configurator {

/// svg: a file for a picture of the graph, or empty.
/// Errors: throws Error when the file is not a program made by sartor, and as draw_graph() does.
void explain(const std::string& file, bool json, const std::string& svg);

} // namespace sartor::configurator

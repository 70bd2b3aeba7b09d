// The line of a field in a text of JSON, for messages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sartor::configurator {

/// The line, from 1, of the innermost part of the path that exists: names of members, and numbers of elements
/// from 0. The text is valid JSON.
int line_of(std::string_view text, const std::vector<std::string>& path);

} // namespace sartor::configurator

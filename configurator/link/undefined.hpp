// Separates a linker's messages about undefined symbols from the rest of its messages.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace sartor::configurator {

struct LinkerMessages {
    std::string kept;                           // messages for the user
    bool undefined = false;                     // some symbol is neither defined nor provided
    std::map<std::string, std::string> callers; // provided symbol -> the first location that refers to it
};

/// is_provided returns true for symbols that the MPI library or the process runtime will define: warnings
/// about these are dropped. Warnings about others become errors, otherwise as the linker wrote them.
/// Understands GNU ld, gold, lld and mold.
LinkerMessages sort_messages(const std::string& text,
                             const std::function<bool(std::string_view)>& is_provided);

} // namespace sartor::configurator

// The members of an ar archive, thin ones included.
#pragma once

#include "configurator/support/file.hpp"

#include <functional>
#include <string>

namespace sartor::configurator {

struct ArchiveMember {
    std::string name;
    Bytes bytes;
};

bool is_archive(Bytes bytes) noexcept;

/// Visits each member but the symbol and name tables, in order. Members of a thin archive are read from their
/// own files, whose paths are relative to the archive's folder. Errors: throws Error naming the archive, the
/// member's offset and what is wrong.
void each_member(Bytes archive, const std::string& name,
                 const std::function<void(const ArchiveMember&)>& visit);

} // namespace sartor::configurator

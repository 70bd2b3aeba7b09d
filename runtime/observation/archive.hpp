// The trace of a run as an OTF2 archive: the events go to sartor-otf2, which sorts and writes them.
#pragma once

#include "runtime/observation/trace_file.hpp"

namespace sartor::observation {

// Whether the name of a trace, NAME.otf2, asks for an archive.
[[nodiscard]] bool is_archive(const char* path) noexcept;
// Makes the folder. False, with errno set, when it can't be made, or has something else in it.
[[nodiscard]] bool open_archive(const char* path) noexcept;
// Calls and messages, up to the time at which the archive's files reach the limit. Reports what is not in it.
void write_archive(const Summary& summary, const Scale& scale, const TraceOptions& options) noexcept;

} // namespace sartor::observation

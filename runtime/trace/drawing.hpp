// Pages and pictures of a run: the run writes their data, and the command draws.
#pragma once

namespace sartor::trace {

/// Has `sartor report` put what a file's name asks for, a page (.html) or a picture (.svg), in place of the
/// data that are in the file. Without the command (SARTOR_COMMAND, or sartor in PATH) they stay there, and a
/// line says so. `option`: of sartor run, for that line.
void draw(const char* option, const char* path) noexcept;

} // namespace sartor::trace

// Standard output and standard error of many ranks in one process: lines stay whole and in order.
#pragma once

#include <cstddef>

#include "runtime/rank/rank.hpp"

namespace sartor::process {

// Puts streams in the place of stdout and stderr that know which rank writes. Once, before any rank runs.
void adopt_standard_streams() noexcept;
// Whether each line begins with its rank, as in "[3] ".
void tag_output(bool on) noexcept;
// Writes what each rank writes to files, too, or only there; see OutputFiles.
void write_output_files(const char* folder, bool only) noexcept;

// What a rank has written of a line that is not finished yet comes out as it is.
enum class Stream : int { output, error };
void end_line(Rank& rank, Stream stream) noexcept;
void end_lines(Rank& rank) noexcept; // on both
void release_lines(Rank& rank) noexcept;

// Around fork(): everything finished is written, and nobody is writing. The child writes at once, and has
// nothing of its rank's unfinished lines.
void hold_output() noexcept;
void release_output() noexcept;
void release_output_in_child(Rank& rank) noexcept;

// Writes out all finished lines. Also from a signal handler, where it gives up rather than waits.
void flush_output() noexcept;
// The last time, when the run ends in whichever way. Where a run is observed its files are completed, too:
// runtime/observation has another function of this name then.
void flush_at_end() noexcept;

// 1 if what ranks have written to standard output is lost, otherwise 0.
[[nodiscard]] int exit_code_of_output() noexcept;

// Sartor's own words: straight to standard error, after what ranks have written before.
void write_report(const char* text, std::size_t bytes) noexcept;

} // namespace sartor::process

// A copy of what is reported, with the source files of the locations in it: sartor run --report=FILE makes
// its files of that (configurator/findings/record.hpp reads it).
#pragma once

#include <cstddef>

namespace sartor::process {

// From now on reports are appended to this file, too. Null: no record is kept.
void keep_record(const char* path) noexcept;

// The functions below do nothing without a record. Also in signal handlers.

// Lines of reports, as they come out.
void record_report(const char* text, std::size_t bytes) noexcept;
// A location as reports write it. source: the path of its source file; empty when it is not known.
void record_location(const char* text, int length, const char* source, int source_length) noexcept;
// All locations of a helper's reply (question.hpp).
void record_locations(const char* reply) noexcept;
// This process has taken a signal with which the run ends, and will report it.
void record_signal(int signal) noexcept;

} // namespace sartor::process

// The choices that a run has made, out of the file that it wrote (runtime/schedules/script.hpp).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace sartor::configurator {

/// One choice: "match 0 2 of 1 2 # MPI_Recv ...".
struct MadeChoice {
    std::string kind;
    int rank = 0;
    int value = 0;
    bool late = false;
    std::vector<int> candidates;
    std::string explanation; // what stands behind #

    /// Its line, without the explanation.
    std::string text() const;
    /// Whether it is about a window: a lock, or an update.
    bool is_of_window() const { return kind == "lock" || kind == "update"; }
    /// Whether a receive from any source could get several messages, or several ranks a lock or an update.
    bool is_race() const { return (kind == "match" || is_of_window()) && (late || candidates.size() > 1); }
};

/// A message that came after a choice and might have come before it.
struct LateCandidate {
    std::size_t position = 0; // of the choice
    int value = 0;
    std::string explanation;
};

struct RecordedSchedule {
    std::string head; // the lines before the choices
    std::vector<MadeChoice> choices;
    std::vector<LateCandidate> late;
    bool impossible = false;
};

/// Lines that are cut off, since the run ended while it wrote them, are left out.
RecordedSchedule read_schedule(const std::filesystem::path& path);

} // namespace sartor::configurator

// The words are those of runtime/reports and mpi_api/reports.
#include "configurator/findings/rules.hpp"

#include <algorithm>
#include <string_view>

#include "configurator/support/pattern.hpp"

namespace sartor::configurator {

namespace {

constexpr const char* for_classes =
    "An MPI function got a wrong argument, or can't do its work. The message names the argument and the "
    "expected value. The run ends unless the program sets another error handler.";

bool has(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

bool any_detail_has(const Finding& finding, std::string_view part) {
    return std::ranges::any_of(finding.details, [&](const Detail& detail) { return has(detail.text, part); });
}

// The text behind "rank 3", or behind "rank 3: ".
std::string_view without_ranks(std::string_view text) {
    if (!text.starts_with("rank")) return text;
    const std::size_t end = text.find_first_not_of("0123456789, -", text.find(' '));
    return end == std::string_view::npos ? text : text.substr(end);
}

std::string id_of(const Finding& finding) {
    const std::string_view text = finding.message;
    const std::string_view rest = without_ranks(text);
    const bool is_of_ranks = rest.size() < text.size();
    if (text.starts_with("deadlock"))
        return any_detail_has(finding, "collective calls do not match") ? "collective-mismatch" : "deadlock";
    if (has(text, ": a deadlock of its threads")) return "deadlock";
    if (text.starts_with("watchdog:")) return "no-progress";
    if (text.starts_with("ended by --timeout")) return "timeout";
    if (text.starts_with("ended by SIG")) return "interrupted";
    if (text.starts_with("crashed ") || rest.starts_with("crashed: ") ||
        text.starts_with("stack overflow in "))
        return "crash";
    if (text.starts_with("collective calls do not match")) return "collective-mismatch";
    if (has(text, "MPI_Abort with code")) return "abort";
    if (has(text, "from main without ") || (rest.starts_with("called exit(") && has(text, ") without ")))
        return "not-finalized";
    if (is_of_ranks && has(text, "never received")) return "never-received";
    if (is_of_ranks && (has(text, "was not freed") || has(text, "neither completed nor freed")))
        return "not-freed";
    if (text.starts_with("a failure of rank ")) return "failure-not-survived";
    if (rest.starts_with(": a message race: ")) return "message-race";
    const bool is_access = rest.starts_with(": a load in ") || rest.starts_with(": a store in ") ||
                           rest.starts_with(": a free in ");
    if (is_of_ranks && is_access) return "early-access";
    return is_of_ranks ? "other" : "";
}

// "... (MPI_ERR_RANK: invalid rank)"
std::optional<Rule> class_of(const std::string& message) {
    static const Pattern at_end(R"(\((MPI(?:_T)?_ERR_[A-Z0-9_]+): (.*)\)$)");
    const auto found = at_end.search(message);
    if (!found) return std::nullopt;
    return Rule{(*found)[1], Level::error, (*found)[2], for_classes};
}

} // namespace

const std::vector<Rule>& all_rules() {
    static const std::vector<Rule> rules = {
        {"deadlock", Level::error, "ranks wait for each other and none can continue",
         "Each line names a rank, the call in which it waits and the rank or message that it waits for."},
        {"no-progress", Level::error, "no message was delivered for the time that --watchdog allows",
         "Ranks may test for messages that nobody sends."},
        {"timeout", Level::error, "the run did not end in the time that --timeout allows",
         "Each line names ranks and where they are."},
        {"interrupted", Level::note, "the run was ended by a signal",
         "Each line names ranks and where they were at that moment."},
        {"crash", Level::error, "a rank crashed or used up its stack",
         "The lines name the calls that led to the crash, the newest first."},
        {"collective-mismatch", Level::error, "ranks make collective calls that do not match",
         "All ranks of a communicator must make the same collective calls in the same order. Their roots, "
         "operations and amounts of data must agree."},
        {"not-freed", Level::warning, "an MPI object was not freed",
         "The location is the call that created the object."},
        {"never-received", Level::warning, "a message was never received",
         "The message was sent, but its receiver ended without receiving it."},
        {"abort", Level::error, "the program called MPI_Abort", "The program ended the run by itself."},
        {"not-finalized", Level::error, "a rank ended without MPI_Finalize",
         "A rank that has called MPI_Init must call MPI_Finalize before it ends."},
        {"early-access", Level::error, "the program touches memory that an operation has",
         "Complete the operation first: MPI_Wait, or for windows the call that ends the epoch."},
        {"message-race", Level::error,
         "a receive from any source may get another message, with which the run fails",
         "Name the source, or give the messages other tags."},
        {"failure-not-survived", Level::error, "the run does not go on as it should when a rank fails there",
         "The command repeats it: which error comes where, and who waits for whom."},
        {"other", Level::warning, "another report about a rank", "See the message."}};
    return rules;
}

std::optional<Rule> rule_of(const Finding& finding) {
    const auto named = [](std::string_view id) { return *std::ranges::find(all_rules(), id, &Rule::id); };
    if (std::optional<Rule> error = class_of(finding.message))
        return has(finding.message, ": all ranks must ") ? named("collective-mismatch") : *error;
    const std::string id = id_of(finding);
    if (id.empty()) return std::nullopt;
    return named(id);
}

const char* name_of(Level level) {
    switch (level) {
    case Level::error:
        return "error";
    case Level::warning:
        return "warning";
    default:
        return "note";
    }
}

} // namespace sartor::configurator

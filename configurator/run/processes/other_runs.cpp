#include "configurator/run/processes/other_runs.hpp"

#include <utility>

namespace sartor::configurator {

bool OtherRuns::take(int socket, const LauncherNote& first) {
    if (library_.empty()) return false;
    all_.push_back(std::make_unique<EnteringRun>(socket, ++last_number_, first.text, library_, run_));
    return true;
}

std::vector<int> OtherRuns::descriptors() const {
    std::vector<int> descriptors;
    for (const auto& other : all_) descriptors.push_back(other->descriptor());
    return descriptors;
}

void OtherRuns::note_held(std::uint64_t number) {
    for (const auto& other : all_)
        if (other->number() == number) other->note_held();
}

void OtherRuns::take_finished(int process, const std::string& text) {
    leaving_.add(process);
    for (const auto& other : all_)
        if (other->has(process)) other->take_finished(text);
}

// None enters while processes leave: nothing must be in flight then.
std::unique_ptr<EnteringRun> OtherRuns::advance(bool run_has_begun) {
    if (leaving_.is_under_way()) return nullptr;
    std::unique_ptr<EnteringRun> lost;
    std::erase_if(all_, [&](auto& other) {
        if (!other->advance(run_, run_has_begun)) return false;
        if (other->has_unfinished()) lost = std::move(other);
        return true;
    });
    return lost;
}

void OtherRuns::give_up() {
    for (const auto& other : all_) other->give_up(run_);
    all_.clear();
}

} // namespace sartor::configurator

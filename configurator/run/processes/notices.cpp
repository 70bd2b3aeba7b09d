#include "configurator/run/processes/notices.hpp"

#include "transports/fabric/launcher.hpp"

namespace sartor::configurator {

bool Notices::are_all_told(const void* who, int step) {
    if (size_.here == size_.processes) return true;
    if (who_ != nullptr && who_ != who) return false;
    if (who_ == who && step_ == step) return is_known_;
    who_ = who;
    step_ = step;
    is_known_ = false;
    processes_.front()->send(channel::fabric::LauncherKind::grown, ++number_, added());
    return false;
}

void Notices::end(const void* who) {
    if (who_ == who) who_ = nullptr;
}

// As LauncherKind::grown says. Those that were not yet made to join have no card.
std::string Notices::added() const {
    std::string text;
    for (auto process = static_cast<std::size_t>(size_.processes); process < processes_.size(); ++process) {
        const auto& member = rings_.roster[static_cast<int>(process)];
        const channel::fabric::AddedProcess added{member.ranks, member.part.load()};
        const std::string& card = processes_[process]->card;
        const auto bytes_of_card = static_cast<std::uint32_t>(card.size());
        text.append(reinterpret_cast<const char*>(&added), sizeof added)
            .append(reinterpret_cast<const char*>(&bytes_of_card), sizeof bytes_of_card)
            .append(card);
    }
    return text;
}

} // namespace sartor::configurator

#include "configurator/run/processes/launch.hpp"

#include "configurator/support/error.hpp"
#include "transports/fabric/launcher.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <poll.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

namespace sartor::configurator {

namespace {

using channel::fabric::LauncherKind;
using channel::fabric::LauncherMessage;

std::uint64_t random_key() {
    std::uint64_t key = 0;
    if (getrandom(&key, sizeof key, 0) != sizeof key)
        fail("no random key for messages: {}", std::strerror(errno));
    return key;
}

// The first message of who connects, which has some seconds for it. Nothing: he is no process of this user.
std::optional<LauncherNote> take_first_note(int socket) {
    const timeval limit{5, 0};
    if (!is_of_this_user(socket) || setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit) != 0)
        return std::nullopt;
    return take_note(socket);
}

} // namespace

Launch::Launch(const RunSize& size, const SharedRings& rings, const MpiOfRun& mpi, const PartsFile* parts)
    : size_(size), rings_(rings), mpi_(mpi), parts_(parts), key_(random_key()) {}

ProcessPlace Launch::place_of(int number) const {
    const int first = size_.first_rank_of(number);
    return {number, first, size_.first_rank_of(number + 1) - first, number == 0};
}

void Launch::start(const ProcessStart& start, bool tags_output, bool tags_errors) {
    for (int number = 0; number < size_.processes; ++number) {
        ProcessPlace place = place_of(number);
        place.tags_output = tags_output;
        place.tags_errors = tags_errors;
        children_.push_back(std::make_unique<RankProcess>(place, size_, start, signals_.before(), rings_));
    }
}

void Launch::let_enter(int listening, const std::string& library) {
    listening_ = listening;
    others_.let_enter(library);
}

void Launch::adopt(int listening) {
    listening_ = listening;
    for (int number = 0; number < size_.processes; ++number)
        children_.push_back(std::make_unique<RankProcess>(place_of(number), size_, rings_));
}

int Launch::run() {
    while (is_anyone_left()) {
        wait();
        take_signals();
        if (listening_ >= 0) take_connections();
        for (const auto& child : children_) child->pass_on_output();
        for (std::size_t child = 0; child < children_.size(); ++child) take_messages(*children_[child]);
        take_ends();
        // Others may wait for the end of one.
        while (std::erase_if(spawns_, [&](const auto& spawn) { return spawn->advance(run_); }) > 0) {
        }
        advance_others();
        end_if_late();
    }
    for (const auto& child : children_) child->finish_output();
    return exit_code_;
}

bool Launch::is_anyone_left() const {
    return std::ranges::any_of(children_, [](const auto& child) { return child->is_running(); });
}

void Launch::wait() {
    std::vector<pollfd> descriptors = {{signals_.descriptor(), POLLIN, 0}, {listening_, POLLIN, 0}};
    for (const auto& child : children_)
        for (const int descriptor : child->descriptors())
            if (descriptor >= 0) descriptors.push_back({descriptor, POLLIN, 0});
    for (const auto& spawn : spawns_) descriptors.push_back({spawn->descriptor(), POLLIN, 0});
    for (const int descriptor : others_.descriptors()) descriptors.push_back({descriptor, POLLIN, 0});
    constexpr int look = 100; // milliseconds, while the run is being ended
    ::poll(descriptors.data(), descriptors.size(), is_ending_ ? look : -1);
}

void Launch::take_signals() {
    signals_.take_all([this](int number, bool came_to_all) {
        if (number != SIGUSR1) requested_end_by_ = number;
        if (came_to_all) return;
        for (const auto& child : children_) child->signal(number);
    });
}

// Others than those of the run, which know the name that they connect to, may be of this user alone.
void Launch::take_connections() {
    for (pollfd waiting{listening_, POLLIN, 0}; ::poll(&waiting, 1, 0) > 0;) {
        const int socket = accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC);
        if (socket < 0) return;
        if (!take_connection(socket)) close(socket);
    }
}

// False: nobody who is expected.
bool Launch::take_connection(int socket) {
    const auto first = take_first_note(socket);
    if (!first || has_finished_ || is_ending_) return false;
    if (first->kind == LauncherKind::enters) return others_.take(socket, *first);
    return first->kind == LauncherKind::joins && first->value < children_.size() &&
           children_[first->value]->is_here() && children_[first->value]->connect(socket);
}

void Launch::take_messages(RankProcess& child) {
    LauncherMessage message{};
    std::string text;
    while (child.take(message, text)) {
        if (message.kind == LauncherKind::card)
            take_card(child, text);
        else if (message.kind == LauncherKind::all)
            take_all_cards(message.value, text);
        else if (message.kind == LauncherKind::fence)
            take_fence();
        else if (message.kind == LauncherKind::spawn)
            spawns_.push_back(std::make_unique<PendingSpawn>(child, message.value, text, run_));
        else if (message.kind == LauncherKind::known)
            notices_.note_known(message.value);
        else if (message.kind == LauncherKind::held)
            others_.note_held(message.value);
        else if (message.kind == LauncherKind::finished)
            others_.take_finished(child.number(), text);
        else if (message.kind == LauncherKind::still)
            others_.take_stillness();
        else if (message.kind == LauncherKind::left)
            others_.note_left(child.number());
        else if (message.kind == LauncherKind::ending)
            end(static_cast<int>(message.value));
    }
}

// Those that were started later get the cards of others from PendingSpawn.
void Launch::take_card(RankProcess& child, const std::string& text) {
    child.card = text;
    if (child.is_spawned()) return;
    if (const auto* gone = gone_without_joining()) return end_without(*gone);
    if (++cards_ < size_.here) return;
    const std::string all = run_.cards();
    for (const auto& one : children_) one->send(LauncherKind::cards, key_, all);
}

void Launch::take_all_cards(std::uint64_t key, std::string_view text) {
    key_ = key;
    for (const auto& child : children_) {
        std::uint32_t length = 0;
        if (text.size() < sizeof length) fail("process 0 sent an invalid message");
        std::memcpy(&length, text.data(), sizeof length);
        text.remove_prefix(sizeof length);
        child->card = text.substr(0, length);
        text.remove_prefix(std::min<std::size_t>(length, text.size()));
    }
}

void Launch::take_fence() {
    ++fences_;
    end_fence_of_all();
}

// All that are here. After the last fence they end by themselves.
void Launch::end_fence_of_all() {
    const int elsewhere = size_.processes - size_.here;
    if (fences_ < (rings_.roster.exists() ? rings_.roster.count_whole() : size_.processes) - elsewhere)
        return;
    fences_ = 0;
    has_finished_ = true;
    others_.give_up();
    for (const auto& one : children_) one->send(LauncherKind::fenced, 0);
}

// A launcher that is gone before its ranks have ended was killed.
void Launch::advance_others() {
    const auto lost = others_.advance(has_begun());
    if (lost == nullptr || is_ending_ || has_finished_) return;
    report("the command that started {} has ended: the run ends", lost->name());
    end(1);
}

void Launch::expect_ends(int exit_code) {
    is_ending_ = true;
    exit_code_ = exit_code;
    limit_ = Clock::now() + std::chrono::seconds(3);
}

void Launch::end(int exit_code, const std::string& lost) {
    if (is_ending_) return;
    expect_ends(exit_code);
    for (const auto& child : children_)
        child->send(LauncherKind::end, static_cast<std::uint64_t>(exit_code), lost);
}

// They have had time to write what was written so far. A large trace takes as long as it does.
void Launch::end_if_late() {
    const bool is_late = is_ending_ && Clock::now() >= limit_;
    if (!is_late || (parts_ != nullptr && parts_->is_being_joined())) return;
    for (const auto& child : children_) child->is_adopted() ? child->leave() : child->signal(SIGKILL);
}

} // namespace sartor::configurator

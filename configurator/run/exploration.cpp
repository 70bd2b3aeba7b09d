// First in, first out; what is known is known by a digest of its choices.
#include "configurator/run/exploration.hpp"

#include <fmt/core.h>
#include <string_view>
#include <vector>

namespace sartor::configurator {

namespace {

// FNV-1a, over the choices before and one more.
std::uint64_t digest_with(std::uint64_t before, const MadeChoice& choice, int value) {
    constexpr std::uint64_t prime = 0x100000001b3;
    std::uint64_t digest = before;
    for (const char letter : fmt::format("{} {} {}\n", choice.kind, choice.rank, value))
        digest = (digest ^ static_cast<unsigned char>(letter)) * prime;
    return digest;
}

constexpr std::uint64_t digest_of_none = 0xcbf29ce484222325;

} // namespace

void Exploration::add(const Run& run) {
    std::vector<std::uint64_t> before = {digest_of_none};
    for (const MadeChoice& choice : run->choices) {
        before.push_back(digest_with(before.back(), choice, choice.value));
        known_.insert(before.back());
    }
    for (std::size_t position = 0; position < run->choices.size(); ++position)
        for (const int value : run->choices[position].candidates)
            add_branch(before[position], run, position, value, false);
    for (const LateCandidate& late : run->late)
        if (late.position < run->choices.size())
            add_branch(before[late.position], run, late.position, late.value, true);
}

void Exploration::add_branch(std::uint64_t before, const Run& run, std::size_t position, int value,
                             bool late) {
    if (known_.insert(digest_with(before, run->choices[position], value)).second)
        waiting_.push_back({run, position, value, late});
}

std::string Exploration::take_next() {
    const Branch branch = waiting_.front();
    waiting_.pop_front();
    std::string text = branch.run->head;
    for (std::size_t position = 0; position < branch.position; ++position)
        text += branch.run->choices[position].text() + "\n";
    MadeChoice other = branch.run->choices[branch.position];
    other.value = branch.value;
    other.late = branch.late;
    return text + other.text() + "\n";
}

} // namespace sartor::configurator

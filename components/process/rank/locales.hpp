// The locale of each rank that has set one. Ranks of one worker take turns on one thread, whose locale is
// changed with them.
#pragma once

namespace sartor::process {
struct Rank;
}

namespace sartor::process::locales {

// The calling thread has the rank's locale. There when a program calls setlocale: others leave it out.
[[gnu::weak]] void load(const Rank& rank) noexcept;

} // namespace sartor::process::locales

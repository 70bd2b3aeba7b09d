// What a thread has for the rank that it runs. Ranks of one worker take turns on one thread: this is changed
// with them.
#pragma once

namespace sartor::process {

class Worker;
struct Rank;

} // namespace sartor::process

namespace sartor::process::thread_data {

// The calling thread leaves `current` and goes on with another rank. There when a program calls functions of
// one of the kinds below: others leave it out.
[[gnu::weak]] void exchange(const Rank& other) noexcept;

// From now on the worker's thread does so when it changes its rank.
void begin(Worker& worker) noexcept;

} // namespace sartor::process::thread_data

// The kinds, each where the program calls its functions.
namespace sartor::process::locales {
[[gnu::weak]] void load(const Rank& rank) noexcept;
}
namespace sartor::process::processor_time {
[[gnu::weak]] void charge() noexcept; // to `current`
}

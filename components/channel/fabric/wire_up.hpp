// How the processes of a run find each other: each publishes a card, its address on the fabric, and gets those
// of all.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sartor::channel::fabric {

// Over the socket of the launcher that has started this process. Functions end the run when the launcher is
// gone.
class WireUp {
  public:
    static constexpr std::size_t longest_card = 512;

    // What the environment says. False: this process is alone.
    [[nodiscard]] bool open() noexcept;

    [[nodiscard]] int number() const noexcept { return number_; }
    [[nodiscard]] int processes() const noexcept { return processes_; }
    // Of messages of this run; other processes don't know it.
    [[nodiscard]] std::uint64_t key() const noexcept { return key_; }

    // Publishes the own card, and waits for those of all processes, by their numbers.
    void exchange(const void* card, std::size_t bytes) noexcept;
    [[nodiscard]] const void* card(int process) const noexcept { return cards_ + offsets_[process]; }

    // Returns when all processes have called it. One thread of each process does.
    void fence() noexcept;
    // Tells the launcher that the run ends with this exit code.
    void abandon(int exit_code) noexcept;

    // For the listener: the launcher may say something. Ends the run if it says so.
    [[nodiscard]] int descriptor() const noexcept { return socket_; }
    void listen() noexcept;

  private:
    void take(bool waits) noexcept;

    int number_ = 0;
    int processes_ = 1;
    int socket_ = -1;
    std::uint64_t key_ = 0;
    char* cards_ = nullptr;
    std::size_t* offsets_ = nullptr;
    int fences_ = 0; // that all have come to
    int fences_come_to_ = 0;
};

} // namespace sartor::channel::fabric

// Connections of TCP between the processes of a run: how each process finds the others, once, at the
// beginning.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sartor::channel::fabric {

// Where a process listens, for the others.
class Listening {
  public:
    // is_local: at the loopback address alone. Ends the run where the system has no sockets.
    void open(bool is_local) noexcept;
    // The card of this process, of card_bytes: its port and the addresses of this computer's interfaces, or
    // of the one that the environment names (SARTOR_INTERFACE).
    static constexpr std::size_t card_bytes = 196;
    void write_card(void* memory) const noexcept;

    // One connection to each other process, by its number; -1 for the own one. `offset`: of the cards of this
    // kind of connections. `key`: of the run. Processes connect to those with smaller numbers, and accept the
    // others. Ends the run when a process can't be reached.
    void meet(const void* const* cards, std::size_t offset, int own, int count, std::uint64_t key,
              int* connections) noexcept;

  private:
    int socket_ = -1;
    bool is_local_ = false;
};

} // namespace sartor::channel::fabric

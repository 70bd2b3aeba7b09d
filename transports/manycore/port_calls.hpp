// What the calls of ports share: their names for reports, and checks of their arguments.
#pragma once

#include <cstddef>
#include <cstdint>

#include "emulation/ranks.hpp"

namespace sartor::channel::manycore {

// A call of the running rank with its name, for reports; where computing is measured, it is none of it. A
// precondition that does not hold ends the run.
class Call {
  public:
    explicit Call(const char* name) noexcept : name_(name) {
        process::current->call = name;
        machine::manycore::count_measured();
    }
    ~Call() { machine::manycore::leave(); }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

    void require(bool holds, const char* problem) const noexcept;
    void require_rank(int rank) const noexcept;
    void require_port(int port) const noexcept;
    void require_bytes(std::size_t end, std::size_t room, int writer, int reader) const noexcept;

  private:
    const char* name_;
};

[[nodiscard]] bool shares_cluster(int rank) noexcept; // with the running rank, and the shortcut is on

std::size_t mailbox_bytes();
void mailbox_send(int to, int number, const void* data, std::size_t bytes);
std::size_t mailbox_receive(int* from, int number, void* data, std::size_t bytes);

void name_link(const char* name, int port);
int name_find(const char* name, int* rank, int* port);

// Numbers of portals, and of channels, which are portals to which no other rank can write.
void allow(int from, std::int64_t number, void* data, std::size_t bytes);
void write(const Call& call, const int* to, int count, std::int64_t number, const void* data,
           std::size_t bytes, std::size_t offset);
std::size_t wait(const Call& call, int from, std::int64_t number);

} // namespace sartor::channel::manycore

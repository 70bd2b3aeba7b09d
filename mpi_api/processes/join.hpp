// MPI_Comm_join (MPI-5.0 section 11.10.5) between two ranks of one run, or of runs in one universe.
#pragma once

#include <cerrno>
#include <cinttypes>
#include <cstdint>
#include <cstring>
#include <sys/random.h>
#include <sys/socket.h>

#include "mpi_api/processes/sides/parent.hpp" // with failures, what can meet others can be started

namespace sartor::mpi {

namespace internal {

// What each end says first. The one with the greater number opens a port and publishes it under that number:
// the other end finds it if it is in the same run.
struct JoinGreeting {
    char magic[8];
    std::uint64_t number;
};
inline constexpr char join_magic[8] = {'s', 'a', 'r', 't', 'o', 'r', 'j', '1'};

// All of it, by an operation of socket(7), which does not wait: other ranks run meanwhile, the one at the
// other end may be among them. False after reporting MPI_ERR_OTHER.
template <class Program, class Byte, class Operation>
[[nodiscard]] bool move_all(Call<Program>& call, int fd, Byte* memory, std::size_t bytes,
                            Operation operation) noexcept {
    constexpr std::int64_t between_tries = 20'000; // nanoseconds
    while (bytes > 0) {
        const ssize_t count = operation(fd, memory, bytes, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (count > 0) {
            memory += count;
            bytes -= static_cast<std::size_t>(count);
        } else if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) {
            call.state().communicator.progress();
            process::sleep(between_tries);
        } else {
            return call.template fail<MPI_ERR_OTHER>("fd = %d: %s", fd,
                                                     count == 0 ? "the other end has closed the socket"
                                                                : std::strerror(errno)) == MPI_SUCCESS;
        }
    }
    return true;
}
template <class Program, class Value>
[[nodiscard]] bool say(Call<Program>& call, int fd, const Value& value) noexcept {
    return move_all(call, fd, reinterpret_cast<const char*>(&value), sizeof value, &::send);
}
template <class Program, class Value>
[[nodiscard]] bool hear(Call<Program>& call, int fd, Value& value) noexcept {
    return move_all(call, fd, reinterpret_cast<char*>(&value), sizeof value, &::recv);
}

// False after reporting MPI_ERR_OTHER.
template <class Program>
[[nodiscard]] bool greet(Call<Program>& call, int fd, std::uint64_t& own, std::uint64_t& other) noexcept {
    JoinGreeting mine{}, theirs{};
    std::memcpy(mine.magic, join_magic, sizeof join_magic);
    if (getrandom(&mine.number, sizeof mine.number, 0) != sizeof mine.number)
        return call.template fail<MPI_ERR_OTHER>("can't get a random number: %s", std::strerror(errno)) ==
               MPI_SUCCESS;
    if (!say(call, fd, mine) || !hear(call, fd, theirs)) return false;
    if (std::memcmp(theirs.magic, join_magic, sizeof join_magic) != 0 || theirs.number == mine.number)
        return call.template fail<MPI_ERR_OTHER>("fd = %d: the other end is not in MPI_Comm_join of this "
                                                 "library",
                                                 fd) == MPI_SUCCESS;
    own = mine.number;
    other = theirs.number;
    return true;
}

struct JoinName {
    explicit JoinName(std::uint64_t number) noexcept {
        length =
            static_cast<std::size_t>(std::snprintf(text, sizeof text, "MPI_Comm_join %016" PRIx64, number));
    }
    [[nodiscard]] process::PortQuestion about(process::PortAction action, int port = 0) const noexcept {
        return {action, port, text, length};
    }
    char text[40];
    std::size_t length;
};

// The end that opens a port. `is_met` says whether the other one has found it.
template <class Program>
int open_for_join(Call<Program>& call, int fd, std::uint64_t number, const Group& own, SideSummary& theirs,
                  int** members, char& is_met) noexcept {
    const JoinName name(number);
    const int port = new_port(call);
    if (port < 0) return call.error();
    int error = MPI_SUCCESS;
    if (query_port(call, name.about(process::PortAction::publish, port)) != 0)
        error = call.template fail<MPI_ERR_NO_MEM>("no memory for a name");
    else if (!say(call, fd, char{1}) || !hear(call, fd, is_met))
        error = call.error();
    else if (is_met != 0)
        error = accept_side(call, own, port, theirs, members);
    (void)query_port(call, name.about(process::PortAction::withdraw, port));
    (void)query_port(call, {process::PortAction::close, port});
    return error;
}

// The end that looks for it.
template <class Program>
int look_for_join(Call<Program>& call, int fd, std::uint64_t number, const Group& own, SideSummary& theirs,
                  int** members, char& is_met) noexcept {
    char is_open = 0;
    if (!hear(call, fd, is_open)) return call.error();
    const int port = query_port(call, JoinName(number).about(process::PortAction::find));
    const int owner = port < 0 ? -1 : query_port(call, {process::PortAction::owner, port});
    is_met = owner >= 0 ? 1 : 0;
    if (!say(call, fd, is_met)) return call.error();
    return is_met != 0 ? connect_side(call, own, port, owner, theirs, members) : MPI_SUCCESS;
}

} // namespace internal

// MPI_Comm_join: an intercommunicator of the two ranks at the ends of a socket, each a group of its own.
// MPI_COMM_NULL when the other end is in another run, which can't be reached. Nothing of the socket is read
// or written but by the two calls. MPI_ERR_OTHER when the socket fails.
template <class Program>
int comm_join(Call<Program>& call, int fd, MPI_Comm* handle) noexcept {
    *handle = MPI_COMM_NULL;
    std::uint64_t own = 0, other = 0;
    if (!internal::greet(call, fd, own, other)) return call.error();
    const Group& self = *call.state().communicators.find(MPI_COMM_SELF)->group;
    internal::SideSummary theirs{};
    int* members = nullptr;
    char is_met = 0;
    theirs.error = own > other ? internal::open_for_join(call, fd, own, self, theirs, &members, is_met)
                               : internal::look_for_join(call, fd, other, self, theirs, &members, is_met);
    if (theirs.error == MPI_SUCCESS && is_met == 0) return MPI_SUCCESS;
    return internal::make_across(call, MPI_COMM_SELF, 0, theirs, members, handle);
}

} // namespace sartor::mpi

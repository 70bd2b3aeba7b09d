// Universes: runs of one user on one computer that other runs enter (sartor run --universe NAME). The first
// one has the name, and its launcher waits on a socket for the launchers of the others.
#pragma once

#include "configurator/run/processes/preparation.hpp"
#include "transports/fabric/launcher.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace sartor::configurator {

/// A socket that others connect to, if this run has the name; otherwise to the launcher of the run that does.
struct DoorOfUniverse {
    int socket;
    bool is_own;
};
/// Errors: throws Error where the system has no such socket, or the name is that of another user's process.
DoorOfUniverse open_universe(const std::string& name);

/// Another connection to it. Nothing: the run has ended.
std::optional<int> connect_to_universe(const std::string& name);

/// The process at the other end is one of this user.
bool is_of_this_user(int socket);

/// What the programs of a universe have in common: they understand each other if it is the same.
std::string name_of_library(const MpiOfRun& mpi);

/// A message between two launchers, perhaps with a descriptor.
struct LauncherNote {
    channel::fabric::LauncherKind kind{};
    std::string text;
    int descriptor = -1;
    std::uint64_t value = 0;
};
/// Nobody may be there any more.
void send_note(int socket, const LauncherNote& note);
/// Waits for it. Nothing: the other end has closed, or says what makes no sense.
std::optional<LauncherNote> take_note(int socket);

/// Bytes of a struct as text, and back. Nothing: of another length.
template <class Struct>
std::string bytes_of(const Struct& data) {
    return {reinterpret_cast<const char*>(&data), sizeof data};
}
template <class Struct>
std::optional<Struct> struct_of(const std::string& text) {
    if (text.size() != sizeof(Struct)) return std::nullopt;
    Struct data;
    text.copy(reinterpret_cast<char*>(&data), sizeof data);
    return data;
}

} // namespace sartor::configurator

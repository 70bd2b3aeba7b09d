// Names that ranks give to their ports (LWMPI, section 5.6: logical addresses behind names of processes).
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "emulation/array.hpp"
#include "emulation/services/names.hpp"
#include "transports/manycore/port_calls.hpp"

namespace sartor::channel::manycore {

using namespace sartor::machine::manycore;

namespace {

constexpr std::size_t longest_name = 31;

struct Linked {
    Linked* next;
    int number; // behind the ranks'
    int rank;
    int port;
    char text[longest_name + 1];
};
Linked* linked = nullptr;

void release() noexcept {
    while (linked != nullptr) {
        Linked* rest = linked->next;
        std::free(linked);
        linked = rest;
    }
}

const Linked* find(const char* text) noexcept {
    for (const Linked* one = linked; one != nullptr; one = one->next)
        if (std::strcmp(one->text, text) == 0) return one;
    return nullptr;
}

// "rank-7", from the start on. -1 for other names.
int rank_called(const char* text) noexcept {
    if (std::strncmp(text, "rank-", 5) != 0) return -1;
    char* end = nullptr;
    const long rank = std::strtol(text + 5, &end, 10);
    char spelled[longest_name + 1];
    std::snprintf(spelled, sizeof spelled, "rank-%ld", rank);
    const bool known = rank >= 0 && rank < process::size() && std::strcmp(spelled, text) == 0;
    return known ? static_cast<int>(rank) : -1;
}

void check(const Call& call, const char* text) noexcept {
    call.require(has_names(), "the machine has no name service");
    const std::size_t length = std::strlen(text);
    call.require(length > 0 && length <= longest_name, "a name has 1 to 31 characters");
    charge(chip().description().call_cycles); // so that asking again and again ends
}

void add(const char* text, int port) noexcept {
    if (linked == nullptr) at_end(&release);
    auto* name = allocate<Linked>(1);
    *name = {linked, linked == nullptr ? process::size() : linked->number + 1, process::current->number, port,
             ""};
    std::strcpy(name->text, text);
    linked = name;
}

} // namespace

void name_link(const char* name, int port) {
    const Call call("sartor_name_link");
    check(call, name);
    call.require_port(port);
    register_name();
    synchronize();
    call.require(find(name) == nullptr && rank_called(name) < 0, "the name is taken");
    add(name, port);
}

int name_find(const char* name, int* rank, int* port) {
    const Call call("sartor_name_find");
    check(call, name);
    synchronize();
    const int own = rank_called(name);
    const Linked* known = find(name);
    if (own < 0 && known == nullptr) {
        find_nothing();
        return 0;
    }
    *rank = own >= 0 ? own : known->rank;
    *port = own >= 0 ? 0 : known->port;
    find_name(own >= 0 ? own : known->number, node_of(*rank));
    return 1;
}

} // namespace sartor::channel::manycore

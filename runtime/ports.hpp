// Ports at which ranks of a run meet, and the names under which programs publish them (MPI-5.0
// sections 11.9.2 and 11.9.4). One table for all ranks, where rank 0 is; ranks of other address spaces send
// it their questions.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <pthread.h>

namespace sartor::process {

// What a rank wants of the table. A port is a number of 0 or more that its rank has chosen, for the run.
enum class PortAction : std::int32_t {
    open,     // port `number`, of rank `requester`: 0
    close,    // port `number`, which must be of rank `requester`: 0
    owner,    // of port `number`: its rank
    publish,  // port `number` under the name: 0; `taken` when the name is published already
    find,     // the name: its port
    withdraw, // the name, which must be that of port `number`: 0
    ask,      // rank `requester` connects to port `number`: 0
    take,     // the rank whose number is the name asks at port `number`, and is accepted: 0
    retract   // rank `requester` asks no more at port `number`: 0; `unknown` when it was accepted
};

struct PortQuestion {
    PortAction action;
    int number = 0;
    const char* name = nullptr; // of so many bytes
    std::size_t bytes = 0;
    int requester = 0; // the rank
};

// A mutex and three lists: O(ports, names and ranks that connect) for each question.
class Ports {
  public:
    // Instead of a number of 0 or more:
    static constexpr int unknown = -1; // there is no such port, or no such name
    static constexpr int taken = -2;
    static constexpr int no_memory = -3;

    [[nodiscard]] int reply(const PortQuestion& question) noexcept {
        pthread_mutex_lock(&mutex_);
        const int number = act(question);
        pthread_mutex_unlock(&mutex_);
        return number;
    }

  private:
    struct Entry {
        Entry* next;
        int port;
        int owner;         // of a port; or who asks at it
        std::size_t bytes; // of a name, which is behind this

        [[nodiscard]] char* name() noexcept { return reinterpret_cast<char*>(this + 1); }
    };

    [[nodiscard]] int act(const PortQuestion& question) noexcept {
        switch (question.action) {
        case PortAction::open:
            return add(&open_, question.number, question.requester, nullptr, 0) ? 0 : no_memory;
        case PortAction::close: {
            Entry** const port = find_port(question.number);
            return *port != nullptr && (*port)->owner == question.requester ? drop(port) : unknown;
        }
        case PortAction::owner: {
            const Entry* const port = *find_port(question.number);
            return port == nullptr ? unknown : port->owner;
        }
        case PortAction::publish:
            if (*find_name(question) != nullptr) return taken;
            return add(&published_, question.number, 0, question.name, question.bytes) ? 0 : no_memory;
        case PortAction::find: {
            const Entry* const name = *find_name(question);
            return name == nullptr ? unknown : name->port;
        }
        case PortAction::withdraw: {
            Entry** const name = find_name(question);
            return *name != nullptr && (*name)->port == question.number ? drop(name) : unknown;
        }
        case PortAction::ask:
            return add(&asking_, question.number, question.requester, nullptr, 0) ? 0 : no_memory;
        case PortAction::take: {
            int partner = -1;
            if (question.bytes == sizeof partner) std::memcpy(&partner, question.name, sizeof partner);
            return drop_asking(question.number, partner);
        }
        case PortAction::retract:
            return drop_asking(question.number, question.requester);
        }
        return unknown;
    }

    [[nodiscard]] static bool add(Entry** list, int port, int owner, const char* name,
                                  std::size_t bytes) noexcept {
        auto* const entry = static_cast<Entry*>(std::malloc(sizeof(Entry) + bytes));
        if (entry == nullptr) return false;
        *entry = {*list, port, owner, bytes};
        if (bytes > 0) std::memcpy(entry->name(), name, bytes);
        *list = entry;
        return true;
    }
    // At a link of a list.
    static int drop(Entry** link) noexcept {
        Entry* const entry = *link;
        *link = entry->next;
        std::free(entry);
        return 0;
    }
    [[nodiscard]] int drop_asking(int port, int rank) noexcept {
        Entry** link = &asking_;
        while (*link != nullptr && ((*link)->port != port || (*link)->owner != rank)) link = &(*link)->next;
        return *link != nullptr ? drop(link) : unknown;
    }
    [[nodiscard]] Entry** find_port(int number) noexcept {
        Entry** link = &open_;
        while (*link != nullptr && (*link)->port != number) link = &(*link)->next;
        return link;
    }
    [[nodiscard]] Entry** find_name(const PortQuestion& question) noexcept {
        Entry** link = &published_;
        while (*link != nullptr && !((*link)->bytes == question.bytes &&
                                     std::memcmp((*link)->name(), question.name, question.bytes) == 0))
            link = &(*link)->next;
        return link;
    }

    pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
    Entry* open_ = nullptr;
    Entry* published_ = nullptr;
    Entry* asking_ = nullptr;
};

inline Ports ports;

// Ranks here that wait for others to connect.
inline std::atomic<int> waiting_at_ports{0};
class WaitingAtPort {
  public:
    WaitingAtPort() noexcept { waiting_at_ports.fetch_add(1); }
    ~WaitingAtPort() { waiting_at_ports.fetch_sub(1); }
    WaitingAtPort(const WaitingAtPort&) = delete;
    WaitingAtPort& operator=(const WaitingAtPort&) = delete;
};

} // namespace sartor::process

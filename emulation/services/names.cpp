// Queries are made by the rank that looks a name up; replies are events.
#include "emulation/services/names.hpp"

#include "emulation/run.hpp"

namespace sartor::machine::manycore {

namespace {

// A name that a daemon remembers.
struct Remembered {
    int name;
    std::uint32_t last_used; // by the count of the daemon's lookups
};

struct Daemon {
    Remembered* names = nullptr;
    int count = 0;
    std::uint32_t lookups = 0;
};

struct Names {
    Server server;             // the core that the name server has
    Daemon* daemons = nullptr; // by node
    int server_node = 0;
    NameUse use;
};
Names names;

const Description& costs() noexcept {
    return the_run->chip.description();
}

Remembered* find(Daemon& daemon, int name) noexcept {
    for (int index = 0; index < daemon.count; ++index)
        if (daemon.names[index].name == name) return &daemon.names[index];
    return nullptr;
}

bool remembers(Daemon& daemon, int name) noexcept {
    Remembered* entry = find(daemon, name);
    ++daemon.lookups;
    if (entry != nullptr) entry->last_used = daemon.lookups;
    return entry != nullptr;
}

// In the entry of the name that was not used for longest, when there is no other.
void remember(Daemon& daemon, int name) noexcept {
    const auto most = static_cast<int>(costs().name_cache);
    if (most == 0 || find(daemon, name) != nullptr) return;
    if (daemon.names == nullptr) daemon.names = allocate<Remembered>(static_cast<std::size_t>(most));
    Remembered* entry = daemon.names;
    if (daemon.count < most)
        entry = &daemon.names[daemon.count++];
    else
        for (int other = 1; other < most; ++other)
            if (daemon.names[other].last_used < entry->last_used) entry = &daemon.names[other];
    *entry = {name, daemon.lookups};
}

// A question of the running rank, and its way.
struct Question {
    Control control;
    int rank = 0;          // that looks up
    int node_queried = 0;  // node
    int passed_on_to = -1; // node, or -1
    bool has_reply = false;
};

void take_reply(void* object, Cycles now) noexcept {
    auto& question = *static_cast<Question*>(object);
    question.has_reply = true;
    resume(question.rank, now);
}

void wait_for_answer(const Question& question) noexcept {
    while (!question.has_reply) process::block();
}

// The core that replies at a node: the server's, or the daemon's.
Server& core_of(const Question& question, int node) noexcept {
    const bool of_server = question.node_queried == names.server_node && node == names.server_node;
    return of_server ? names.server : the_run->chip.node(node).daemon;
}

void post(Question& question, int from, int to, Action handled, Cycles now) noexcept {
    ++names.use.messages;
    question.control.from = from;
    question.control.to = to;
    question.control.bytes = costs().control_bytes;
    question.control.handled = handled;
    question.control.object = &question;
    the_run->chip.post(question.control, now);
}

// Sends the reply of the daemon or server, by a call of its node's kernel where there is one.
void send_on(void* object, Cycles now) noexcept;

// It has come to where it is looked up.
void take_request(void* object, Cycles now) noexcept {
    auto& question = *static_cast<Question*>(object);
    const int node = question.control.to;
    Chip& chip = the_run->chip;
    const Cycles work = chip.work(node, costs().name_lookup + costs().control_send);
    chip.events.plan(core_of(question, node).serve(now, work), &send_on, &question);
}

void send_on(void* object, Cycles now) noexcept {
    auto& question = *static_cast<Question*>(object);
    const int node = question.control.to;
    Chip& chip = the_run->chip;
    const Cycles sent = costs().kernel_cycles > 0
                            ? chip.serve(node, now, chip.work(node, costs().kernel_cycles), "kernel call")
                            : now;
    const int next = question.passed_on_to;
    question.passed_on_to = -1;
    if (next >= 0 && next != node) return post(question, node, next, &take_request, sent);
    post(question, node, node_of(question.rank), &take_reply, sent);
}

// One query and its reply, from a node to which it may be forwarded.
void query(int node, int passed_on_to) noexcept {
    Question question;
    question.rank = process::current->number;
    question.node_queried = node;
    question.passed_on_to = passed_on_to;
    const int own = node_of(question.rank);
    post(question, own, node, &take_request, work_at(own, costs().control_send, 1, "name request"));
    wait_for_answer(question);
    charge(costs().receive_complete);
}

// By way of the cluster's memory.
void query_own_daemon() noexcept {
    Question question;
    question.rank = process::current->number;
    const int own = node_of(question.rank);
    charge(costs().word_local);
    synchronize();
    Chip& chip = the_run->chip;
    const Cycles done = chip.node(own).daemon.serve(now(), chip.work(own, costs().name_lookup));
    chip.events.plan(done, &take_reply, &question);
    wait_for_answer(question);
    charge(costs().word_local);
}

// The server has the addresses of ranks on its own node.
void query_others(int node) noexcept {
    const bool at_server = node == names.server_node;
    const bool forward = the_run->options.names.forward && !at_server;
    query(names.server_node, forward ? node : -1);
    if (!forward && !at_server) query(node, -1);
}

void look_up(int name, int node) noexcept {
    const int own = node_of(process::current->number);
    Daemon& daemon = names.daemons[own];
    query_own_daemon();
    if (node == own) {
        ++names.use.local;
        return;
    }
    if (the_run->options.names.cached && remembers(daemon, name)) {
        ++names.use.cached;
        return;
    }
    query_others(node);
    if (the_run->options.names.cached) remember(daemon, name);
}

void count_lookup(Cycles time) noexcept {
    ++names.use.lookups;
    names.use.time += time;
    if (time > names.use.longest) names.use.longest = time;
}

void release_names() noexcept {
    if (names.daemons == nullptr) return;
    for (int node = 0; node < costs().nodes(); ++node) std::free(names.daemons[node].names);
    std::free(names.daemons);
    names = {};
}

} // namespace

void find_name(int number, int node) noexcept {
    if (!the_run->options.names.used) return;
    const Cycles begin = now();
    look_up(number, node);
    count_lookup(now() - begin);
}

void find_rank(int rank) noexcept {
    find_name(rank, node_of(rank));
}

void register_name() noexcept {
    if (!the_run->options.names.used) return;
    query_own_daemon();
    query(names.server_node, -1);
    take_buffer(node_of(process::current->number), costs().name_bytes);
    take_buffer(names.server_node, costs().name_bytes);
}

void find_nothing() noexcept {
    if (!the_run->options.names.used) return;
    const Cycles begin = now();
    query_own_daemon();
    query(names.server_node, -1);
    count_lookup(now() - begin);
}

bool has_names() noexcept {
    return costs().name_service != 0;
}

void set_up_names(Run& run) noexcept {
    const Description& description = run.chip.description();
    names = {};
    if (!run.options.names.used) return;
    at_end(&release_names);
    names.server_node = description.server_node();
    names.daemons = allocate<Daemon>(static_cast<std::size_t>(description.nodes()));
    bool* has_ranks = allocate<bool>(static_cast<std::size_t>(description.nodes()));
    for (int rank = 0; rank < run.ranks; ++rank) {
        has_ranks[run.pes[rank].node] = true;
        take_buffer(run.pes[rank].node, description.name_bytes);
        take_buffer(names.server_node, description.name_bytes);
    }
    const std::int64_t cache = run.options.names.cached ? description.name_cache * description.name_bytes : 0;
    for (int node = 0; node < description.nodes(); ++node)
        if (has_ranks[node]) take_buffer(node, cache);
    std::free(has_ranks);
}

const NameUse& name_use() noexcept {
    return names.use;
}

} // namespace sartor::machine::manycore

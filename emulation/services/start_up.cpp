// Start-up as a chain of events for each process.
#include "emulation/services/start_up.hpp"

#include <new>

#include "emulation/array.hpp"
#include "emulation/chip/chip.hpp"

namespace sartor::machine::manycore {

namespace {

class SpawnServer;

struct Process {
    SpawnServer* server = nullptr;
    Transfer transfer;
    int node = 0;
    int ranks = 0;
    Control name;
    int unnamed = 0; // ranks whose names are not registered yet
};

class SpawnServer {
  public:
    SpawnServer(const Description& description, const ImageSizes& image, const HowToStart& how) noexcept
        : chip_(description), image_(image), how_(how), node_(description.server_node()) {}

    [[nodiscard]] StartUp run(const int* ranks) noexcept {
        const Description& description = chip_.description();
        if (how_.by_program) core_.serve(0, chip_.work(node_, description.process_start));
        processes_ = allocate<Process>(static_cast<std::size_t>(description.nodes()));
        for (int node = 0; node < description.nodes(); ++node)
            if (ranks[node] > 0) spawn(node, ranks[node]);
        while (!chip_.events.empty()) chip_.events.run_next();
        std::free(processes_);
        return result_;
    }

  private:
    using Step = void (SpawnServer::*)(Process& process, Cycles now) noexcept;

    template <Step step>
    static void act(void* object, Cycles now) noexcept {
        auto& process = *static_cast<Process*>(object);
        (process.server->*step)(process, now);
    }

    Cycles work(Cycles cycles) noexcept { return core_.serve(chip_.events.now(), chip_.work(node_, cycles)); }

    void spawn(int node, int ranks) noexcept {
        auto* process = new (&processes_[result_.processes++]) Process;
        process->server = this;
        process->node = node;
        process->ranks = ranks;
        process->unnamed = how_.registers_names ? ranks : 0;
        chip_.events.plan(work(chip_.description().spawn_process), &act<&SpawnServer::load>, process);
    }

    // The memory of the server's own node has the program already.
    void load(Process& process, Cycles now) noexcept {
        if (process.node == node_) return boot(process, now);
        Transfer& transfer = process.transfer;
        transfer.from = node_;
        transfer.to = process.node;
        transfer.left = image_.text + image_.writable;
        transfer.driver = Transfer::Driver::dma;
        transfer.injected = [](void*, Cycles) {};
        transfer.arrived = &act<&SpawnServer::boot>;
        transfer.object = &process;
        result_.bytes += transfer.left;
        chip_.start(transfer, now);
    }

    void boot(Process& process, Cycles now) noexcept {
        const Description& description = chip_.description();
        const Cycles one = description.rank_start + cycles_for(image_.writable, description.copy_rate);
        const Cycles all = description.process_start + (process.ranks - 1) * one;
        chip_.events.plan(now + chip_.work(process.node, all), &act<&SpawnServer::name_next>, &process);
    }

    void name_next(Process& process, Cycles now) noexcept {
        const Description& description = chip_.description();
        if (process.unnamed == 0) return report(process, now);
        --process.unnamed;
        process.name.from = process.node;
        process.name.to = node_;
        process.name.bytes = description.control_bytes;
        process.name.handled = &act<&SpawnServer::learn_name>;
        process.name.object = &process;
        const Cycles sent = now + chip_.work(process.node, description.control_send);
        const Cycles call = chip_.work(process.node, description.kernel_cycles);
        chip_.post(process.name, chip_.serve(process.node, sent, call, "kernel call"));
    }

    void learn_name(Process& process, Cycles now) noexcept {
        const Cycles known = names_.serve(now, chip_.work(node_, chip_.description().name_lookup));
        chip_.events.plan(known, &act<&SpawnServer::name_next>, &process);
    }

    void report(Process& process, Cycles now) noexcept {
        chip_.signal(process.node, node_, now, &act<&SpawnServer::count_report>, &process);
    }

    void count_report(Process&, Cycles) noexcept {
        work(chip_.description().word_receive);
        if (++reported_ < result_.processes) return;
        for (int number = 0; number < result_.processes; ++number)
            chip_.events.plan(work(chip_.description().word_send), &act<&SpawnServer::release>,
                              &processes_[number]);
    }

    void release(Process& process, Cycles now) noexcept {
        chip_.signal(node_, process.node, now, &act<&SpawnServer::go>, &process);
    }

    void go(Process& process, Cycles now) noexcept {
        const Cycles time = now + chip_.work(process.node, chip_.description().word_receive);
        if (time > result_.time) result_.time = time;
    }

    Chip chip_;
    ImageSizes image_;
    HowToStart how_;
    int node_;
    Server core_;  // that the server runs on
    Server names_; // that the name server runs on
    Process* processes_ = nullptr;
    int reported_ = 0;
    StartUp result_;
};

} // namespace

StartUp start_up(const Description& description, const int* ranks, const ImageSizes& image,
                 const HowToStart& how) noexcept {
    return SpawnServer(description, image, how).run(ranks);
}

} // namespace sartor::machine::manycore

// The AOS layer where all ranks share memory: operations are done by the calling rank.
#include "components/one_sided/aos/calls.hpp"

namespace sartor::aos {

namespace {

struct HostEngine {
    using Calls = aos::Calls<HostEngine>;

    struct View : aos::View {
        explicit View(Segment& of) noexcept { segment = &of; }
        void set_ends(int own, int) noexcept { rank = own; }
    };

    static void enter(const char* call) noexcept { process::current->call = call; }
    static void wake(process::Rank& rank) noexcept { process::wake(rank); }
    static int cluster(int) noexcept { return 0; }
    static void look_later() noexcept { process::yield(); }
    static void begin_taking(const Queue&) noexcept {}
    static void took_out(std::size_t) noexcept {}
    static void take(int, std::size_t) noexcept {}
    static void put_back(int, std::size_t) noexcept {}

    static void put(View& view, std::size_t offset, const char* from, const Blocks& blocks,
                    Event* event) noexcept {
        put_blocks(view.segment->base + offset, from, blocks);
        Calls::settle(*view.segment);
        Calls::finish(view, event);
    }
    static void get(View& view, std::size_t offset, char* to, const Blocks& blocks, Event* event) noexcept {
        get_blocks(view.segment->base + offset, to, blocks);
        Calls::finish(view, event);
    }
    static void change(View& view, const Atomic& atomic, Event* event) noexcept {
        Calls::carry_out_or_defer(
            *view.segment, atomic, event,
            [](Deferred& done, std::int64_t old) noexcept {
                if (done.atomic.old != nullptr) *done.atomic.old = old;
                Calls::finish(*static_cast<View*>(done.object), done.event);
            },
            &view);
    }
    static void fence(View& view, Event* event) noexcept { Calls::finish(view, event); }
    static void append(Queue& queue, const void* data, std::size_t bytes, Event* event) noexcept {
        Calls::store(queue, data, bytes, event);
    }
};

} // namespace

} // namespace sartor::aos

extern "C" const sartor_aos_calls* sartor_aos() {
    return &sartor::aos::HostEngine::Calls::table;
}

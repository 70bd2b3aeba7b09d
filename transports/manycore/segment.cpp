// Put and get as chains of events.
#include "transports/manycore/segment.hpp"

namespace sartor::channel::manycore {

using machine::manycore::Cycles;
using machine::manycore::Server;
using machine::manycore::Transfer;
using machine::manycore::Waiter;

namespace {

constexpr std::int64_t request_bytes = 64; // of a get: segment, offsets, size and where its data go

Job& job_of(Waiter& waiter) noexcept {
    return *reinterpret_cast<Job*>(reinterpret_cast<char*>(&waiter) - offsetof(Job, turn));
}

} // namespace

void Window::prepare(Job& job, bool is_get) noexcept {
    job.window = this;
    job.is_get = is_get;
    job.transfer.from = is_get ? target_ : initiator_;
    job.transfer.to = is_get ? initiator_ : target_;
    job.transfer.left = job.bytes;
    const bool by_reader = is_get && chip_.networks().serves_reads();
    job.transfer.driver = by_reader ? Transfer::Driver::reader : Transfer::Driver::dma;
    job.transfer.object = &job;
    job.transfer.injected = [](void* object, Cycles now) {
        auto& sent = *static_cast<Job*>(object);
        sent.window->turn_of(sent).put_back(now);
    };
    job.transfer.arrived = [](void* object, Cycles now) {
        auto& done = *static_cast<Job*>(object);
        Window& window = *done.window;
        if (done.arrived != nullptr) done.arrived(done.object, now);
        const Cycles cost = window.chip_.work(window.initiator_, window.chip_.description().put_complete);
        window.chip_.events.plan(now + cost, done.complete, done.object);
    };
}

// The manager's part before the transfer, and what it settles afterwards.
void Window::serve(Job& job, int server, Cycles now) noexcept {
    const auto& costs = chip_.description();
    Server& manager = chip_.node(server).server;
    const Cycles served = manager.serve(now, chip_.work(server, costs.put_serve));
    manager.serve(served, chip_.work(server, costs.put_settle));
    chip_.events.plan(
        served,
        [](void* object, Cycles when) {
            auto& next = *static_cast<Job*>(object);
            next.window->take_turn(next, when);
        },
        &job);
}

void Window::take_turn(Job& job, Cycles now) noexcept {
    job.turn.granted = [](Waiter& waiter, Cycles when) {
        Job& granted = job_of(waiter);
        granted.window->chip_.start(granted.transfer, when);
    };
    turn_of(job).take(job.turn, now);
}

Cycles Window::put(Job& job, Server& core, Cycles now) noexcept {
    prepare(job, false);
    const Cycles posted = core.serve(now, chip_.work(initiator_, chip_.description().put_initiate));
    chip_.events.plan(
        posted,
        [](void* object, Cycles when) {
            auto& put = *static_cast<Job*>(object);
            put.window->serve(put, put.window->initiator_, when);
        },
        &job);
    return posted;
}

Cycles Window::get(Job& job, Server& core, Cycles now) noexcept {
    prepare(job, true);
    const Cycles posted = core.serve(now, chip_.work(initiator_, chip_.description().put_initiate));
    chip_.events.plan(
        posted,
        [](void* object, Cycles when) {
            auto& get = *static_cast<Job*>(object);
            Window& window = *get.window;
            if (window.chip_.networks().serves_reads()) return window.take_turn(get, when);
            window.chip_.networks().send(
                window.initiator_, window.target_, request_bytes, when,
                [](void* requested, Cycles there) {
                    auto& job_there = *static_cast<Job*>(requested);
                    job_there.window->serve(job_there, job_there.window->target_, there);
                },
                object);
        },
        &job);
    return posted;
}

} // namespace sartor::channel::manycore

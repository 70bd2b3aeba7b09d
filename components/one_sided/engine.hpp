// One-sided operations of a rank: on memory that it shares by loads and stores, elsewhere by active messages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string_view>
#include <utility>

#include "components/channel/service.hpp"
#include "components/channel/tokens.hpp"
#include "components/channel/transport.hpp"
#include "components/envelope/storage.hpp"
#include "components/one_sided/messages.hpp"
#include "components/one_sided/update.hpp"
#include "components/one_sided/window.hpp"
#include "components/process/process.hpp"

namespace sartor::one_sided {

// A rank by its numbers in the window and in the process.
struct Peer {
    int in_window;
    int in_process;
};

// The engine of one rank, whose state has it as its member `one_sided`, beside its `communicator`. `Types`
// names State, Transport, Storage (untyped: data in this computer's byte order) and Updates, whose
// of(operation, item) gives an Update. Operations are complete on return where memory is shared; elsewhere
// when wait_for_all() returns. Until then results, and data that the machine moves, must not be touched; what
// goes by message has been copied. Ends the run when there is no memory for a message.
template <class Types>
class Engine {
  public:
    static constexpr std::string_view name = "one-sided operations";
    using Transport = typename Types::Transport;
    using Storage = typename Types::Storage;
    using Updates = typename Types::Updates;
    using Service = one_sided::Service<typename Types::State>;
    // Whether some ranks can be reached by messages alone.
    static constexpr bool has_far = channel::CarryingTransport<Transport, Service>;

    Engine() = default;
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    // ---- windows

    // Publishes a part: all ranks must have entered theirs before one is used. False: no memory.
    [[nodiscard]] bool enter(Window& window, int memory) noexcept {
        if (!boards.enter(window, memory)) return false;
        window.next = first_;
        first_ = &window;
        return true;
    }
    void leave(Window& window) noexcept {
        Window** link = &first_;
        while (*link != &window) link = &(*link)->next;
        *link = window.next;
        boards.leave(window);
        for (Post* post = window.posts; post != nullptr;) std::free(std::exchange(post, post->next));
        for (Attached* one = window.attached; one != nullptr;) std::free(std::exchange(one, one->next));
        std::free(std::exchange(window.outstanding, nullptr));
        std::free(std::exchange(window.log, nullptr));
        window.posts = nullptr;
        window.attached = nullptr;
    }

    // The part of a rank whose memory this one may load and store; null for others. In virtual time only the
    // own one: what happens at others happens when a message has arrived there.
    [[nodiscard]] static Window* near(Window& window, int rank) noexcept {
        if constexpr (channel::TimedTransport<Transport>)
            return rank == window.rank ? &window : nullptr;
        else
            return window.board->parts[rank];
    }

    // ---- operations on shared memory, in which `target` is

    // Accounts a copy that the caller has made itself, where it takes virtual time.
    static void note_copy([[maybe_unused]] std::size_t bytes) noexcept {
        if constexpr (channel::CopyChargingTransport<Transport>) Transport::charge_copy(bytes);
    }

    [[nodiscard]] static Failure update_near(Window& theirs, const Storage& target, const Storage& operands,
                                             const Storage* result, const Update& how) noexcept {
        note_copy(target.bytes);
        const SpinGuard guard(theirs.updating);
        return one_sided::update(target, operands, result, how) ? Failure::none : Failure::no_memory;
    }
    // The same for elements without gaps in one piece at both sides; `result` may be null.
    static void update_near(Window& theirs, void* target, const void* operands, void* result,
                            std::size_t bytes, const Update& how) noexcept {
        note_copy(bytes);
        const SpinGuard guard(theirs.updating);
        if (result != nullptr) envelope::copy(result, target, bytes);
        if (how.change == Change::join)
            how.join(operands, target, bytes / how.bytes);
        else if (how.change == Change::replace)
            envelope::copy(target, operands, bytes);
    }
    static void compare_and_swap_near(Window& theirs, void* target, const void* origin, const void* compare,
                                      void* result, std::size_t bytes) noexcept {
        note_copy(bytes);
        const SpinGuard guard(theirs.updating);
        std::memcpy(result, target, bytes);
        if (std::memcmp(target, compare, bytes) == 0) std::memcpy(target, origin, bytes);
    }

    // ---- operations by messages: the pieces of `target` are offsets in the part of a rank

    void put_far(Window& window, Peer rank, const Storage& target, const Storage& data) noexcept {
        request(window, rank, Kind::put, target, data, nullptr, {});
    }
    void get_far(Window& window, Peer rank, const Storage& target, const Storage& result) noexcept {
        request(window, rank, Kind::get, target, {}, &result, {});
    }
    void update_far(Window& window, Peer rank, const Storage& target, const Storage& operands,
                    const Storage* result, int operation, int item) noexcept {
        Header header;
        header.operation = operation;
        header.item = item;
        request(window, rank, Kind::update, target, operands, result, header);
    }
    // `both`: the new value, and behind it the one to compare with.
    void compare_and_swap_far(Window& window, Peer rank, const Storage& target, const Storage& both,
                              const Storage& result) noexcept {
        request(window, rank, Kind::compare_and_swap, target, both, &result, {});
    }

    // Operations from now on count for a request, as long as they use the program's memory; null: for none.
    void follow(Ticket* ticket) noexcept { followed_ = ticket; }

    // Return when the window's operations by messages are complete: all, or those at one rank. Give the error
    // of one that failed.
    [[nodiscard]] Failure wait_for_all(Window& window) noexcept {
        if constexpr (has_far) communicator().wait_until([&] { return window.unacknowledged == 0; });
        return std::exchange(window.failed, Failure::none);
    }
    [[nodiscard]] Failure wait_for(Window& window, int rank) noexcept {
        if constexpr (has_far)
            communicator().wait_until(
                [&] { return window.outstanding == nullptr || window.outstanding[rank] == 0; });
        return std::exchange(window.failed, Failure::none);
    }

    // Called by functions with which programs poll and which need not wait: every 32nd call collects messages
    // and lets other ranks of the worker run. Without it a rank that polls for a value would keep the rank
    // that writes it from running.
    void look_around() noexcept {
        if (++looks_ % looks_a_turn != 0) [[likely]]
            return;
        if (first_ == nullptr) return;
        communicator().progress();
        communicator().give_way_if_wanted();
    }

    // ---- locks, and epochs between groups

    // Returns when the lock of a rank's part is held: at once or after the holders before. By messages one
    // round trip.
    void lock(Window& window, int rank, int process_rank, bool exclusive) noexcept {
        Window* const theirs = near(window, rank);
        if (theirs == nullptr) return lock_far(window, process_rank, exclusive);
        LockRequest request;
        request.rank = process::current->number;
        request.exclusive = exclusive;
        theirs->guard.lock();
        const bool granted = theirs->lock.request(request);
        theirs->guard.unlock();
        if (!granted)
            communicator().wait_until([&] { return request.granted.load(std::memory_order_acquire); });
    }
    // A lock that is released by a message is released after the operations before it, and is waited for like
    // these.
    void unlock(Window& window, int rank, int process_rank, bool exclusive) noexcept {
        Window* const theirs = near(window, rank);
        if (theirs == nullptr) {
            Header header = header_for(window, Kind::unlock);
            header.exclusive = exclusive;
            return post_counted(window, {rank, process_rank}, header);
        }
        release(*theirs, exclusive);
    }
    // For reports: the rank that holds the lock of a part; -1: not known.
    [[nodiscard]] static int holder(Window& window, int rank) noexcept {
        Window* const theirs = near(window, rank);
        if (theirs == nullptr) return -1;
        const SpinGuard guard(theirs->guard);
        return theirs->lock.holder();
    }

    // Exposes the own part to a rank, which may then start(). False: no memory.
    [[nodiscard]] bool post(Window& window, int rank, int process_rank) noexcept {
        Window* const theirs = near(window, rank);
        if (theirs == nullptr) {
            send(process_rank, header_for(window, Kind::post));
            return true;
        }
        if (!add_post(*theirs, window.rank)) return false;
        wake(process::rank(process_rank));
        return true;
    }
    // Returns when a rank has exposed its part to this one.
    void start(Window& window, int rank) noexcept {
        communicator().wait_until([&] { return take_post(window, rank); });
    }
    void complete(Window& window, int rank, int process_rank) noexcept {
        Window* const theirs = near(window, rank);
        if (theirs == nullptr) return send(process_rank, header_for(window, Kind::complete));
        theirs->completed.fetch_add(1, std::memory_order_release);
        wake(process::rank(process_rank));
    }
    // Whether so many ranks have completed their access to this one's part; its exposure ends then.
    [[nodiscard]] static bool try_end_exposure(Window& window, int accesses) noexcept {
        if (window.completed.load(std::memory_order_acquire) < accesses) return false;
        window.completed.fetch_sub(accesses, std::memory_order_relaxed);
        return true;
    }
    void wait_for_end_of_exposure(Window& window, int accesses) noexcept {
        communicator().wait_until([&] { return try_end_exposure(window, accesses); });
    }

    // ---- by the transport: what has come for this rank

    void handle(const Header& header, const void* contents, std::size_t bytes, process::Rank& self) noexcept {
        Window* const window = find(header.context);
        if (window == nullptr) return; // it was freed: no rank waits for a reply
        const auto* data = static_cast<const char*>(contents);
        switch (header.kind) {
        case Kind::reply:
            take_reply(*window, header, data, bytes);
            return wake(self);
        case Kind::lock:
            return take_lock_request(*window, header, self);
        case Kind::granted:
            window->lock_granted = true;
            return wake(self);
        case Kind::unlock:
            release(*window, header.exclusive);
            return reply(*window, header, self, Failure::none, nullptr, 0);
        case Kind::post:
            if (!add_post(*window, header.rank)) end_without_memory();
            return wake(self);
        case Kind::complete:
            window->completed.fetch_add(1, std::memory_order_release);
            return wake(self);
        default:
            return serve(*window, header, data, bytes, self);
        }
    }

  private:
    // A result that is requested.
    struct Asked {
        Asked* next;
        Storage result;
        Ticket* ticket; // may be null
    };

    [[nodiscard]] static auto& communicator() noexcept {
        return process::state_of<typename Types::State>(*process::current).communicator;
    }
    [[nodiscard]] Window* find(int context) const noexcept {
        Window* window = first_;
        while (window != nullptr && window->context != context) window = window->next;
        return window;
    }

    static void wake(process::Rank& rank) noexcept {
        if constexpr (channel::TimedTransport<Transport>)
            Transport::wake_at_once(rank);
        else
            process::wake(rank);
    }

    // ---- the initiator

    [[nodiscard]] static Header header_for(const Window& window, Kind kind) noexcept {
        Header header;
        header.kind = kind;
        header.from = process::current->number;
        header.context = window.context;
        header.rank = window.rank;
        return header;
    }
    static void send(int rank, const Header& header, const void* data = nullptr, std::size_t bytes = 0,
                     int from = process::current->number) noexcept {
        if constexpr (has_far)
            Transport::template send<Service>(process::rank(rank), header, data, bytes, from);
    }
    static void count(Window& window, int rank) noexcept {
        if (window.outstanding == nullptr)
            window.outstanding = static_cast<std::int32_t*>(
                std::calloc(static_cast<std::size_t>(window.size), sizeof *window.outstanding));
        if (window.outstanding == nullptr) end_without_memory();
        ++window.unacknowledged;
        ++window.outstanding[rank];
    }
    static void count_off(Window& window, int rank) noexcept {
        --window.unacknowledged;
        --window.outstanding[rank];
    }
    static void post_counted(Window& window, Peer rank, const Header& header, const void* data = nullptr,
                             std::size_t bytes = 0) noexcept {
        count(window, rank.in_window);
        send(rank.in_process, header, data, bytes);
    }

    void request(Window& window, Peer rank, Kind kind, const Storage& target, const Storage& data,
                 const Storage* result, Header header) noexcept {
        if constexpr (!has_far) return;
        if constexpr (channel::MovingTransport<Transport>)
            if ((kind == Kind::put || kind == Kind::get) &&
                Transport::is_moved(process::rank(rank.in_process),
                                    sizeof(Header) + sizeof(Run) + target.bytes))
                return move(window, rank, target, kind == Kind::put ? data : *result, kind == Kind::get);
        const Header plain = header_for(window, kind);
        header.kind = plain.kind;
        header.from = plain.from;
        header.context = plain.context;
        header.rank = plain.rank;
        target.for_each_piece([&](const void*, std::size_t) { ++header.runs; });
        const std::size_t runs_bytes = static_cast<std::size_t>(header.runs) * sizeof(Run);
        auto* message = static_cast<char*>(std::malloc(runs_bytes + data.bytes + 1));
        if (message == nullptr) end_without_memory();
        char* next = message;
        target.for_each_piece([&](const void* piece, std::size_t bytes) {
            const Run run{static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(piece)), bytes};
            std::memcpy(next, &run, sizeof run);
            next += sizeof run;
        });
        if (data.bytes > 0) data.gather_to(next);
        if (result != nullptr) {
            void* memory = std::malloc(sizeof(Asked));
            if (memory == nullptr) end_without_memory();
            header.wants_result = true;
            header.token = asked_.add(*new (memory) Asked{nullptr, *result, followed_});
            if (followed_ != nullptr) ++followed_->pending;
        }
        post_counted(window, rank, header, message, runs_bytes + data.bytes);
        std::free(message);
    }

    // A put or a get that the machine moves. Behind it the pieces of the target's part.
    template <class T>
    struct Moving {
        typename T::Move move;
        Window* window;
        process::Rank* initiator;
        process::Rank* owner; // of the part
        int target;           // its rank in the window
        int runs;
        Storage local;
        bool is_get;
        Failure failed;
        Ticket* ticket; // may be null

        [[nodiscard]] Run* pieces() noexcept { return reinterpret_cast<Run*>(this + 1); }
    };

    template <class T = Transport>
    void move(Window& window, Peer rank, const Storage& target, const Storage& local, bool is_get) noexcept {
        int runs = 0;
        target.for_each_piece([&](const void*, std::size_t) { ++runs; });
        void* memory = std::malloc(sizeof(Moving<T>) + static_cast<std::size_t>(runs) * sizeof(Run));
        if (memory == nullptr) end_without_memory();
        auto* one = new (memory) Moving<T>{.window = &window,
                                           .initiator = process::current,
                                           .owner = &process::rank(rank.in_process),
                                           .target = rank.in_window,
                                           .runs = 0,
                                           .local = local,
                                           .is_get = is_get,
                                           .failed = Failure::none,
                                           .ticket = followed_};
        target.for_each_piece([&](const void* piece, std::size_t bytes) {
            one->pieces()[one->runs++] = {static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(piece)),
                                          bytes};
            one->move.add(bytes);
        });
        one->move.object = one;
        one->move.arrived = [](void* object) noexcept {
            auto& there = *static_cast<Moving<T>*>(object);
            there.failed = Service::Receiver::of(*there.owner).copy_moved(there);
        };
        one->move.complete = [](void* object) noexcept { end_move(*static_cast<Moving<T>*>(object)); };
        count(window, rank.in_window);
        if (followed_ != nullptr) ++followed_->pending;
        is_get ? T::move_from(one->move, *one->owner) : T::move_to(one->move, *one->owner);
    }
    // At the target, whose window may have been freed: then no rank waits for it.
    template <class M>
    [[nodiscard]] Failure copy_moved(M& one) noexcept {
        const Window* const own = find(one.window->context);
        if (own == nullptr) return Failure::none;
        for (int index = 0; index < one.runs; ++index)
            if (!own->has(own->base + one.pieces()[index].offset, one.pieces()[index].bytes))
                return Failure::out_of_range;
        Run* run = one.pieces();
        one.local.for_each_piece([&](const void* piece, std::size_t bytes) {
            for (auto* local = static_cast<char*>(const_cast<void*>(piece)); bytes > 0;) {
                const std::size_t part = bytes < run->bytes ? bytes : run->bytes;
                char* const there = own->base + run->offset;
                std::memcpy(one.is_get ? local : there, one.is_get ? there : local, part);
                run->offset += static_cast<std::int64_t>(part);
                run->bytes -= part;
                if (run->bytes == 0) ++run;
                local += part;
                bytes -= part;
            }
        });
        return Failure::none;
    }
    template <class M>
    static void end_move(M& one) noexcept {
        count_off(*one.window, one.target);
        if (one.failed != Failure::none) one.window->failed = one.failed;
        if (one.ticket != nullptr) --one.ticket->pending;
        wake(*one.initiator);
        one.~M();
        std::free(&one);
    }

    void take_reply(Window& window, const Header& header, const char* data, std::size_t bytes) noexcept {
        count_off(window, header.rank);
        if (header.error != Failure::none) window.failed = header.error;
        if (!header.wants_result) return;
        Asked* const asked = asked_.find(header.token);
        asked_.remove(header.token);
        if (asked->ticket != nullptr) --asked->ticket->pending;
        if (header.error == Failure::none) Storage{const_cast<char*>(data), bytes}.copy_to(asked->result);
        asked->~Asked();
        std::free(asked);
    }

    void lock_far(Window& window, int rank, bool exclusive) noexcept {
        Header header = header_for(window, Kind::lock);
        header.exclusive = exclusive;
        window.lock_granted = false;
        send(rank, header);
        communicator().wait_until([&] { return window.lock_granted; });
    }

    // ---- the target

    // Grants are sent when the guard is free, since a message may let other ranks of a chip run first.
    static void release(Window& window, bool exclusive) noexcept {
        LockRequest* granted = nullptr;
        LockRequest** end = &granted;
        {
            const SpinGuard guard(window.guard);
            window.lock.release(exclusive, [&](LockRequest& request) {
                request.next = nullptr;
                *end = &request;
                end = &request.next;
            });
        }
        while (granted != nullptr) grant(window, *std::exchange(granted, granted->next));
    }
    static void grant(const Window& window, LockRequest& request) noexcept {
        process::Rank& rank = process::rank(request.rank);
        if (request.is_message) {
            std::free(&request);
            return send_grant(window, rank.number);
        }
        request.granted.store(true, std::memory_order_release);
        wake(rank);
    }
    static void send_grant(const Window& window, int rank) noexcept {
        Header header;
        header.kind = Kind::granted;
        header.context = window.context;
        send(rank, header, nullptr, 0, window.owner);
    }
    static void take_lock_request(Window& window, const Header& header, const process::Rank&) noexcept {
        void* memory = std::malloc(sizeof(LockRequest));
        if (memory == nullptr) end_without_memory();
        auto* request = new (memory) LockRequest;
        request->rank = header.from;
        request->exclusive = header.exclusive;
        request->is_message = true;
        {
            const SpinGuard guard(window.guard);
            if (!window.lock.request(*request)) return;
        }
        std::free(request);
        send_grant(window, header.from);
    }

    [[nodiscard]] static bool add_post(Window& window, int rank) noexcept {
        auto* post = static_cast<Post*>(std::malloc(sizeof(Post)));
        if (post == nullptr) return false;
        const SpinGuard guard(window.guard);
        *post = {window.posts, rank};
        window.posts = post;
        return true;
    }
    [[nodiscard]] static bool take_post(Window& window, int rank) noexcept {
        const SpinGuard guard(window.guard);
        Post** link = &window.posts;
        while (*link != nullptr && (*link)->rank != rank) link = &(*link)->next;
        if (*link == nullptr) return false;
        std::free(std::exchange(*link, (*link)->next));
        return true;
    }

    static void reply(const Window& window, const Header& header, const process::Rank& self, Failure error,
                      const void* data, std::size_t bytes) noexcept {
        Header answer = header;
        answer.kind = Kind::reply;
        answer.rank = window.rank;
        answer.error = error;
        if constexpr (channel::AnsweringTransport<Transport, Service>)
            Transport::template answer<Service>(process::rank(header.from), answer, data, bytes, self.number);
        else
            send(header.from, answer, data, bytes, self.number);
    }

    // The pieces of the own part that a message names.
    struct Pieces {
        char* base;
        const char* runs;
        int count;

        [[nodiscard]] Run operator[](int index) const noexcept {
            Run run;
            std::memcpy(&run, runs + static_cast<std::size_t>(index) * sizeof run, sizeof run);
            return run;
        }
        [[nodiscard]] char* address(const Run& run) const noexcept { return base + run.offset; }
        [[nodiscard]] std::size_t bytes() const noexcept {
            std::size_t sum = 0;
            for (int index = 0; index < count; ++index) sum += (*this)[index].bytes;
            return sum;
        }
        void gather_to(char* data) const noexcept {
            for (int index = 0; index < count; ++index) {
                const Run run = (*this)[index];
                std::memcpy(data, address(run), run.bytes);
                data += run.bytes;
            }
        }
        void scatter(const char* data) const noexcept {
            for (int index = 0; index < count; ++index) {
                const Run run = (*this)[index];
                std::memcpy(address(run), data, run.bytes);
                data += run.bytes;
            }
        }
    };

    static void serve(Window& window, const Header& header, const char* contents, std::size_t bytes,
                      const process::Rank& self) noexcept {
        const Pieces pieces{window.base, contents, header.runs};
        const std::size_t runs_bytes = static_cast<std::size_t>(header.runs) * sizeof(Run);
        const char* data = contents + runs_bytes;
        for (int index = 0; index < header.runs; ++index)
            if (!window.has(pieces.address(pieces[index]), pieces[index].bytes))
                return reply(window, header, self, Failure::out_of_range, nullptr, 0);
        if (header.kind == Kind::put) {
            pieces.scatter(data);
            return reply(window, header, self, Failure::none, nullptr, 0);
        }
        const std::size_t size = pieces.bytes();
        auto* before = static_cast<char*>(std::malloc(size + 1));
        if (before == nullptr) end_without_memory();
        window.updating.lock();
        pieces.gather_to(before);
        if (header.kind == Kind::compare_and_swap && std::memcmp(before, data + size, size) == 0)
            pieces.scatter(data);
        if (header.kind == Kind::update) change(pieces, header, before, data, bytes - runs_bytes);
        window.updating.unlock();
        reply(window, header, self, Failure::none, before, header.wants_result ? size : 0);
        std::free(before);
    }
    static void change(const Pieces& pieces, const Header& header, const char* before, const char* data,
                       std::size_t bytes) noexcept {
        const Update how = Updates::of(header.operation, header.item);
        if (how.change == Change::nothing) return;
        const std::size_t size = pieces.bytes();
        auto* after = static_cast<char*>(std::malloc(size + 1));
        if (after == nullptr) end_without_memory();
        std::memcpy(after, before, size);
        const Storage target{after, size};
        if (!one_sided::update(target, Storage{const_cast<char*>(data), bytes},
                               static_cast<const Storage*>(nullptr), how))
            end_without_memory();
        pieces.scatter(after);
        std::free(after);
    }

    [[noreturn, gnu::cold]] static void end_without_memory() noexcept {
        process::report("no memory for a one-sided operation");
        process::end_run(1);
    }

    static constexpr unsigned looks_a_turn = 32;

    Window* first_ = nullptr;
    Ticket* followed_ = nullptr;
    unsigned looks_ = 0;
    channel::Tokens<Asked> asked_;
};

} // namespace sartor::one_sided

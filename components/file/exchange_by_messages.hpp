// A collective access of ranks that share no memory: who has data in an aggregator's window sends it the runs
// and the data, or the runs alone, and gets the data (components/file/exchange.hpp).
#pragma once

#include <cerrno>
#include <concepts>
#include <cstring>
#include <new>
#include <span>
#include <utility>

#include "components/collective/interface/interface.hpp"
#include "components/file/exchange.hpp"
#include "components/file/outcome.hpp"
#include "components/library_memory.hpp"

namespace sartor::file {

// Messages of an exchange: they tell that one has failed, and report a rank that takes part in another
// access.
template <class M>
concept ExchangeMessages = collective::StartsSends<M> && requires(M& messages, int node) {
    { messages.failed() } -> std::same_as<bool>;
    messages.disagree(node);
};

// An answer with data that were read: behind them.
struct ReadReply {
    std::uint64_t there; // bytes before the end of the file
    std::int64_t error;  // the system's, or 0
};

// One rank's part of an access, over all rounds.
template <ExchangeMessages M>
class MessageExchange {
  public:
    // `messages`, `replies`: of all ranks, told apart, since an aggregator may send both to another one.
    // `windows`: memory of an aggregator, null where there is none, and at other ranks. `shares`: those of
    // all ranks.
    MessageExchange(M& messages, M& replies, const Descriptor& descriptor, Exchange* windows,
                    const Plan& plan, std::span<const Share> shares, const Pieces& there,
                    const Pieces& memory) noexcept
        : messages_(messages), replies_(replies), descriptor_(descriptor), windows_(windows), plan_(plan),
          shares_(shares), aggregator_(plan.aggregator_of(messages.rank(), messages.size())),
          position_(there.walk_or_none()), memory_(memory.walk_or_none()), left_(there.bytes) {
        if (aggregator_ >= 0 && windows_ == nullptr) note(ENOMEM);
    }

    // `agree(error)`: one error of the system of all ranks, 0 where there is none; returns when all have
    // called it. Errors of the messages are kept by these.
    template <class Agree>
    [[nodiscard]] Outcome write(Agree agree) noexcept {
        Outcome outcome{};
        const std::size_t bytes = left_;
        for (std::uint64_t round = 0; round < plan_.rounds(); ++round) {
            Outbox boxes[Exchange::most_aggregators];
            for (int index = 0; index < plan_.aggregators; ++index)
                if (has_data(messages_.rank(), round, index)) send_data(boxes[index], round, index);
            if (aggregator_ >= 0) write_window(round, boxes[aggregator_]);
            for (Outbox& box : boxes) finish(box);
        }
        outcome.error = agree(error_with_windows());
        outcome.bytes = outcome.error == 0 ? bytes : 0;
        return outcome;
    }
    template <class Agree>
    [[nodiscard]] Outcome read(Agree agree) noexcept {
        Outcome outcome{};
        for (std::uint64_t round = 0; round < plan_.rounds(); ++round) {
            Outbox boxes[Exchange::most_aggregators];
            for (int index = 0; index < plan_.aggregators; ++index)
                if (has_data(messages_.rank(), round, index)) request_data(boxes[index], round, index);
            Replies replies;
            if (aggregator_ >= 0) read_window(round, boxes[aggregator_], replies);
            for (int index = 0; index < plan_.aggregators; ++index) take_reply(boxes[index], index, outcome);
            for (Outbox& box : boxes) finish(box);
            for (Reply* reply = replies.first; reply != nullptr; reply = reply->next)
                replies_.finish(reply->message);
        }
        outcome.error = agree(error_with_windows());
        return outcome;
    }

  private:
    using Piece = typename M::Piece;

    // What a rank has for one aggregator in one round: `body` has the runs, then the data or room for the
    // answer.
    struct Outbox {
        Outbox() = default;
        Outbox(const Outbox&) = delete;
        Outbox& operator=(const Outbox&) = delete;
        ~Outbox() { std::free(body); }

        [[nodiscard]] bool is_empty() const noexcept { return head.bytes == 0; }
        [[nodiscard]] char* data() const noexcept { return body + head.runs * sizeof(WindowRuns); }
        [[nodiscard]] GivenParts parts() const noexcept {
            return {reinterpret_cast<const WindowRuns*>(body), head.runs};
        }

        PartsHead head{};
        char* body = nullptr;
        bool sent = false; // not to the rank itself
        typename M::Started head_message;
        typename M::Started body_message;
    };

    // An aggregator's answers of one round. They are sent at once, since others may be answering this rank.
    struct Reply {
        Reply* next;
        char* body; // of a box
        typename M::Started message;
    };
    struct Replies {
        Replies() = default;
        Replies(const Replies&) = delete;
        Replies& operator=(const Replies&) = delete;
        ~Replies() {
            while (first != nullptr) {
                Reply* const next = first->next;
                std::free(first->body);
                std::free(first);
                first = next;
            }
        }

        Reply* first = nullptr;
    };

    [[nodiscard]] int rank_of(int aggregator) const noexcept {
        return static_cast<int>(std::int64_t{aggregator} * messages_.size() / plan_.aggregators);
    }
    // Whether a rank sends to an aggregator in a round: both know it.
    [[nodiscard]] bool has_data(int rank, std::uint64_t round, int aggregator) noexcept {
        const Share& share = shares_[static_cast<std::size_t>(rank)];
        const std::uint64_t begin = plan_.begin_of(round, aggregator);
        const std::uint64_t end = plan_.end_of(round, aggregator);
        return begin < end && share.first < end && share.end > begin;
    }

    // Fills in head and runs, with room for `more` bytes behind data. Without memory for it nothing is sent
    // but a head that says so.
    void describe(Outbox& box, std::uint64_t round, int index, std::size_t more) noexcept {
        const std::uint64_t first = plan_.begin_of(round, index);
        bool added = true;
        parts_.clear();
        visit_runs_before(position_, left_, plan_.end_of(round, index), [&](const RegularRuns& runs) {
            const auto narrow = [](std::uint64_t value) { return static_cast<std::uint32_t>(value); };
            // The distance of a single run is of no use, and may be a larger number.
            added = added && parts_.add({narrow(runs.first - first), narrow(runs.length),
                                         runs.count > 1 ? narrow(runs.stride) : 0, narrow(runs.count)});
        });
        const std::size_t list = parts_.count() * sizeof(WindowRuns);
        if (added) box.body = static_cast<char*>(allocate_for_library(list + parts_.bytes() + more + 1));
        if (box.body == nullptr) {
            note(ENOMEM);
            return;
        }
        box.head = {static_cast<std::uint32_t>(parts_.count()), static_cast<std::uint32_t>(parts_.bytes())};
        if (list > 0) std::memcpy(box.body, parts_.runs(), list);
    }

    void send(Outbox& box, int index, std::size_t body_bytes) noexcept {
        const int to = rank_of(index);
        box.sent = to != messages_.rank();
        if (!box.sent) return;
        messages_.start(box.head_message, to, Piece{&box.head, sizeof box.head});
        if (!box.is_empty()) messages_.start(box.body_message, to, Piece{box.body, body_bytes});
    }
    void finish(Outbox& box) noexcept {
        if (!box.sent) return;
        messages_.finish(box.head_message);
        if (!box.is_empty()) messages_.finish(box.body_message);
    }

    void send_data(Outbox& box, std::uint64_t round, int index) noexcept {
        describe(box, round, index, 0);
        copy<layout::Direction::gather>(box, box.head.bytes);
        send(box, index, box.head.runs * sizeof(WindowRuns) + box.head.bytes);
    }
    void request_data(Outbox& box, std::uint64_t round, int index) noexcept {
        describe(box, round, index, sizeof(ReadReply));
        send(box, index, box.head.runs * sizeof(WindowRuns));
    }
    // The next `bytes` of this rank's memory to or from a box.
    template <layout::Direction Way>
    void copy(const Outbox& box, std::size_t bytes) noexcept {
        if (bytes == 0) return;
        const layout::Shape dense = layout::one_run(bytes);
        layout::Walk data(dense, reinterpret_cast<std::uintptr_t>(box.data()));
        if constexpr (Way == layout::Direction::gather)
            layout::copy_next(data, memory_, bytes);
        else
            layout::copy_next(memory_, data, bytes);
    }

    // Calls take(rank, box) for what each rank has sent for this round, with room for an answer behind the
    // data; `own` for the rank itself.
    template <class Take>
    void for_each_part(std::uint64_t round, Outbox& own, bool with_data, Take take) noexcept {
        for (int rank = 0; rank < messages_.size(); ++rank) {
            if (!has_data(rank, round, aggregator_)) continue;
            if (rank == messages_.rank()) {
                if (!own.is_empty()) take(rank, own);
                continue;
            }
            Outbox box;
            messages_.receive(rank, Piece{&box.head, sizeof box.head});
            if (box.is_empty()) continue;
            const std::size_t list = box.head.runs * sizeof(WindowRuns);
            box.body = static_cast<char*>(allocate_for_library(list + box.head.bytes + sizeof(ReadReply)));
            if (box.body == nullptr) return messages_.out_of_memory(list + box.head.bytes);
            messages_.receive(rank, Piece{box.body, list + (with_data ? box.head.bytes : 0)});
            take(rank, box);
        }
    }
    void write_window(std::uint64_t round, Outbox& own) noexcept {
        for_each_part(round, own, true, [&](int rank, Outbox& box) {
            if (windows_ != nullptr &&
                !windows_->put(plan_, round, aggregator_, box.parts(), box.head.bytes, box.data()))
                messages_.disagree(rank);
        });
        if (windows_ != nullptr) windows_->write(plan_, round, aggregator_, descriptor_);
    }
    void read_window(std::uint64_t round, Outbox& own, Replies& replies) noexcept {
        if (windows_ != nullptr) windows_->read(plan_, round, aggregator_, descriptor_);
        for_each_part(round, own, false, [&](int rank, Outbox& box) {
            ReadReply reply{0, ENOMEM};
            if (windows_ != nullptr)
                reply = {windows_->get(plan_, round, aggregator_, box.parts(), box.head.bytes, box.data()),
                         windows_->error()};
            std::memcpy(box.data() + box.head.bytes, &reply, sizeof reply);
            if (rank != messages_.rank()) send_reply(box, rank, replies);
        });
    }
    void send_reply(Outbox& box, int rank, Replies& replies) noexcept {
        const Piece data{box.data(), box.head.bytes + sizeof(ReadReply)};
        void* const memory = allocate_for_library(sizeof(Reply));
        if (memory == nullptr) return replies_.send(rank, data);
        Reply* const reply = replies.first = new (memory) Reply{replies.first, nullptr, {}};
        reply->body = std::exchange(box.body, nullptr);
        replies_.start(reply->message, rank, data);
    }
    // The first answer that is short has met the end of the file: later windows have nothing.
    void take_reply(Outbox& box, int index, Outcome& outcome) noexcept {
        if (box.is_empty()) return;
        if (box.sent) replies_.receive(rank_of(index), Piece{box.data(), box.head.bytes + sizeof(ReadReply)});
        if (ended_ || messages_.failed() || replies_.failed()) return;
        ReadReply reply;
        std::memcpy(&reply, box.data() + box.head.bytes, sizeof reply);
        copy<layout::Direction::scatter>(box, reply.there);
        outcome.bytes += reply.there;
        ended_ = reply.there < box.head.bytes;
        note(static_cast<int>(reply.error));
    }

    void note(int error) noexcept {
        if (error != 0) error_ = error;
    }
    [[nodiscard]] int error_with_windows() noexcept {
        if (windows_ != nullptr) note(windows_->error());
        return error_;
    }

    M& messages_;
    M& replies_;
    const Descriptor& descriptor_;
    Exchange* windows_;
    const Plan& plan_;
    std::span<const Share> shares_;
    const int aggregator_;
    layout::Walk position_; // in the file: behind what has been described
    layout::Walk memory_;   // behind what has been copied
    std::size_t left_;      // bytes that have not been described
    Parts parts_;
    bool ended_ = false;
    int error_ = 0;
};

} // namespace sartor::file

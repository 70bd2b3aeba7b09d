// Calls of <sartor/aos.h> on remote queues.
#pragma once

#include <cstddef>
#include <cstdlib>

#include "components/one_sided/aos/completion.hpp"
#include "components/one_sided/aos/segment.hpp"
#include "runtime/process.hpp"

namespace sartor::aos {

// `Engine`: see calls.hpp.
template <class Engine>
class QueueCalls {
  public:
    // Allocates room for `slots` messages. ERR_ID, ERR_SIZE for message_bytes above SARTOR_AOS_MESSAGE,
    // ERR_MEMORY.
    static int queue_create(sartor_aos_queue* handle, int id, std::size_t message_bytes,
                            std::size_t slots) noexcept {
        Engine::enter("sartor_aos_queue_create");
        if (handle == nullptr || id < 0 || message_bytes == 0 || slots == 0) return SARTOR_AOS_ERR_ARGUMENT;
        if (message_bytes > SARTOR_AOS_MESSAGE) return SARTOR_AOS_ERR_SIZE;
        auto* queue = make<Queue>();
        if (queue == nullptr) return SARTOR_AOS_ERR_MEMORY;
        queue->id = id;
        queue->owner = rank();
        queue->message_bytes = message_bytes;
        queue->slots = slots;
        const bool allocated = queue->allocate();
        if (!allocated || !shared.queues.publish(*queue)) {
            queue->~Queue();
            std::free(queue);
            return allocated ? SARTOR_AOS_ERR_ID : SARTOR_AOS_ERR_MEMORY;
        }
        *handle = reinterpret_cast<sartor_aos_queue>(queue);
        Completion<Engine>::notify_all();
        return SARTOR_AOS_OK;
    }
    // Waits until the queue is published. ERR_DESTROYED.
    static int queue_clone(sartor_aos_queue* handle, int id) noexcept {
        Engine::enter("sartor_aos_queue_clone");
        if (handle == nullptr || id < 0) return SARTOR_AOS_ERR_ARGUMENT;
        shared.waiters.wait([id] { return shared.queues.has(id); });
        Queue* const queue = shared.queues.use(id);
        if (queue == nullptr) return SARTOR_AOS_ERR_DESTROYED;
        *handle = reinterpret_cast<sartor_aos_queue>(queue);
        return SARTOR_AOS_OK;
    }
    // By its owner: returns when no enqueue() is outstanding; those that wait for room return ERR_DESTROYED.
    static int queue_destroy(sartor_aos_queue* handle) noexcept {
        Engine::enter("sartor_aos_queue_destroy");
        if (handle == nullptr || *handle == nullptr) return SARTOR_AOS_ERR_ARGUMENT;
        Queue& queue = queue_of(*handle);
        if (queue.owner == rank()) {
            shared.queues.withdraw(queue);
            Completion<Engine>::notify_all(); // those that wait for room
            shared.waiters.wait([&] { return queue.outstanding.load() == 0; });
        }
        shared.queues.drop(queue);
        *handle = nullptr;
        return SARTOR_AOS_OK;
    }

    // Waits while the queue is full. ERR_SIZE for a message that is too long.
    static int enqueue(sartor_aos_queue handle, const void* data, std::size_t bytes, Event* event) noexcept {
        Engine::enter("sartor_aos_enqueue");
        if (handle == nullptr || (data == nullptr && bytes > 0)) return SARTOR_AOS_ERR_ARGUMENT;
        Queue& queue = queue_of(handle);
        if (bytes > queue.message_bytes) return SARTOR_AOS_ERR_SIZE;
        queue.outstanding.fetch_add(1);
        while (!queue.destroyed.load() && !queue.reserve())
            shared.waiters.wait([&] { return queue.destroyed.load() || queue.has_room(); });
        if (queue.destroyed.load()) {
            queue.outstanding.fetch_sub(1);
            Completion<Engine>::notify_all();
            return SARTOR_AOS_ERR_DESTROYED;
        }
        if (event != nullptr) begin(*event);
        Engine::append(queue, data, bytes, event);
        return SARTOR_AOS_OK;
    }
    // For engines: a message has come.
    static void store(Queue& queue, const void* data, std::size_t bytes, Event* event) noexcept {
        queue.store(data, bytes);
        if (event != nullptr) complete(*event);
        queue.outstanding.fetch_sub(1);
        Completion<Engine>::notify_all();
    }
    // By the owner only. waits == 0: ERR_EMPTY at once when there is none. ERR_SIZE leaves the message in the
    // queue and gives its size.
    static int dequeue(sartor_aos_queue handle, void* data, std::size_t room, std::size_t* bytes,
                       int waits) noexcept {
        Engine::enter("sartor_aos_dequeue");
        if (handle == nullptr || (data == nullptr && room > 0)) return SARTOR_AOS_ERR_ARGUMENT;
        Queue& queue = queue_of(handle);
        if (queue.owner != rank()) return SARTOR_AOS_ERR_RIGHTS;
        Engine::begin_taking(queue);
        if (waits == 0 && queue.is_empty()) {
            Engine::look_later();
            return SARTOR_AOS_ERR_EMPTY;
        }
        shared.waiters.wait([&] { return !queue.is_empty(); });
        const std::size_t size = queue.next_size();
        if (bytes != nullptr) *bytes = size;
        if (size > room) return SARTOR_AOS_ERR_SIZE;
        queue.take(data);
        Engine::took_out(size);
        Completion<Engine>::notify_all();
        return SARTOR_AOS_OK;
    }

  private:
    [[nodiscard]] static int rank() noexcept { return process::current->number; }
    [[nodiscard]] static Queue& queue_of(sartor_aos_queue handle) noexcept {
        return *reinterpret_cast<Queue*>(handle);
    }
};

} // namespace sartor::aos

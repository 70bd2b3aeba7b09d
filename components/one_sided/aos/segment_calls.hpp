// Calls of <sartor/aos.h> on segments, and operations on their memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "components/one_sided/aos/blocks.hpp"
#include "components/one_sided/aos/completion.hpp"
#include "components/one_sided/aos/segment.hpp"
#include "runtime/process.hpp"

namespace sartor::aos {

// `Engine`: see calls.hpp.
template <class Engine>
class SegmentCalls : public Completion<Engine> {
    using EngineView = typename Engine::View;
    using Completion = aos::Completion<Engine>;

  public:
    // Publishes memory under an id. ERR_ID when the id is in use, ERR_MEMORY.
    static int segment_create(sartor_aos_segment* segment, int id, void* base, std::size_t bytes,
                              unsigned rights) noexcept {
        Engine::enter("sartor_aos_segment_create");
        if (segment == nullptr || id < 0 || (base == nullptr && bytes > 0) || rights > SARTOR_AOS_ALL)
            return SARTOR_AOS_ERR_ARGUMENT;
        return publish_segment(segment, id, base, bytes, rights);
    }

    // Waits until the segment is published.
    static int segment_clone(sartor_aos_segment* segment, int id) noexcept {
        Engine::enter("sartor_aos_segment_clone");
        if (segment == nullptr || id < 0) return SARTOR_AOS_ERR_ARGUMENT;
        return clone_segment(segment, id);
    }

    // Waits for the operations under way: at the owner all, elsewhere the caller's own.
    static int segment_destroy(sartor_aos_segment* handle) noexcept {
        Engine::enter("sartor_aos_segment_destroy");
        if (handle == nullptr || *handle == nullptr) return SARTOR_AOS_ERR_ARGUMENT;
        EngineView& view = Completion::view_of(*handle);
        Segment& segment = *view.segment;
        if (segment.owner == rank()) {
            shared.segments.withdraw(segment);
            shared.waiters.wait([&] { return segment.outstanding.load() == 0; });
        }
        shared.waiters.wait([&] { return view.outstanding.load() == 0; });
        view.~EngineView();
        std::free(&view);
        shared.segments.drop(segment);
        *handle = nullptr;
        return SARTOR_AOS_OK;
    }

    // Null in *base when the memory is another cluster's. ERR_DESTROYED.
    static int segment_memory(sartor_aos_segment handle, void** base, std::size_t* bytes) noexcept {
        Engine::enter("sartor_aos_segment_memory");
        if (handle == nullptr || base == nullptr) return SARTOR_AOS_ERR_ARGUMENT;
        const Segment& segment = *Completion::view_of(handle).segment;
        if (segment.destroyed.load()) return SARTOR_AOS_ERR_DESTROYED;
        *base = Engine::cluster(segment.owner) == Engine::cluster(rank()) ? segment.base : nullptr;
        if (bytes != nullptr) *bytes = segment.bytes;
        return SARTOR_AOS_OK;
    }

    // Without an event returns when the data are in the segment; with one at once, and the event becomes true
    // then.
    static int put(sartor_aos_segment handle, std::size_t offset, const void* from, const Blocks* blocks,
                   Event* event) noexcept {
        Engine::enter("sartor_aos_put");
        if (const int error = check(handle, offset, from, blocks, SARTOR_AOS_PUT)) return error;
        return Completion::operate(handle, event, true, [&](EngineView& view, Event* when) {
            Engine::put(view, offset, static_cast<const char*>(from), *blocks, when);
        });
    }
    // As put(), with local memory as the target.
    static int get(sartor_aos_segment handle, std::size_t offset, void* to, const Blocks* blocks,
                   Event* event) noexcept {
        Engine::enter("sartor_aos_get");
        if (const int error = check(handle, offset, to, blocks, SARTOR_AOS_GET)) return error;
        return Completion::operate(handle, event, true, [&](EngineView& view, Event* when) {
            Engine::get(view, offset, static_cast<char*>(to), *blocks, when);
        });
    }

    // Posted operations (POKE, POSTADD) return at once without an event.
    static int atomic(sartor_aos_segment handle, const Atomic* atomic, Event* event) noexcept {
        Engine::enter("sartor_aos_do");
        if (const int error = check(handle, atomic)) return error;
        return Completion::operate(
            handle, event, !is_posted(atomic->operation),
            [&](EngineView& view, Event* when) { Engine::change(view, *atomic, when); });
    }

    // Complete when all earlier operations of this view are.
    static int fence(sartor_aos_segment handle, Event* event) noexcept {
        Engine::enter("sartor_aos_fence");
        if (handle == nullptr) return SARTOR_AOS_ERR_ARGUMENT;
        if (Completion::view_of(handle).segment->destroyed.load()) return SARTOR_AOS_ERR_DESTROYED;
        return Completion::operate(handle, event, true,
                                   [](EngineView& view, Event* when) { Engine::fence(view, when); });
    }

    // For the engine's own use, too: with ids that programs can't name.
    static int publish_segment(sartor_aos_segment* handle, int id, void* base, std::size_t bytes,
                               unsigned rights) noexcept {
        auto* segment = make<Segment>();
        auto* view = segment != nullptr ? make<EngineView>(*segment) : nullptr;
        if (view == nullptr) {
            std::free(segment);
            return SARTOR_AOS_ERR_MEMORY;
        }
        segment->id = id;
        segment->owner = rank();
        segment->base = static_cast<char*>(base);
        segment->bytes = bytes;
        segment->rights = rights;
        view->set_ends(rank(), rank());
        if (!shared.segments.publish(*segment)) {
            view->~EngineView();
            std::free(view);
            std::free(segment);
            return SARTOR_AOS_ERR_ID;
        }
        *handle = reinterpret_cast<sartor_aos_segment>(view);
        Completion::notify_all();
        return SARTOR_AOS_OK;
    }
    static int clone_segment(sartor_aos_segment* handle, int id) noexcept {
        shared.waiters.wait([id] { return shared.segments.has(id); });
        Segment* const segment = shared.segments.use(id);
        if (segment == nullptr) return SARTOR_AOS_ERR_DESTROYED;
        auto* view = make<EngineView>(*segment);
        if (view == nullptr) {
            shared.segments.drop(*segment);
            return SARTOR_AOS_ERR_MEMORY;
        }
        view->set_ends(rank(), segment->owner);
        *handle = reinterpret_cast<sartor_aos_segment>(view);
        return SARTOR_AOS_OK;
    }

  private:
    [[nodiscard]] static int rank() noexcept { return process::current->number; }

    static int check(sartor_aos_segment handle, std::size_t offset, const void* local, const Blocks* blocks,
                     unsigned right) noexcept {
        if (handle == nullptr || blocks == nullptr) return SARTOR_AOS_ERR_ARGUMENT;
        const Segment& segment = *Completion::view_of(handle).segment;
        if (segment.destroyed.load()) return SARTOR_AOS_ERR_DESTROYED;
        if ((segment.rights & right) == 0) return SARTOR_AOS_ERR_RIGHTS;
        if (!lies_within(*blocks, offset, segment.bytes)) return SARTOR_AOS_ERR_RANGE;
        return local == nullptr && !is_empty(*blocks) ? SARTOR_AOS_ERR_ARGUMENT : SARTOR_AOS_OK;
    }

    static bool is_word(const Segment& segment, std::size_t offset, std::size_t width) noexcept {
        return segment.bytes >= width && offset <= segment.bytes - width;
    }
    static bool is_aligned(const Segment& segment, std::size_t offset, std::size_t width) noexcept {
        return (reinterpret_cast<std::uintptr_t>(segment.base) + offset) % width == 0;
    }
    static int check(sartor_aos_segment handle, const Atomic* atomic) noexcept {
        if (handle == nullptr || atomic == nullptr || !is_operation(atomic->operation) ||
            (atomic->width != 4 && atomic->width != 8) ||
            (atomic->old == nullptr && !is_posted(atomic->operation)))
            return SARTOR_AOS_ERR_ARGUMENT;
        const Segment& segment = *Completion::view_of(handle).segment;
        const auto width = static_cast<std::size_t>(atomic->width);
        if (segment.destroyed.load()) return SARTOR_AOS_ERR_DESTROYED;
        if ((segment.rights & SARTOR_AOS_ATOMIC) == 0) return SARTOR_AOS_ERR_RIGHTS;
        if (!is_word(segment, atomic->offset, width)) return SARTOR_AOS_ERR_RANGE;
        if (!is_aligned(segment, atomic->offset, width)) return SARTOR_AOS_ERR_ARGUMENT;
        const Condition* condition = atomic->condition;
        if (condition == nullptr) return SARTOR_AOS_OK;
        if (!segment.has_conditions()) return SARTOR_AOS_ERR_RIGHTS;
        if (!is_word(segment, condition->offset, sizeof(std::int64_t))) return SARTOR_AOS_ERR_RANGE;
        return is_comparison(condition->comparison) &&
                       is_aligned(segment, condition->offset, sizeof(std::int64_t))
                   ? SARTOR_AOS_OK
                   : SARTOR_AOS_ERR_ARGUMENT;
    }
};

} // namespace sartor::aos

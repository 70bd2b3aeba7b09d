// Derived datatypes of one rank: reference-counted, behind handles. Only that rank uses them; counts are not
// atomic.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <utility>

#include "components/datatype/element.hpp"
#include "components/handle_pool.hpp"
#include "components/library_memory.hpp"

namespace sartor::datatype {

// A derived datatype. It exists as long as a handle, another datatype or a message under way refers to it, so
// its contents can be inquired after the old datatypes were freed.
template <class Where>
struct Type {
    Element<Where> element;
    Contents contents;
    std::uint32_t references = 1;

    // Requires the origin of a derived datatype.
    [[nodiscard]] static Type& of(Origin origin) noexcept { return *reinterpret_cast<Type*>(origin); }

    // One reference more or less; predefined datatypes are not counted. The last release() frees the
    // datatype and releases the old ones.
    static void retain(Origin origin) noexcept {
        if (!is_predefined(origin)) ++of(origin).references;
    }
    // A chain of datatypes, each made of the one before, is released without recursion.
    static void release(Origin origin) noexcept {
        while (!is_predefined(origin) && --of(origin).references == 0) {
            Type& type = of(origin);
            const std::size_t count = type.contents.origin_count();
            const Origin last = count > 0 ? type.contents.origin_at(count - 1) : 0;
            for (std::size_t index = 0; index + 1 < count; ++index) release(type.contents.origin_at(index));
            type.~Type();
            std::free(&type);
            origin = last;
        }
    }
};

// What a handle refers to. Several handles may be of the same datatype: committing and naming is by handle.
template <class Where>
struct Entry {
    Type<Where>* type = nullptr;
    bool committed = false;
    char* name = nullptr;

    Entry() noexcept = default;
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;
    ~Entry() {
        std::free(name);
        if (type != nullptr) Type<Where>::release(reinterpret_cast<Origin>(type));
    }
};

// The derived datatypes of a level. Handles are looked up in constant time, see HandlePool; datatypes that
// the program did not free go with this object.
template <class Where>
class DerivedTypes {
  public:
    using Handle = std::intptr_t;

    DerivedTypes() noexcept = default;
    DerivedTypes(const DerivedTypes&) = delete;
    DerivedTypes& operator=(const DerivedTypes&) = delete;
    ~DerivedTypes() {
        entries_.for_each([this](Entry<Where>& entry) { entries_.free(entry); });
    }

    // Null when the handle is none of a live derived datatype of this rank.
    [[nodiscard]] Entry<Where>* find(Handle handle) const noexcept {
        return entries_.find(static_cast<std::uintptr_t>(handle));
    }

    // Calls visit(entry) when the handle is that of a derived datatype, and returns whether it is.
    template <class Visit>
    bool with_derived(Handle handle, const Visit& visit) const noexcept {
        Entry<Where>* entry = find(handle);
        if (entry != nullptr) visit(*entry);
        return entry != nullptr;
    }

    // A handle for a new datatype, which keeps the old ones in `contents` alive. 0 when the system has no
    // memory, or `contents` got none; `element` must be without a problem. For `made_at` see
    // HandlePool::make().
    [[nodiscard]] Handle add(Element<Where> element, Contents contents, const void* made_at) noexcept {
        void* memory = contents.failed() ? nullptr : allocate_for_library(sizeof(Type<Where>));
        if (memory == nullptr) return 0;
        auto* type = new (memory) Type<Where>{std::move(element), std::move(contents)};
        type->element.origin = reinterpret_cast<Origin>(type);
        for (std::size_t index = 0; index < type->contents.origin_count(); ++index)
            Type<Where>::retain(type->contents.origin_at(index));
        return handle_to(*type, is_like_predefined(type->contents.combiner()) ? nullptr : made_at);
    }

    // The datatype by which reductions look up their operation: the predefined datatype behind one that is
    // like predefined ones, any other itself.
    [[nodiscard]] Handle operand(Handle handle) const noexcept {
        const Entry<Where>* entry = is_predefined(static_cast<Origin>(handle)) ? nullptr : find(handle);
        const bool like = entry != nullptr && is_like_predefined(entry->type->contents.combiner());
        return like ? Handle{entry->type->element.item} : handle;
    }

    // A new handle for a datatype by its origin, which must be alive; 0 when the system has no memory. A
    // datatype that is like predefined ones has one handle only, which is searched for among all.
    [[nodiscard]] Handle refer(Origin origin, const void* made_at) noexcept {
        if (is_like_predefined(Type<Where>::of(origin).contents.combiner())) return only_handle_of(origin);
        Type<Where>::retain(origin);
        return handle_to(Type<Where>::of(origin), made_at);
    }

    // Invalidates a handle. Its datatype is freed when nothing else refers to it.
    void free(Entry<Where>& entry) noexcept { entries_.free(entry); }

    [[nodiscard]] const auto& pool() const noexcept { return entries_; }

  private:
    [[gnu::cold]] Handle only_handle_of(Origin origin) const noexcept {
        Handle handle = 0;
        entries_.for_each([&](Entry<Where>& entry) {
            if (entry.type == &Type<Where>::of(origin))
                handle = static_cast<Handle>(entries_.handle_of(entry));
        });
        return handle;
    }

    // The handle takes over one reference to the datatype; without memory for a handle it is released.
    [[nodiscard]] Handle handle_to(Type<Where>& type, const void* made_at) noexcept {
        Entry<Where>* entry = entries_.make(made_at);
        if (entry == nullptr) {
            Type<Where>::release(reinterpret_cast<Origin>(&type));
            return 0;
        }
        entry->type = &type;
        return static_cast<Handle>(entries_.handle_of(*entry));
    }

    HandlePool<Entry<Where>> entries_;
};

} // namespace sartor::datatype

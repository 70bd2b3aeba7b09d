// Keys and attributes, with the calls of their callbacks.
#include "mpi_api/state/attributes.hpp"

#include "components/library_memory.hpp"
#include "runtime/rank/call_kept.hpp"

#include <cstdlib>
#include <new>

namespace sartor::mpi {

Keyvals::~Keyvals() {
    for (int index = 0; index < count_; ++index) std::free(keyvals_[index]);
    std::free(keyvals_);
}

int Keyvals::make(const Keyval& keyval) noexcept {
    const auto size = static_cast<unsigned>(count_);
    if ((size & (size - 1)) == 0 && !grow(size == 0 ? 1 : 2 * size)) return MPI_KEYVAL_INVALID;
    void* memory = allocate_for_library(sizeof(Keyval));
    if (memory == nullptr) return MPI_KEYVAL_INVALID;
    keyvals_[count_] = new (memory) Keyval(keyval);
    return first_number + count_++;
}

void Keyvals::end_unused(int number) noexcept {
    Keyval*& keyval = keyvals_[number - first_number];
    if (!keyval->freed || keyval->attributes != 0) return;
    std::free(keyval);
    keyval = nullptr;
}

bool Keyvals::grow(unsigned capacity) noexcept {
    void* grown = resize_for_library(keyvals_, sizeof(Keyval*) * capacity);
    if (grown != nullptr) keyvals_ = static_cast<Keyval**>(grown);
    return grown != nullptr;
}

bool Attributes::add(int number, Keyval& keyval, void* value) noexcept {
    auto* entry = static_cast<Entry*>(allocate_for_library(sizeof(Entry)));
    if (entry == nullptr) return false;
    *entry = {first_, number, value};
    first_ = entry;
    ++keyval.attributes;
    return true;
}

int Attributes::drop(Keyvals& keyvals, void* object, int number) noexcept {
    Entry* const entry = find(number);
    const Keyval& keyval = keyvals.hold(number);
    const int error = keyval.destroy == nullptr ? MPI_SUCCESS : call_delete(keyval, object, *entry);
    if (error == MPI_SUCCESS && find(number) == entry) remove(keyvals, entry);
    keyvals.drop_attribute(number);
    return error;
}

int Attributes::drop_all(Keyvals& keyvals, void* object) noexcept {
    while (first_ != nullptr)
        if (const int error = drop(keyvals, object, first_->keyval); error != MPI_SUCCESS) return error;
    return MPI_SUCCESS;
}

void Attributes::remove(Keyvals& keyvals, const Entry* entry) noexcept {
    Entry** link = &first_;
    while (*link != nullptr && *link != entry) link = &(*link)->next;
    if (*link == nullptr) return;
    Entry* const found = *link;
    *link = found->next;
    keyvals.drop_attribute(found->keyval);
    std::free(found);
}

int Attributes::call_delete(const Keyval& keyval, void* object, Entry entry) noexcept {
    const process::CallKept kept;
    return keyval.destroy(object, entry.keyval, entry.value, keyval.extra_state);
}

int Attributes::copy_from(const Entry* entry, Attributes& target, Keyvals& keyvals, void* object) noexcept {
    if (entry == nullptr) return MPI_SUCCESS;
    const Entry own = *entry;
    if (const int error = copy_from(own.next, target, keyvals, object); error != MPI_SUCCESS) return error;
    if (keyvals.find(own.keyval) == nullptr) return MPI_SUCCESS;
    Keyval& keyval = keyvals.hold(own.keyval);
    const int error = keyval.copy == nullptr ? MPI_SUCCESS : copy_one(own, keyval, target, object);
    keyvals.drop_attribute(own.keyval);
    return error;
}

int Attributes::copy_one(const Entry& entry, Keyval& keyval, Attributes& target, void* object) noexcept {
    void* value = entry.value; // what MPI_COMM_DUP_FN gives
    int flag = 1;
    if (reinterpret_cast<std::intptr_t>(keyval.copy) != duplicate) {
        const process::CallKept kept;
        const int error = keyval.copy(object, entry.keyval, keyval.extra_state, entry.value, &value, &flag);
        if (error != MPI_SUCCESS) return error;
    }
    return flag == 0 || target.add(entry.keyval, keyval, value) ? MPI_SUCCESS : MPI_ERR_NO_MEM;
}

} // namespace sartor::mpi

// The parts of keys and attributes that differ by what a key has: compiled once for each kind of keys.
#pragma once

#include "mpi_api/state/attributes.hpp"

#include "components/library_memory.hpp"

#include <cstdlib>
#include <new>

namespace sartor::mpi {

template <class Key>
KeyvalsOf<Key>::~KeyvalsOf() {
    for (int index = 0; index < count_; ++index) std::free(keyvals_[index]);
    std::free(keyvals_);
}

template <class Key>
int KeyvalsOf<Key>::make(const Key& keyval) noexcept {
    const auto size = static_cast<unsigned>(count_);
    if ((size & (size - 1)) == 0 && !grow(size == 0 ? 1 : 2 * size)) return MPI_KEYVAL_INVALID;
    void* memory = allocate_for_library(sizeof(Key));
    if (memory == nullptr) return MPI_KEYVAL_INVALID;
    keyvals_[count_] = new (memory) Key(keyval);
    return first_number + count_++;
}

template <class Key>
void KeyvalsOf<Key>::end_unused(int number) noexcept {
    Key*& keyval = keyvals_[number - first_number];
    if (!keyval->freed || keyval->attributes != 0) return;
    const Key last = *keyval;
    std::free(keyval);
    keyval = nullptr;
    last.end();
}

template <class Key>
bool KeyvalsOf<Key>::grow(unsigned capacity) noexcept {
    void* grown = resize_for_library(keyvals_, sizeof(Key*) * capacity);
    if (grown != nullptr) keyvals_ = static_cast<Key**>(grown);
    return grown != nullptr;
}

template <class Keys>
int Attributes::drop(Keys& keyvals, void* object, int number) noexcept {
    Entry* const entry = find(number);
    const Keyval& keyval = keyvals.hold(number);
    const int error = keyval.destroy == nullptr ? MPI_SUCCESS : call_delete(keyval, object, *entry);
    if (error == MPI_SUCCESS && find(number) == entry) remove(keyvals, entry);
    keyvals.drop_attribute(number);
    return error;
}

template <class Keys>
int Attributes::drop_all(Keys& keyvals, void* object) noexcept {
    while (first_ != nullptr)
        if (const int error = drop(keyvals, object, first_->keyval); error != MPI_SUCCESS) return error;
    return MPI_SUCCESS;
}

template <class Keys>
void Attributes::remove(Keys& keyvals, const Entry* entry) noexcept {
    Entry** link = &first_;
    while (*link != nullptr && *link != entry) link = &(*link)->next;
    if (*link == nullptr) return;
    Entry* const found = *link;
    *link = found->next;
    keyvals.drop_attribute(found->keyval);
    std::free(found);
}

template <class Keys>
int Attributes::copy_from(const Entry* entry, Attributes& target, Keys& keyvals, void* object) noexcept {
    if (entry == nullptr) return MPI_SUCCESS;
    const Entry own = *entry;
    if (const int error = copy_from(own.next, target, keyvals, object); error != MPI_SUCCESS) return error;
    if (keyvals.find(own.keyval) == nullptr) return MPI_SUCCESS;
    Keyval& keyval = keyvals.hold(own.keyval);
    const int error = keyval.copy == nullptr ? MPI_SUCCESS : copy_one(own, keyval, target, object);
    keyvals.drop_attribute(own.keyval);
    return error;
}

// What cuts use.
#define SARTOR_INSTANTIATE_KEYS(Key)                                                                         \
    template KeyvalsOf<Key>::~KeyvalsOf();                                                                   \
    template int KeyvalsOf<Key>::make(const Key&) noexcept;                                                  \
    template void KeyvalsOf<Key>::end_unused(int) noexcept;                                                  \
    template int Attributes::drop(KeyvalsOf<Key>&, void*, int) noexcept;                                     \
    template int Attributes::drop_all(KeyvalsOf<Key>&, void*) noexcept;                                      \
    template int Attributes::copy_from(const Entry*, Attributes&, KeyvalsOf<Key>&, void*) noexcept;

} // namespace sartor::mpi

// Keys and attributes, with the calls of their callbacks.
#include "mpi_api/state/attributes_of_keys.hpp"
#include "runtime/rank/call_kept.hpp"

namespace sartor::mpi {

SARTOR_INSTANTIATE_KEYS(Keyval)

bool Attributes::add(int number, Keyval& keyval, void* value) noexcept {
    auto* entry = static_cast<Entry*>(allocate_for_library(sizeof(Entry)));
    if (entry == nullptr) return false;
    *entry = {first_, number, value};
    first_ = entry;
    ++keyval.attributes;
    return true;
}

int Attributes::call_delete(const Keyval& keyval, void* object, Entry entry) noexcept {
    const process::CallKept kept;
    return keyval.destroy(object, entry.keyval, entry.value, keyval.extra_state);
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

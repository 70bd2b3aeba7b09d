// Attributes of datatypes: MPI_Type_create_keyval and kin (MPI-5.0 section 7.7.4).
#pragma once

#include "mpi_api/communicator/caching.hpp"

namespace sartor::mpi {

template <class Program>
int type_create_keyval(Call<Program>& call, MPI_Type_copy_attr_function* copy,
                       MPI_Type_delete_attr_function* destroy, int* keyval, void* extra_state) noexcept {
    return internal::make_keyval(call, AttributesOf::datatypes, reinterpret_cast<void*>(copy),
                                 reinterpret_cast<void*>(destroy), keyval, extra_state);
}

// MPIX_Type_create_keyval_x.
template <class Program>
int type_create_keyval_x(Call<Program>& call, MPI_Type_copy_attr_function* copy,
                         MPI_Type_delete_attr_function* destroy, MPIX_Destructor_function* destructor,
                         int* keyval, void* extra_state) noexcept {
    return internal::make_keyval(call, AttributesOf::datatypes, reinterpret_cast<void*>(copy),
                                 reinterpret_cast<void*>(destroy), keyval, extra_state, destructor);
}

template <class Program>
int type_free_keyval(Call<Program>& call, int* keyval) noexcept {
    return internal::free_keyval(call, AttributesOf::datatypes, keyval);
}

// MPI_Type_set_attr, of predefined datatypes too. MPI_ERR_NO_MEM.
template <class Program>
int type_set_attr(Call<Program>& call, MPI_Datatype type, int keyval, void* value) noexcept {
    Attributes* attributes = call.state().type_attributes.find_or_make(value_of(type));
    if (attributes == nullptr) return call.template fail<MPI_ERR_NO_MEM>("no memory for an attribute");
    return internal::set_attribute(call, AttributesOf::datatypes, *attributes, type, keyval, value);
}

// MPI_Type_get_attr: MPI_ERR_KEYVAL for what is no key of datatypes.
template <class Program>
int type_get_attr(Call<Program>& call, MPI_Datatype type, int keyval, void* value, int* flag) noexcept {
    if (internal::find_keyval(call, AttributesOf::datatypes, keyval) == nullptr) return call.error();
    const Attributes* attributes = call.state().type_attributes.find(value_of(type));
    const auto* entry = attributes != nullptr ? attributes->find(keyval) : nullptr;
    *flag = entry != nullptr;
    if (entry != nullptr) *static_cast<void**>(value) = entry->value;
    return MPI_SUCCESS;
}

template <class Program>
int type_delete_attr(Call<Program>& call, MPI_Datatype type, int keyval) noexcept {
    Attributes* attributes = call.state().type_attributes.find_or_make(value_of(type));
    if (attributes == nullptr) return call.template fail<MPI_ERR_NO_MEM>("no memory for an attribute");
    return internal::delete_attribute(call, AttributesOf::datatypes, *attributes, type, keyval);
}

} // namespace sartor::mpi

// Events: MPI_T_event_... (MPI-5.0 section 15.3.8).
#pragma once

#include <cstring>

#include "mpi_api/info/info.hpp"
#include "mpi_api/tools/variables/events.hpp"

namespace sartor::mpi {

template <class Program>
int t_event_get_num(Call<Program>& call, int* number) noexcept {
    return internal::give_number(call, number, tool_events);
}

// Arrays that are null, or have room for fewer elements, get none or the first; *elements becomes their
// number. The hints are empty and are the caller's to free.
template <class Program>
int t_event_get_info(Call<Program>& call, int index, char* name, int* name_length, int* verbosity,
                     MPI_Datatype* types, MPI_Aint* displacements, int* elements, MPI_T_enum* names,
                     MPI_Info* info, char* description, int* description_length, int* bind) noexcept {
    if (const int error = internal::check_index(call, index, tool_events); error != MPI_SUCCESS) return error;
    const ToolEventText& text = tool_events[static_cast<std::size_t>(index)];
    internal::give_text(text.name, name, name_length);
    internal::give_text(text.description, description, description_length);
    internal::give(verbosity, MPI_T_VERBOSITY_TUNER_DETAIL);
    const int room = elements == nullptr ? 0 : *elements;
    for (std::size_t one = 0; one < tool_event_elements.size() && static_cast<int>(one) < room; ++one) {
        if (types != nullptr) types[one] = internal::datatype_of(tool_event_elements[one].type);
        if (displacements != nullptr)
            displacements[one] = static_cast<MPI_Aint>(tool_event_elements[one].offset);
    }
    internal::give(elements, static_cast<int>(tool_event_elements.size()));
    internal::give(names, MPI_T_ENUM_NULL);
    internal::give(bind, MPI_T_BIND_NO_OBJECT);
    return info == nullptr ? MPI_SUCCESS : info_create(call, info);
}

template <class Program>
int t_event_get_index(Call<Program>& call, const char* name, int* index) noexcept {
    return internal::find_named(call, name, index, tool_events);
}

// The object is ignored: no event is bound to one. MPI_T_ERR_OUT_OF_HANDLES without memory.
template <class Program>
int t_event_handle_alloc(Call<Program>& call, int index, void*, MPI_Info,
                         MPI_T_event_registration* registration) noexcept {
    if (const int error = internal::check_index(call, index, tool_events); error != MPI_SUCCESS) return error;
    if (registration == nullptr) return MPI_T_ERR_INVALID;
    auto& pool = call.state().tools.registrations;
    EventRegistration* made = pool.make();
    if (made == nullptr) return MPI_T_ERR_OUT_OF_HANDLES;
    made->event = index;
    internal::give_handle(registration, pool, *made);
    return MPI_SUCCESS;
}

namespace internal {

// Null: `error` says why.
template <class Program>
[[nodiscard]] EventRegistration* find_registration(Call<Program>& call, MPI_T_event_registration handle,
                                                   int& error) noexcept {
    Tools& tools = call.state().tools;
    EventRegistration* found = tools.initialized == 0 ? nullptr : tools.registrations.find(bits(handle));
    error = tools.initialized == 0 ? MPI_T_ERR_NOT_INITIALIZED
            : found == nullptr     ? MPI_T_ERR_INVALID_HANDLE
                                   : MPI_SUCCESS;
    return found;
}

// The event of which a callback was told, while it runs. Null: `error` says why.
template <class Program>
[[nodiscard]] const observation::UnexpectedMessage*
find_event(Call<Program>& call, MPI_T_event_instance instance, int& error) noexcept {
    const Tools& tools = call.state().tools;
    const bool is_current = reinterpret_cast<const EventInstance*>(instance) == &tools.instance;
    error = tools.initialized == 0 ? MPI_T_ERR_NOT_INITIALIZED : MPI_T_ERR_INVALID_HANDLE;
    if (tools.initialized == 0 || !is_current || tools.instance.message == nullptr) return nullptr;
    error = MPI_SUCCESS;
    return tools.instance.message;
}
[[nodiscard]] inline ToolEventData data_of(const observation::UnexpectedMessage& message) noexcept {
    return {message.source, message.tag, message.bytes};
}
[[nodiscard]] inline MPI_Count ticks_of(double seconds) noexcept {
    return static_cast<MPI_Count>(seconds * tool_ticks_per_second);
}

// There are no hints to take or to give.
template <class Program>
int give_no_hints(Call<Program>& call, MPI_T_event_registration registration, MPI_Info* info) noexcept {
    int error = MPI_SUCCESS;
    if (find_registration(call, registration, error) == nullptr) return error;
    return info == nullptr ? MPI_T_ERR_INVALID : info_create(call, info);
}
template <class Program>
int take_no_hints(Call<Program>& call, MPI_T_event_registration registration) noexcept {
    int error = MPI_SUCCESS;
    static_cast<void>(find_registration(call, registration, error));
    return error;
}

} // namespace internal

template <class Program>
int t_event_handle_set_info(Call<Program>& call, MPI_T_event_registration registration, MPI_Info) noexcept {
    return internal::take_no_hints(call, registration);
}
template <class Program>
int t_event_handle_get_info(Call<Program>& call, MPI_T_event_registration registration,
                            MPI_Info* info) noexcept {
    return internal::give_no_hints(call, registration, info);
}

// Events that have happened are told before. `free` is called when no other callback will be.
template <class Program>
int t_event_handle_free(Call<Program>& call, MPI_T_event_registration registration, void* user_data,
                        MPI_T_event_free_cb_function* free) noexcept {
    int error = MPI_SUCCESS;
    if (internal::find_registration(call, registration, error) == nullptr) return error;
    internal::notify_events<Program>();
    EventRegistration* found = internal::find_registration(call, registration, error);
    if (found == nullptr) return MPI_SUCCESS; // a callback has freed it
    call.state().tools.registrations.free(*found);
    internal::listen(call);
    const process::CallKept kept;
    if (free != nullptr) free(registration, MPI_T_CB_REQUIRE_NONE, user_data);
    return MPI_SUCCESS;
}

// A null function takes the callback back.
template <class Program>
int t_event_register_callback(Call<Program>& call, MPI_T_event_registration registration,
                              MPI_T_cb_safety safety, MPI_Info, void* user_data,
                              MPI_T_event_cb_function* function) noexcept {
    int error = MPI_SUCCESS;
    EventRegistration* found = internal::find_registration(call, registration, error);
    if (found == nullptr) return error;
    const int place = internal::place_of(safety);
    if (place < 0) return MPI_T_ERR_INVALID;
    found->callbacks[place] = {function, user_data};
    internal::listen(call);
    return MPI_SUCCESS;
}

template <class Program>
int t_event_callback_set_info(Call<Program>& call, MPI_T_event_registration registration, MPI_T_cb_safety,
                              MPI_Info) noexcept {
    return internal::take_no_hints(call, registration);
}
template <class Program>
int t_event_callback_get_info(Call<Program>& call, MPI_T_event_registration registration, MPI_T_cb_safety,
                              MPI_Info* info) noexcept {
    return internal::give_no_hints(call, registration, info);
}

template <class Program>
int t_event_set_dropped_handler(Call<Program>& call, MPI_T_event_registration registration,
                                MPI_T_event_dropped_cb_function* dropped) noexcept {
    int error = MPI_SUCCESS;
    EventRegistration* found = internal::find_registration(call, registration, error);
    if (found != nullptr) found->dropped = dropped;
    return error;
}

// Of an event, in the callback that is told of it; otherwise MPI_T_ERR_INVALID_HANDLE; likewise below.
template <class Program>
int t_event_read(Call<Program>& call, MPI_T_event_instance instance, int element, void* buffer) noexcept {
    int error = MPI_SUCCESS;
    const observation::UnexpectedMessage* message = internal::find_event(call, instance, error);
    if (message == nullptr) return error;
    if (element < 0 || element >= static_cast<int>(tool_event_elements.size()))
        return MPI_T_ERR_INVALID_INDEX;
    if (buffer == nullptr) return MPI_T_ERR_INVALID;
    const ToolEventData data = internal::data_of(*message);
    const ToolEventElement& one = tool_event_elements[static_cast<std::size_t>(element)];
    std::memcpy(buffer, reinterpret_cast<const char*>(&data) + one.offset, one.bytes);
    return MPI_SUCCESS;
}

template <class Program>
int t_event_copy(Call<Program>& call, MPI_T_event_instance instance, void* buffer) noexcept {
    int error = MPI_SUCCESS;
    const observation::UnexpectedMessage* message = internal::find_event(call, instance, error);
    if (message == nullptr) return error;
    if (buffer == nullptr) return MPI_T_ERR_INVALID;
    const ToolEventData data = internal::data_of(*message);
    std::memcpy(buffer, &data, sizeof data);
    return MPI_SUCCESS;
}

template <class Program>
int t_event_get_timestamp(Call<Program>& call, MPI_T_event_instance instance, MPI_Count* timestamp) noexcept {
    int error = MPI_SUCCESS;
    const observation::UnexpectedMessage* message = internal::find_event(call, instance, error);
    if (message == nullptr) return error;
    internal::give(timestamp, internal::ticks_of(message->seconds));
    return MPI_SUCCESS;
}

template <class Program>
int t_event_get_source(Call<Program>& call, MPI_T_event_instance instance, int* source) noexcept {
    int error = MPI_SUCCESS;
    if (internal::find_event(call, instance, error) != nullptr) internal::give(source, 0);
    return error;
}

} // namespace sartor::mpi

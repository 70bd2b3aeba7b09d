// What MPI and its errors are called (MPI-5.0 sections 9.1 and 9.4).
#pragma once

#include <cstring>
#include <unistd.h>

#include "mpi_api/call/call.hpp"
#include "mpi_api/errors/class_texts.hpp"
#include "mpi_api/version.hpp"

namespace sartor::mpi {

template <class Program>
int get_version(Call<Program>&, int* version, int* subversion) noexcept {
    *version = MPI_VERSION;
    *subversion = MPI_SUBVERSION;
    return MPI_SUCCESS;
}

// `target` has room for the text, which all constants of the standard's (MPI_MAX_...) see to.
inline int return_text(const char* text, char* target, int* length) noexcept {
    std::strcpy(target, text);
    *length = static_cast<int>(std::strlen(text));
    return MPI_SUCCESS;
}

template <class Program>
int get_library_version(Call<Program>&, char* version, int* length) noexcept {
    return return_text("Sartor " SARTOR_VERSION ", an MPI cut to fit this program", version, length);
}

// The host's name, of ranks on an emulated machine, too.
template <class Program>
int get_processor_name(Call<Program>& call, char* name, int* length) noexcept {
    if (gethostname(name, MPI_MAX_PROCESSOR_NAME) != 0)
        return call.template fail<MPI_ERR_OTHER>("the system does not give its name");
    name[MPI_MAX_PROCESSOR_NAME - 1] = '\0';
    *length = static_cast<int>(std::strlen(name));
    return MPI_SUCCESS;
}

// MPI_Error_string, of the program's own codes, too; MPI_ERR_ARG for an unknown code.
template <class Program>
int error_string(Call<Program>& call, int code, char* text, int* length) noexcept {
    if (const auto* entry = call.state().user_errors.find(code))
        return return_text(entry->text != nullptr ? entry->text : "", text, length);
    if (const char* const meaning = text_of_class(code)) return return_text(meaning, text, length);
    return call.template fail<MPI_ERR_ARG>("errorcode = %d: not an error code", code);
}

// MPI_Error_class. The standard's codes are their classes: details beyond the class are in the report on
// standard error.
template <class Program>
int error_class(Call<Program>& call, int code, int* error_class) noexcept {
    if (const auto* entry = call.state().user_errors.find(code)) {
        *error_class = entry->error_class;
        return MPI_SUCCESS;
    }
    if (text_of_class(code) == nullptr)
        return call.template fail<MPI_ERR_ARG>("errorcode = %d: not an error code", code);
    *error_class = code;
    return MPI_SUCCESS;
}

} // namespace sartor::mpi

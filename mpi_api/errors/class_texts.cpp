// The texts of error classes, out of the table of the MPI interface.
#include "mpi_api/errors/class_texts.hpp"

namespace sartor::mpi {

const char* text_of_class(int code) noexcept {
    switch (code) {
#define SARTOR_ERROR_CLASS(name, value, meaning)                                                             \
    case value:                                                                                              \
        return #name ": " meaning;
#include "mpi_api/errors/error_classes.inc"
#undef SARTOR_ERROR_CLASS
    default:
        return nullptr;
    }
}

} // namespace sartor::mpi

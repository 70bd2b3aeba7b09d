// What the standard's error classes are called (MPI-5.0 section 9.4).
#pragma once

namespace sartor::mpi {

// "NAME: meaning"; null when the code is no error class of the standard's.
[[nodiscard]] const char* text_of_class(int code) noexcept;

} // namespace sartor::mpi

// The file of a call, on which its errors are raised (MPI-5.0 section 9.3).
#pragma once

#include "mpi_api/call/error_owner.hpp"

namespace sartor::mpi {

// A base of Call in programs with files.
template <class Call>
class FileCall {
  public:
    // A file that is open; otherwise MPI_ERR_FILE. Errors of the call are raised on it from here on.
    [[nodiscard, gnu::noinline]] bool file(const char* name, MPI_File file) noexcept {
        auto& call = static_cast<Call&>(*this);
        raise_errors_on_file(MPI_FILE_NULL);
        object_ = call.state().files.find(file);
        if (object_ != nullptr) {
            raise_errors_on_file(file);
            return true;
        }
        if (file == MPI_FILE_NULL)
            call.template fail<MPI_ERR_FILE>("%s = MPI_FILE_NULL: expected a file", name);
        else
            call.template fail<MPI_ERR_FILE>("%s = %p: not a file, or a file that was closed", name,
                                             static_cast<void*>(file));
        return false;
    }
    // The same, or MPI_FILE_NULL, which stands for the files that are not open yet.
    [[nodiscard]] bool file_or_null(const char* name, MPI_File file) noexcept {
        if (file != MPI_FILE_NULL) return this->file(name, file);
        raise_errors_on_file(file);
        object_ = nullptr;
        return true;
    }

    // The file that was checked last; null for MPI_FILE_NULL.
    [[nodiscard]] FileObject* checked_file() const noexcept { return object_; }

    void raise_errors_on_file(MPI_File file) noexcept {
        file_ = file;
        is_of_file_ = true;
    }

  protected:
    // The owner of errors: the file when there is one.
    [[nodiscard]] ErrorObject file_or(ErrorObject other) const noexcept {
        return is_of_file_ ? ErrorObject(file_) : other;
    }

  private:
    MPI_File file_ = MPI_FILE_NULL;
    bool is_of_file_ = false;
    FileObject* object_ = nullptr;
};

template <class Owner>
class NoFileCall {
  protected:
    [[nodiscard]] static Owner file_or(Owner other) noexcept { return other; }
};

} // namespace sartor::mpi

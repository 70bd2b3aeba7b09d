// The files that a rank has open (MPI-5.0 chapter 14), and the data representations that its program has
// added.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "components/datatype/contents.hpp"
#include "components/file/descriptor.hpp"
#include "components/file/hints.hpp"
#include "components/file/view.hpp"
#include "components/handle_pool.hpp"
#include "components/one_sided/window.hpp"
#include "framework/slot.hpp"
#include "mpi.h"

namespace sartor::mpi {

// How data are in a file (MPI-5.0 section 14.5). One of the standard's, or one that the program has added.
struct Representation {
    enum class Kind : std::uint8_t { native, external32, of_program };

    Representation* next = nullptr;
    Kind kind = Kind::native;
    bool large = false; // its functions take MPI_Count
    char name[MPI_MAX_DATAREP_STRING + 1] = "native";
    // Null: data are as in memory.
    union {
        MPI_Datarep_conversion_function* read = nullptr;
        MPI_Datarep_conversion_function_c* read_large;
    };
    union {
        MPI_Datarep_conversion_function* write = nullptr;
        MPI_Datarep_conversion_function_c* write_large;
    };
    MPI_Datarep_extent_function* extent = nullptr;
    void* extra_state = nullptr;

    [[nodiscard]] bool is_native() const noexcept { return kind == Kind::native; }
};

// A pointer into a file that all its ranks move, kept by the first of them (MPI-5.0 section 14.4.4): counted
// in etypes, in a part of a window, by whose operations the others change it.
struct SharedPointer {
    one_sided::Window part;
    std::int64_t value = 0;
    std::int64_t last_seen = 0;
};

// A collective access that has begun and not ended (MPI-5.0 section 14.4.5).
struct SplitAccess {
    const char* begun_by = nullptr; // the function; null: none is under way
    const char* ended_by = nullptr; // the function that must follow
    std::uint64_t bytes = 0;
};

struct FileObject {
    file::Descriptor descriptor;
    bool owns_descriptor = false;  // ranks that share memory share the first one's
    MPI_Comm comm = MPI_COMM_NULL; // its own
    int mode = 0;
    char* name = nullptr;
    MPI_Errhandler errhandler = nullptr;
    file::Hints hints;
    bool atomic = false;
    int under_way = 0; // accesses by requests that are not complete
    SplitAccess split;

    file::View view;
    datatype::Origin etype = 0; // both with a reference
    datatype::Origin filetype = 0;
    std::int64_t etype_bytes = 1; // in memory; those of the view are bytes in the file
    const Representation* representation = nullptr;
    std::int64_t position = 0;       // of the individual pointer, in etypes
    SharedPointer* shared = nullptr; // of programs that use it

    [[nodiscard]] bool has(int mode_flag) const noexcept { return (mode & mode_flag) != 0; }
};

// The handles of a rank's files.
class Files {
  public:
    static constexpr std::string_view name = "handles of files";

    Files() noexcept {
        external32_.kind = Representation::Kind::external32;
        std::strcpy(external32_.name, "external32");
        std::strcpy(internal_.name, "internal");
        native_.next = &internal_;
        internal_.next = &external32_;
    }
    Files(const Files&) = delete;
    Files& operator=(const Files&) = delete;
    // Files that the program has not closed are closed by the system.
    ~Files() {
        pool_.for_each([](FileObject& file) { free_memory(file); });
        while (external32_.next != nullptr) {
            Representation* const rest = external32_.next->next;
            std::free(external32_.next);
            external32_.next = rest;
        }
    }

    [[nodiscard]] FileObject* make(const void* made_at) noexcept {
        FileObject* file = pool_.make(made_at);
        if (file != nullptr) file->representation = &native_;
        return file;
    }
    [[nodiscard]] static MPI_File handle_of(FileObject& file) noexcept {
        return reinterpret_cast<MPI_File>(HandlePool<FileObject>::handle_of(file));
    }
    // Null for any other value.
    [[nodiscard]] FileObject* find(MPI_File file) const noexcept {
        return pool_.find(reinterpret_cast<std::uintptr_t>(file));
    }
    void free(FileObject& file) noexcept {
        free_memory(file);
        pool_.free(file);
    }

    // Null when there is no representation of this name.
    [[nodiscard]] const Representation* find_representation(const char* wanted) const noexcept {
        const Representation* one = &native_;
        while (one != nullptr && std::strcmp(one->name, wanted) != 0) one = one->next;
        return one;
    }
    // Memory from std::malloc, which is taken over.
    void add(Representation& added) noexcept {
        added.next = external32_.next;
        external32_.next = &added;
    }

    [[nodiscard]] const auto& pool() const noexcept { return pool_; }

  private:
    static void free_memory(FileObject& file) noexcept {
        std::free(file.name);
        file.name = nullptr;
    }

    Representation native_;
    Representation internal_;
    Representation external32_;
    HandlePool<FileObject> pool_;
};
struct NoFiles {
    static constexpr std::string_view name = absent;
};

} // namespace sartor::mpi

// How the copies of a shared object differ from its file: each needs the copies of its own rank.
//
// The dynamic linker takes two files of one name for the same, and a library for loaded when one of its name
// is. So the copies have no DT_SONAME, and where the file names a library that has copies (DT_NEEDED,
// DT_VERNEED), each has the path of its rank's. Paths stand behind the file's end, with a new table of
// segments, since the file's own tables have no room. Symbols that the dynamic linker would make one of for
// all copies (STB_GNU_UNIQUE) become global ones. Functions that a library needs, and that the program
// defines although libraries of all ranks do so, too (operator new...), are needed under the name that the
// image has for them: "sartor_image_own." and their own.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/image/libraries/shared_object.hpp"

namespace sartor::process {

// A name that files need a library by, and the library's number; -1: it has no copies.
struct LibraryName {
    const char* name;
    int library;
};
struct LibraryNames {
    const LibraryName* first = nullptr;
    int count = 0;

    // Null for a name that is not among them.
    [[nodiscard]] const LibraryName* find(const char* name) const noexcept {
        for (int index = 0; index < count; ++index)
            if (std::strcmp(first[index].name, name) == 0) return &first[index];
        return nullptr;
    }
    // -1 for a name that is not among them, too.
    [[nodiscard]] int number(const char* name) const noexcept {
        const LibraryName* known = find(name);
        return known != nullptr ? known->library : -1;
    }
};

class CopyPlan {
  public:
    CopyPlan() = default;
    CopyPlan(const CopyPlan&) = delete;
    CopyPlan& operator=(const CopyPlan&) = delete;
    ~CopyPlan();

    // Changes the bytes of the object, which the caller owns, where all its copies are alike. image: the
    // program's. room: for each path, its end included. False: no memory.
    [[nodiscard]] bool make(const SharedObject& object, std::size_t size, const SharedObject& image,
                            const LibraryNames& libraries, std::size_t room) noexcept;

    // Finishes a copy, after the object's bytes were written to the file. paths: of the rank's copies, by
    // number. False with errno.
    [[nodiscard]] bool finish(int descriptor, const char* const* paths) const noexcept;

  private:
    struct Name {
        int library;
        std::size_t offset; // in the tail
    };

    [[nodiscard]] bool collect_names(const SharedObject& object, const LibraryNames& libraries,
                                     std::size_t room) noexcept;
    [[nodiscard]] bool lay_out(const SharedObject& object, std::size_t size, std::size_t bytes) noexcept;
    void redirect_functions(const SharedObject& object, const SharedObject& image,
                            std::size_t offset) const noexcept;
    [[nodiscard]] std::uint64_t text_offset(const SharedObject& object, int library) const noexcept;
    void rename(const SharedObject& object, const LibraryNames& libraries) const noexcept;
    void write_segments(const SharedObject& object) noexcept;

    ElfW(Ehdr) header_{};
    Name* names_ = nullptr;
    int name_count_ = 0;
    unsigned char* tail_ = nullptr; // the segments and room for the names
    std::size_t tail_bytes_ = 0;
    std::size_t tail_offset_ = 0;    // in the file
    std::uint64_t tail_address_ = 0; // in memory
};

} // namespace sartor::process

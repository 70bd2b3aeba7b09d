// All shared libraries that an image needs and the executable has not loaded.
#pragma once

#include <cstdlib>
#include <sys/types.h>

#include "runtime/image/libraries/copy_plan.hpp"
#include "runtime/image/libraries/search.hpp"
#include "runtime/image/libraries/shared_object.hpp"

namespace sartor::process {

[[noreturn]] void lack_memory_for_libraries() noexcept;
[[noreturn]] void refuse_library(const char* path, const char* why) noexcept; // with usage_exit_code

// Grows by one at a time; never given back.
template <class Element>
struct List {
    Element* first = nullptr;
    int count = 0;

    Element& add(const Element& element) noexcept {
        auto* larger =
            static_cast<Element*>(std::realloc(first, static_cast<std::size_t>(count + 1) * sizeof(Element)));
        if (larger == nullptr) lack_memory_for_libraries();
        first = larger;
        first[count] = element;
        return first[count++];
    }
};

struct Library {
    SharedObject object; // changes of its bytes stay in this process
    std::size_t size;
    const char* name; // as it was needed first
    const char* path;
    const char* folder;
    dev_t device;
    ino_t inode;
};

// Found as the dynamic linker does, in the order in which it loads them, and opened. Each function ends the
// run with usage_exit_code when one is not there or broken, and names it.
class LibrarySet {
  public:
    explicit LibrarySet(const SharedObject& image) noexcept;

    [[nodiscard]] LibraryNames names() const noexcept { return {names_.first, names_.count}; }
    [[nodiscard]] const List<Library>& libraries() const noexcept { return libraries_; }

  private:
    void add_needed_by(const SharedObject& object, const Seeker& seeker, const char* who) noexcept;
    void add(const char* name, const Seeker& seeker, const char* who) noexcept;
    int number_of(const char* name, const Seeker& seeker, const char* who) noexcept;

    Seeker program_;
    List<Library> libraries_;
    List<LibraryName> names_;
};

// The object when it is whole; else refuses the library, under that name.
[[nodiscard]] SharedObject checked(unsigned char* bytes, std::size_t size, const char* path) noexcept;

} // namespace sartor::process

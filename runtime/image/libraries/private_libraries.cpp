// Prepares the copies of the libraries that were found.
#include "runtime/image/libraries/private_libraries.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#include "runtime/image/libraries/copy_plan.hpp"
#include "runtime/image/libraries/library_set.hpp"
#include "runtime/process.hpp"

namespace sartor::process {

namespace {

constexpr const char* image_name = "the program's image";

// "/tmp/folder/rank-123-libname.so" or what an in-memory file is called.
std::size_t room_for_paths(const List<Library>& libraries, const char* debug_folder) noexcept {
    constexpr std::size_t of_memory = 160;
    std::size_t longest = 0;
    for (int index = 0; index < libraries.count; ++index)
        longest = std::max(longest, std::strlen(libraries.first[index].name));
    return debug_folder == nullptr ? of_memory : std::strlen(debug_folder) + longest + 32;
}

const CopyPlan* plan_for(const SharedObject& object, std::size_t size, const SharedObject& image,
                         const LibrarySet& set, std::size_t room) noexcept {
    void* memory = std::malloc(sizeof(CopyPlan));
    auto* plan = memory != nullptr ? new (memory) CopyPlan : nullptr;
    if (plan == nullptr || !plan->make(object, size, image, set.names(), room)) lack_memory_for_libraries();
    return plan;
}

bool finish(const CopyPlan& plan, int descriptor, const char* const* paths) noexcept {
    return plan.finish(descriptor, paths);
}

// In memory that may be changed. Never given back.
SharedObject changeable(const ImageFile& image) noexcept {
    auto* bytes = static_cast<unsigned char*>(std::malloc(image.size));
    if (bytes == nullptr) lack_memory_for_libraries();
    std::memcpy(bytes, image.bytes, image.size);
    return checked(bytes, image.size, image_name);
}

ImageFile file_of(const SharedObject& object, std::size_t size) noexcept {
    ImageFile file;
    file.bytes = reinterpret_cast<const unsigned char*>(&object.header());
    file.size = size;
    file.has_writable_data = true; // or it is bound to what has
    return file;
}

List<CopiedFile> open_those_of(const ImageFile& image, const char* debug_folder) noexcept {
    List<CopiedFile> files;
    CopiedFile& own = files.add({image});
    if (image.bytes == nullptr) return files;
    const SharedObject original =
        checked(const_cast<unsigned char*>(image.bytes), image.size, image_name); // only read
    const LibrarySet set(original);
    const List<Library>& libraries = set.libraries();
    if (libraries.count == 0) return files;
    const std::size_t room = room_for_paths(libraries, debug_folder);
    const SharedObject object = changeable(image);
    own.file = file_of(object, image.size);
    own.file.threads = image.threads;
    own.file.has_openmp = image.has_openmp;
    own.finish = &finish;
    own.plan = plan_for(object, image.size, original, set, room);
    for (int index = 0; index < libraries.count; ++index) {
        const Library& library = libraries.first[index];
        ImageFile file = file_of(library.object, library.size);
        file.library = library.name;
        files.add({file, plan_for(library.object, library.size, original, set, room), &finish});
    }
    return files;
}

} // namespace

} // namespace sartor::process

extern "C" void sartor_open_private_libraries(const sartor::process::ImageFile& image,
                                              const char* debug_folder,
                                              sartor::process::CopiedFiles& files) noexcept {
    const auto opened = sartor::process::open_those_of(image, debug_folder);
    files = {opened.first, opened.count};
}

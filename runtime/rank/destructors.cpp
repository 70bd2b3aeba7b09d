// Termination functions, by the dynamic section.
#include "runtime/rank/destructors.hpp"

#include <link.h>
#include <unistd.h>

#include "runtime/image/image_segments.hpp"

namespace sartor::process {

namespace {

using Function = void (*)();

// Calls visit(entry, offset of the entry in the file).
template <class Visit>
void each_dynamic_entry(const ImageFile& file, Visit visit) noexcept {
    for (const auto& segment : segments_of(file)) {
        if (segment.p_type != PT_DYNAMIC) continue;
        for (std::size_t offset = segment.p_offset; offset < segment.p_offset + segment.p_filesz;
             offset += sizeof(ElfW(Dyn))) {
            const auto& entry = *reinterpret_cast<const ElfW(Dyn)*>(file.bytes + offset);
            if (entry.d_tag == DT_NULL) return;
            visit(entry, offset);
        }
    }
}

} // namespace

bool hide_destructors(const ImageFile& file, int descriptor) noexcept {
    bool written = true;
    each_dynamic_entry(file, [&](const ElfW(Dyn) & entry, std::size_t offset) {
        if (entry.d_tag != DT_FINI && entry.d_tag != DT_FINI_ARRAY) return;
        const auto at = static_cast<off_t>(offset + offsetof(ElfW(Dyn), d_tag));
        written &= pwrite(descriptor, &ignored_tag, sizeof ignored_tag, at) == sizeof ignored_tag;
    });
    return written;
}

void call_destructors(const LoadedCopy& copy) noexcept {
    const Function* functions = nullptr;
    std::size_t count = 0;
    Function last = nullptr;
    each_dynamic_entry(copy.file, [&](const ElfW(Dyn) & entry, std::size_t) {
        const std::uintptr_t address = copy.base + entry.d_un.d_ptr;
        if (entry.d_tag == DT_FINI_ARRAY) functions = reinterpret_cast<const Function*>(address);
        if (entry.d_tag == DT_FINI_ARRAYSZ) count = entry.d_un.d_val / sizeof(Function);
        if (entry.d_tag == DT_FINI) last = reinterpret_cast<Function>(address);
    });
    if (functions != nullptr)
        while (count > 0) functions[--count]();
    if (last != nullptr) last();
}

} // namespace sartor::process

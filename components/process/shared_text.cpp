// Replacing the read-only segments of a loaded copy by mappings of the first one's file.
#include "components/process/shared_text.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "components/process/image_segments.hpp"

namespace sartor::process {

namespace {

// The first copy's file, of the program and of the second image.
int borrow(const ImageFile& file, int own) noexcept {
    static std::atomic<int> lenders[2] = {-1, -1};
    std::atomic<int>& lender = lenders[file.bytes == image_file(0).bytes ? 0 : 1];
    int first = -1;
    return lender.compare_exchange_strong(first, own) ? own : first;
}

bool is_writable(const ElfW(Phdr) & segment) noexcept {
    return (segment.p_flags & PF_W) != 0;
}

// Code that the loader changed for its address belongs to one copy.
bool has_relocated_text(const ImageFile& file) noexcept {
    for (const auto& segment : segments_of(file)) {
        if (segment.p_type != PT_DYNAMIC) continue;
        const auto* entry = reinterpret_cast<const ElfW(Dyn)*>(file.bytes + segment.p_offset);
        for (; entry->d_tag != DT_NULL; ++entry)
            if (entry->d_tag == DT_TEXTREL ||
                (entry->d_tag == DT_FLAGS && (entry->d_un.d_val & DF_TEXTREL) != 0))
                return true;
    }
    return false;
}

// Whole pages of the file.
struct Pages {
    std::size_t begin;
    std::size_t end;
};
Pages pages_of(const ElfW(Phdr) & segment) noexcept {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return {segment.p_offset / page * page, (segment.p_offset + segment.p_filesz + page - 1) / page * page};
}

// A page at the border may belong to a writable segment, too, which still needs it.
void give_back(const ImageFile& file, int descriptor, Pages pages) noexcept {
    for (const auto& segment : segments_of(file)) {
        if (segment.p_type != PT_LOAD || !is_writable(segment)) continue;
        const Pages kept = pages_of(segment);
        if (kept.begin < pages.end && pages.begin < kept.end) pages.end = std::max(pages.begin, kept.begin);
    }
    if (pages.begin < pages.end) // advice: a system that can't keeps the memory
        fallocate(descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(pages.begin),
                  static_cast<off_t>(pages.end - pages.begin));
}

int protection_of(const ElfW(Phdr) & segment) noexcept {
    return ((segment.p_flags & PF_R) != 0 ? PROT_READ : 0) | ((segment.p_flags & PF_X) != 0 ? PROT_EXEC : 0);
}

bool map_from(int lender, const ElfW(Phdr) & segment, std::uintptr_t base) noexcept {
    const Pages pages = pages_of(segment);
    auto* place = reinterpret_cast<void*>(base + segment.p_vaddr - (segment.p_offset - pages.begin));
    return mmap(place, pages.end - pages.begin, protection_of(segment), MAP_PRIVATE | MAP_FIXED, lender,
                static_cast<off_t>(pages.begin)) != MAP_FAILED;
}

} // namespace

const char* share_text(const ImageFile& file, int descriptor, std::uintptr_t base) noexcept {
    const int lender = has_relocated_text(file) ? -1 : borrow(file, descriptor);
    if (lender == descriptor) return nullptr;
    bool mapped = true;
    for (const auto& segment : segments_of(file)) {
        if (lender < 0 || !mapped || segment.p_type != PT_LOAD || is_writable(segment)) continue;
        mapped = map_from(lender, segment, base);
        if (mapped) give_back(file, descriptor, pages_of(segment));
    }
    const int error = errno;
    close(descriptor);
    return mapped ? nullptr : std::strerror(error);
}

} // namespace sartor::process

// Replacing the read-only segments of a loaded copy by mappings of the first one's file.
#include "runtime/image/shared_text.hpp"

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/image/image_segments.hpp"
#include "runtime/reports/debugger.hpp"

namespace sartor::process {

namespace {

// A copy's file that the others map. A program may close descriptors that it did not open: the file is known
// by its inode, and is replaced by that of the next copy.
struct Lender {
    const unsigned char* of = nullptr; // the file's bytes that all its copies were made from
    Lender* next = nullptr;
    int descriptor = -1;
    ino_t inode = 0;

    [[nodiscard]] bool is_there() const noexcept {
        struct stat status;
        return descriptor >= 0 && fstat(descriptor, &status) == 0 && status.st_ino == inode;
    }
};
Lender* lenders = nullptr;
pthread_mutex_t lenders_mutex = PTHREAD_MUTEX_INITIALIZER;

void lend(Lender& lender, int descriptor) noexcept {
    struct stat status;
    if (fstat(descriptor, &status) != 0) return;
    lender.descriptor = moved_up(descriptor);
    lender.inode = status.st_ino;
}

// Null: no memory for a new one.
Lender* lender_of(const ImageFile& file) noexcept {
    Lender* lender = lenders;
    while (lender != nullptr && lender->of != file.bytes) lender = lender->next;
    if (lender != nullptr) return lender;
    lender = static_cast<Lender*>(std::malloc(sizeof(Lender)));
    if (lender == nullptr) return nullptr;
    *lender = Lender{file.bytes, lenders};
    return lenders = lender;
}

struct Lent {
    int descriptor;
    bool is_own; // it was the first: the others map its file
};
Lent borrow(const ImageFile& file, int own) noexcept {
    pthread_mutex_lock(&lenders_mutex);
    Lender* lender = lender_of(file);
    const bool lends = lender == nullptr || !lender->is_there();
    if (lends && lender != nullptr) lend(*lender, own);
    const Lent lent{lender != nullptr ? lender->descriptor : own, lends};
    pthread_mutex_unlock(&lenders_mutex);
    return lent;
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

// False: the system refuses, and the copy keeps its own pages.
bool map_from(int lender, const ElfW(Phdr) & segment, std::uintptr_t base) noexcept {
    const Pages pages = pages_of(segment);
    auto* address = reinterpret_cast<void*>(base + segment.p_vaddr - (segment.p_offset - pages.begin));
    return mmap(address, pages.end - pages.begin, protection_of(segment), MAP_PRIVATE | MAP_FIXED, lender,
                static_cast<off_t>(pages.begin)) != MAP_FAILED;
}

} // namespace

int moved_up(int descriptor) noexcept {
    constexpr int high = 960;
    const int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, high);
    if (moved < 0) return descriptor;
    close(descriptor);
    return moved;
}

int share_text(const ImageFile& file, int descriptor, std::uintptr_t base) noexcept {
    if (is_traced()) return descriptor;
    const Lent lender = borrow(file, descriptor);
    if (lender.is_own) return lender.descriptor;
    const bool relocated = has_relocated_text(file);
    for (const auto& segment : segments_of(file))
        if (!relocated && segment.p_type == PT_LOAD && !is_writable(segment) &&
            map_from(lender.descriptor, segment, base))
            give_back(file, descriptor, pages_of(segment));
    close(descriptor);
    return lender.descriptor;
}

} // namespace sartor::process

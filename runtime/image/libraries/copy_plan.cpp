// Edits a shared object for its copies.
#include "runtime/image/libraries/copy_plan.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <unistd.h>

#include "runtime/image/image_segments.hpp"

namespace sartor::process {

namespace {

constexpr std::size_t page = 4096;

std::size_t whole_pages(std::size_t bytes) noexcept {
    return (bytes + page - 1) / page * page;
}

std::uint64_t end_in_memory(const SharedObject& object) noexcept {
    std::uint64_t end = 0;
    for (const auto& segment : object.segments())
        if (segment.p_type == PT_LOAD) end = std::max(end, segment.p_vaddr + segment.p_memsz);
    return end;
}

// Calls visit(entry) for each file that the object needs versions of symbols from.
template <class Visit>
void each_version_need(const SharedObject& object, Visit visit) noexcept {
    std::uint64_t address = object.value_of(DT_VERNEED);
    for (std::uint64_t left = object.value_of(DT_VERNEEDNUM); left > 0; --left) {
        auto* need = object.at<ElfW(Verneed)>(address);
        if (need == nullptr) return;
        visit(*need);
        if (need->vn_next == 0) return;
        address += need->vn_next;
    }
}

// Every copy has its own.
void separate_unique_symbols(const SharedObject& object) noexcept {
    for (ElfW(Sym) & symbol : object.symbols())
        if (ELF64_ST_BIND(symbol.st_info) == STB_GNU_UNIQUE)
            symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, ELF64_ST_TYPE(symbol.st_info));
}

// Calls visit(index, name in the image) for each symbol that the object needs and that the image has so.
template <class Visit>
void each_redirection(const SharedObject& object, const SharedObject& image, Visit visit) noexcept {
    constexpr char prefix[] = "sartor_image_own.";
    constexpr std::size_t length = sizeof prefix - 1;
    for (const ElfW(Sym) & offered : image.symbols()) {
        const char* name = image.text(offered.st_name);
        if (std::strncmp(name, prefix, length) != 0) continue;
        for (std::size_t index = 1; index < object.symbols().size(); ++index) {
            const ElfW(Sym)& needed = object.symbols()[index];
            if (needed.st_shndx == SHN_UNDEF && std::strcmp(object.text(needed.st_name), name + length) == 0)
                visit(index, name);
        }
    }
}

std::size_t bytes_of_redirections(const SharedObject& object, const SharedObject& image) noexcept {
    std::size_t bytes = 0;
    each_redirection(object, image, [&](std::size_t, const char* name) { bytes += std::strlen(name) + 1; });
    return bytes;
}

bool write_at(int descriptor, const void* data, std::size_t bytes, std::size_t offset) noexcept {
    const auto* from = static_cast<const unsigned char*>(data);
    while (bytes > 0) {
        const ssize_t written = pwrite(descriptor, from, bytes, static_cast<off_t>(offset));
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        from += written;
        offset += static_cast<std::size_t>(written);
        bytes -= static_cast<std::size_t>(written);
    }
    return true;
}

} // namespace

CopyPlan::~CopyPlan() {
    std::free(names_);
    std::free(tail_);
}

bool CopyPlan::make(const SharedObject& object, std::size_t size, const SharedObject& image,
                    const LibraryNames& libraries, std::size_t room) noexcept {
    if (!collect_names(object, libraries, room)) return false;
    const std::size_t paths_end =
        (object.segments().size() + 1) * sizeof(ElfW(Phdr)) + static_cast<std::size_t>(name_count_) * room;
    if (!lay_out(object, size, paths_end + bytes_of_redirections(object, image))) return false;
    rename(object, libraries);
    redirect_functions(object, image, paths_end);
    separate_unique_symbols(object);
    write_segments(object);
    return true;
}

bool CopyPlan::collect_names(const SharedObject& object, const LibraryNames& libraries,
                             std::size_t room) noexcept {
    const std::size_t most = object.dynamic().size() + object.value_of(DT_VERNEEDNUM);
    names_ = static_cast<Name*>(std::calloc(most + 1, sizeof(Name)));
    if (names_ == nullptr) return false;
    const std::size_t first = (object.segments().size() + 1) * sizeof(ElfW(Phdr));
    const auto add = [&](const char* name) {
        const int library = libraries.number(name);
        const bool known = std::any_of(names_, names_ + name_count_,
                                       [&](const Name& one) { return one.library == library; });
        if (library < 0 || known) return;
        names_[name_count_] = {library, first + static_cast<std::size_t>(name_count_) * room};
        ++name_count_;
    };
    for (const auto& entry : object.dynamic())
        if (entry.d_tag == DT_NEEDED) add(object.text(entry.d_un.d_val));
    each_version_need(object, [&](const ElfW(Verneed) & need) { add(object.text(need.vn_file)); });
    return true;
}

bool CopyPlan::lay_out(const SharedObject& object, std::size_t size, std::size_t bytes) noexcept {
    tail_bytes_ = bytes;
    tail_offset_ = whole_pages(size);
    tail_address_ = whole_pages(end_in_memory(object));
    tail_ = static_cast<unsigned char*>(std::calloc(tail_bytes_, 1));
    return tail_ != nullptr;
}

// The function has no version under that name.
void CopyPlan::redirect_functions(const SharedObject& object, const SharedObject& image,
                                  std::size_t offset) const noexcept {
    const auto symbols = object.symbols();
    auto* versions = object.at<ElfW(Versym)>(object.value_of(DT_VERSYM), symbols.size());
    each_redirection(object, image, [&](std::size_t index, const char* name) {
        std::strcpy(reinterpret_cast<char*>(tail_) + offset, name);
        symbols[index].st_name = static_cast<ElfW(Word)>(tail_address_ + offset - object.strings());
        if (versions != nullptr && object.value_of(DT_VERSYM) != 0) versions[index] = VER_NDX_GLOBAL;
        offset += std::strlen(name) + 1;
    });
}

std::uint64_t CopyPlan::text_offset(const SharedObject& object, int library) const noexcept {
    const Name* name =
        std::find_if(names_, names_ + name_count_, [&](const Name& one) { return one.library == library; });
    return tail_address_ + name->offset - object.strings();
}

void CopyPlan::rename(const SharedObject& object, const LibraryNames& libraries) const noexcept {
    for (auto& entry : object.dynamic()) {
        if (entry.d_tag == DT_SONAME) entry.d_tag = ignored_tag;
        if (entry.d_tag != DT_NEEDED) continue;
        const int library = libraries.number(object.text(entry.d_un.d_val));
        if (library >= 0) entry.d_un.d_val = text_offset(object, library);
    }
    each_version_need(object, [&](ElfW(Verneed) & need) {
        const int library = libraries.number(object.text(need.vn_file));
        if (library >= 0) need.vn_file = static_cast<ElfW(Word)>(text_offset(object, library));
    });
}

// The tail is one more, after the last that is loaded: they ascend.
void CopyPlan::write_segments(const SharedObject& object) noexcept {
    const auto old = object.segments();
    auto* table = reinterpret_cast<ElfW(Phdr)*>(tail_);
    std::size_t last = 0;
    for (std::size_t index = 0; index < old.size(); ++index)
        if (old[index].p_type == PT_LOAD) last = index;
    std::copy(old.begin(), old.begin() + static_cast<std::ptrdiff_t>(last) + 1, table);
    table[last + 1] = {PT_LOAD,       PF_R,        tail_offset_, tail_address_,
                       tail_address_, tail_bytes_, tail_bytes_,  page};
    std::copy(old.begin() + static_cast<std::ptrdiff_t>(last) + 1, old.end(), table + last + 2);
    for (std::size_t index = 0; index <= old.size(); ++index)
        if (table[index].p_type == PT_PHDR) table[index].p_vaddr = table[index].p_paddr = tail_address_;
    header_ = object.header();
    header_.e_phoff = tail_offset_;
    header_.e_phnum = static_cast<ElfW(Half)>(old.size() + 1);
}

bool CopyPlan::finish(int descriptor, const char* const* paths) const noexcept {
    if (!write_at(descriptor, &header_, sizeof header_, 0) ||
        !write_at(descriptor, tail_, tail_bytes_, tail_offset_))
        return false;
    return std::all_of(names_, names_ + name_count_, [&](const Name& name) {
        const char* path = paths[name.library];
        return write_at(descriptor, path, std::strlen(path) + 1, tail_offset_ + name.offset);
    });
}

} // namespace sartor::process

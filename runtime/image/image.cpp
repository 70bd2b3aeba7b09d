// Loading private copies of the program through in-memory files.
#include "runtime/image/image.hpp"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>

#include "runtime/image/image_segments.hpp"
#include "runtime/image/libraries/copy_file.hpp"
#include "runtime/image/libraries/private_libraries.hpp"
#include "runtime/image/shared_text.hpp"
#include "runtime/process.hpp"
#include "runtime/process_state.hpp"
#include "runtime/programs.hpp"
#include "runtime/rank/destructors.hpp"
#include "runtime/reports/debugger.hpp"
#include "runtime/scheduler/mappings.hpp"
#include "runtime/spares/spare_ranks.hpp"

extern "C" {
extern const unsigned char sartor_image_begin[] __attribute__((weak));
extern const unsigned char sartor_image_end[] __attribute__((weak));
extern const unsigned sartor_image_flags __attribute__((weak));
extern const unsigned char sartor_second_image_begin[] __attribute__((weak));
extern const unsigned char sartor_second_image_end[] __attribute__((weak));
extern const unsigned sartor_second_image_flags __attribute__((weak));
}

namespace sartor::process {

namespace {

constexpr unsigned has_writable_data_flag = 1;
constexpr unsigned starts_threads_flag = 2;
constexpr unsigned only_main_calls_flag = 4; // with the one before
constexpr unsigned uses_openmp_flag = 8;

// Of one rank: the image first, then its libraries.
struct Copies {
    void* handle = nullptr;
    link_map** maps = nullptr;
    bool ended = false;
};
Copies* copies = nullptr;
pthread_mutex_t shared_copy_mutex = PTHREAD_MUTEX_INITIALIZER;
int open_files = 0; // of ranks that load their libraries
pthread_mutex_t open_files_mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t fewer_open_files = PTHREAD_COND_INITIALIZER;

[[noreturn]] void give_up(const Rank& rank, const char* what, const char* why,
                          const char* library = nullptr) noexcept {
    report("rank %d: can't %s %s: %s", rank.number, what,
           library != nullptr ? library : "the program's image", why);
    if (std::strstr(why, "static TLS") != nullptr)
        report("  its thread-local variables use the initial-exec model, and only about 25 copies of these "
               "variables fit: compile without -ftls-model=initial-exec, with sartor cc or -fPIC");
    if (std::strstr(why, "failed to map") != nullptr || std::strstr(why, "annot allocate") != nullptr)
        report_mapping_limit();
    end_run(1);
}

// The loader says "PATH: what is wrong".
[[noreturn]] void give_up_loading(const Rank& rank, const char* why, const CopyFile* made,
                                  CopiedFiles files) noexcept {
    for (int index = 0; index < files.count; ++index) {
        const std::size_t length = std::strlen(made[index].path);
        if (std::strncmp(why, made[index].path, length) == 0 && why[length] == ':')
            give_up(rank, "load", why + length + 2, files.first[index].file.library);
    }
    give_up(rank, "load", why);
}

link_map* map_of(const Rank& rank, void* handle) noexcept {
    link_map* map = nullptr;
    if (dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0) give_up(rank, "find", dlerror());
    return map;
}

// The image brings its libraries along, as it names their paths.
Copies open_copies(const Rank& rank, const CopyFile* made, CopiedFiles files) noexcept {
    Copies opened;
    opened.handle = dlopen(made[0].path, RTLD_NOW | RTLD_LOCAL);
    if (opened.handle == nullptr) give_up_loading(rank, dlerror(), made, files);
    opened.maps = static_cast<link_map**>(std::calloc(static_cast<std::size_t>(files.count), sizeof(void*)));
    if (opened.maps == nullptr) give_up(rank, "remember", "no memory");
    opened.maps[0] = map_of(rank, opened.handle);
    for (int index = 1; index < files.count; ++index) {
        void* handle = dlopen(made[index].path, RTLD_NOW | RTLD_NOLOAD);
        if (handle == nullptr) give_up(rank, "find", dlerror(), files.first[index].file.library);
        opened.maps[index] = map_of(rank, handle);
    }
    return opened;
}

Copies load_copies(Rank& rank, CopiedFiles files, const char* folder) noexcept {
    rank.loading = true;
    CopyFile* made = write_copies(rank, files, folder);
    const Copies opened = open_copies(rank, made, files);
    for (int index = 0; index < files.count; ++index) {
        if (made[index].descriptor < 0) continue;
        link_map& map = *opened.maps[index];
        const int kept = share_text(files.first[index].file, made[index].descriptor, map.l_addr);
        if (!is_traced()) name_for_debuggers(map, kept);
    }
    free_copies(made, files);
    rank.loading = false;
    return opened;
}

// Each holds descriptors and whole copies until it has loaded them: only so many do at a time.
Copies load_with_libraries(Rank& rank, CopiedFiles files, const char* folder) noexcept {
    constexpr int most_files = 256;
    pthread_mutex_lock(&open_files_mutex);
    while (open_files > 0 && open_files + files.count > most_files)
        pthread_cond_wait(&fewer_open_files, &open_files_mutex);
    open_files += files.count;
    pthread_mutex_unlock(&open_files_mutex);
    const Copies opened = load_copies(rank, files, folder);
    pthread_mutex_lock(&open_files_mutex);
    open_files -= files.count;
    pthread_cond_broadcast(&fewer_open_files);
    pthread_mutex_unlock(&open_files_mutex);
    return opened;
}

bool lies_in(const ImageFile& file, std::uintptr_t base, std::uintptr_t address) noexcept {
    for (const auto& segment : segments_of(file))
        if (segment.p_type == PT_LOAD && address >= base + segment.p_vaddr &&
            address < base + segment.p_vaddr + segment.p_memsz)
            return true;
    return false;
}

bool is_loaded(const Rank& rank) noexcept {
    return copies != nullptr && copies[rank.number].handle != nullptr;
}

// Zeroed data, and what is protected after it was relocated, are mappings of their own.
int further_mappings(const ImageFile& file) noexcept {
    int count = 0;
    for (const auto& segment : segments_of(file)) {
        const bool zeroed = segment.p_type == PT_LOAD && segment.p_memsz > segment.p_filesz;
        if (zeroed || segment.p_type == PT_GNU_RELRO) ++count;
    }
    return count;
}

} // namespace

ProgramParts program_parts;

ProgramPart* part_of(int rank) noexcept {
    if (&part_of_started != nullptr && rank >= ranks.world.size) return part_of_started(rank);
    for (int index = 0; index < program_parts.count; ++index) {
        ProgramPart& part = program_parts.first[index];
        if (rank < part.first_rank + part.ranks) return &part;
    }
    return nullptr;
}

ImageFile image_made_of(const unsigned char* bytes, std::size_t size, unsigned flags) noexcept {
    return {bytes, size, (flags & has_writable_data_flag) != 0,
            (flags & starts_threads_flag) == 0    ? Threads::none
            : (flags & only_main_calls_flag) != 0 ? Threads::that_compute
                                                  : Threads::that_call,
            (flags & uses_openmp_flag) != 0};
}

static ImageFile made_of(const unsigned char* begin, const unsigned char* end, unsigned flags) noexcept {
    return image_made_of(begin, static_cast<std::size_t>(end - begin), flags);
}

ImageFile program_image() noexcept {
    if (&sartor_image_flags == nullptr) return {};
    return made_of(sartor_image_begin, sartor_image_end, sartor_image_flags);
}

ImageFile second_image() noexcept {
    return made_of(sartor_second_image_begin, sartor_second_image_end, sartor_second_image_flags);
}

static CopiedFiles of_program;
static CopiedFiles of_second_image;

static CopiedFiles files_of(const ImageFile& image, const char* debug_folder, CopiedFile& alone) noexcept {
    alone.file = image;
    CopiedFiles files{&alone, 1};
    if (&sartor_open_private_libraries != nullptr) sartor_open_private_libraries(image, debug_folder, files);
    return files;
}

void open_images(const char* debug_folder) noexcept {
    static_cast<void>(is_traced()); // the first call, while there is one thread
    static CopiedFile alone[2];
    of_program = files_of(program_image(), debug_folder, alone[0]);
    if (has_second_image()) of_second_image = files_of(second_image(), debug_folder, alone[1]);
    for (int index = 0; index < program_parts.count; ++index) {
        ProgramPart& part = program_parts.first[index];
        part.files = files_of(part.alone.file, debug_folder, part.alone);
    }
}

[[gnu::noinline]] CopiedFiles copied_files(int rank) noexcept {
    if (const ProgramPart* part = part_of(rank)) return part->files;
    return is_guest(rank) ? of_second_image : of_program;
}

bool has_second_image() noexcept {
    return &sartor_second_image_flags != nullptr;
}

ThreadsOfImages threads_of_images() noexcept {
    ThreadsOfImages all;
    const auto count = [&](const ImageFile& file) {
        all.threads = file.threads > all.threads ? file.threads : all.threads;
        all.has_openmp |= file.has_openmp;
    };
    count(program_image());
    if (has_second_image()) count(second_image());
    for (int index = 0; index < program_parts.count; ++index) count(program_parts.first[index].alone.file);
    return all;
}

static bool has_code_on_stacks(const ImageFile& file) noexcept {
    for (const auto& segment : segments_of(file))
        if (segment.p_type == PT_GNU_STACK) return (segment.p_flags & PF_X) != 0;
    return false;
}

bool images_have_code_on_stacks() noexcept {
    bool any =
        has_code_on_stacks(program_image()) || (has_second_image() && has_code_on_stacks(second_image()));
    for (int index = 0; index < program_parts.count; ++index)
        any |= has_code_on_stacks(program_parts.first[index].alone.file);
    return any;
}

static int mappings_of(const CopiedFiles& files) noexcept {
    int count = 0;
    for (int index = 0; index < files.count; ++index) {
        const CopiedFile& copied = files.first[index];
        if (!copied.file.has_writable_data) continue;
        for (const auto& segment : segments_of(copied.file)) count += segment.p_type == PT_LOAD ? 1 : 0;
        if (index > 0) count += further_mappings(copied.file);
        if (copied.plan != nullptr) ++count; // what it adds
    }
    return count;
}

int mappings_of_copies() noexcept {
    int most = mappings_of(copied_files(0));
    for (int index = 0; index < program_parts.count; ++index) {
        const int of_part = mappings_of(program_parts.first[index].files);
        if (of_part > most) most = of_part;
    }
    return most;
}

MainFunction load_image(Rank& self, const char* debug_folder) noexcept {
    static Copies shared_copy;
    const CopiedFiles files = copied_files(self.number);
    const bool alone = is_guest(self.number) || part_of(self.number) != nullptr;
    const bool own = files.first[0].file.has_writable_data || alone;
    pthread_mutex_lock(&shared_copy_mutex);
    if (copies == nullptr)
        copies = static_cast<Copies*>(std::calloc(static_cast<std::size_t>(most_ranks()), sizeof(Copies)));
    if (copies == nullptr) give_up(self, "remember", "no memory");
    if (!own && shared_copy.handle == nullptr) shared_copy = load_copies(self, files, debug_folder);
    pthread_mutex_unlock(&shared_copy_mutex);
    Copies& copy = copies[self.number];
    if (!own)
        copy = shared_copy;
    else
        copy = files.libraries() > 0 ? load_with_libraries(self, files, debug_folder)
                                     : load_copies(self, files, debug_folder);
    find_exception_state();
    auto* main = reinterpret_cast<MainFunction>(dlsym(copy.handle, "sartor_image_start"));
    if (main == nullptr) give_up(self, "find the start of", dlerror());
    return main;
}

bool loaded_copy(const Rank& rank, int index, LoadedCopy& copy) noexcept {
    if (!is_loaded(rank)) return false;
    copy = {copied_files(rank.number).first[index].file, copies[rank.number].maps[index]->l_addr, index};
    return true;
}

bool find_copy(const Rank& rank, std::uintptr_t address, LoadedCopy& copy) noexcept {
    const int count = copied_files(rank.number).count;
    for (int index = 0; index < count; ++index)
        if (loaded_copy(rank, index, copy) && lies_in(copy.file, copy.base, address)) return true;
    return false;
}

// One rank at a time: what they do may be meant for one process, as the counts of a profile are.
void end_copies(const Rank& rank) noexcept {
    static std::atomic<const Rank*> ending{nullptr};
    const Rank* const self = &rank;
    if (!is_loaded(rank)) return;
    Copies& own = copies[rank.number];
    if (!own.ended) {
        own.ended = true;
        constexpr std::int64_t turn =
            1000; // nanoseconds: on a machine with a time of its own that must go by
        for (const Rank* none = nullptr; !ending.compare_exchange_weak(none, self); none = nullptr)
            sleep(turn);
        const CopiedFiles files = copied_files(rank.number);
        for (int index = 0; index < files.count; ++index)
            call_destructors({files.first[index].file, own.maps[index]->l_addr});
    }
    if (ending == self) ending = nullptr; // one of them may have ended the rank
}

void drop_copies_ends(const Rank& rank) noexcept {
    if (is_loaded(rank)) copies[rank.number].ended = true;
}

bool in_image(const Rank& rank, std::uintptr_t address) noexcept {
    LoadedCopy copy;
    if (is_loaded(rank)) return find_copy(rank, address, copy);
    Dl_info information;
    link_map* map = nullptr;
    if (!rank.loading || dladdr1(reinterpret_cast<void*>(address), &information,
                                 reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) == 0)
        return false;
    return std::strstr(information.dli_fname, "/fd/") != nullptr ||
           std::strstr(information.dli_fname, "/rank-") != nullptr;
}

} // namespace sartor::process

// The executable's main: reads how to run from the environment, loads the program and runs its ranks.
#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <malloc.h>
#include <unistd.h>

#include "runtime/image/image.hpp"
#include "runtime/output/output.hpp"
#include "runtime/peers.hpp"
#include "runtime/process.hpp"
#include "runtime/programs.hpp"
#include "runtime/rank/launch_variables.hpp"
#include "runtime/rank/openmp_state.hpp"
#include "runtime/reports/crash.hpp"
#include "runtime/reports/record.hpp"
#include "runtime/settings.hpp"
#include "runtime/spares/spare_ranks.hpp"

// Defined by the cut library.
extern "C" const sartor::process::Program sartor_program;
// Likewise, where it has the tool interface.
extern "C" void sartor_list_variables() __attribute__((weak));

namespace sartor::process {

namespace {

int argument_count;
char** arguments;
const char* debug_folder;

Mapping mapping_from(const char* variable) {
    const char* text = std::getenv(variable);
    if (text == nullptr || std::strcmp(text, "compact") == 0) return Mapping::compact;
    if (std::strcmp(text, "scatter") != 0) refuse_setting(variable, text, "compact or scatter");
    return Mapping::scatter;
}

// Each process that another MPI's launcher starts would be all of the program by itself.
void warn_of_foreign_launcher() {
    if (std::getenv("SARTOR_RANKS") != nullptr || peers != nullptr) return;
    if (std::getenv(own_number_variable) != nullptr) return; // a rank started it
    constexpr const char* launchers[][2] = {{"PMI_RANK", "PMI_SIZE"},
                                            {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"}};
    for (const auto& [rank, size] : launchers) {
        const char* number = std::getenv(rank);
        const char* count = std::getenv(size);
        if (number == nullptr || count == nullptr || std::strcmp(count, "1") == 0) continue;
        if (std::strcmp(number, "0") == 0)
            report("another MPI's launcher started this %s times, each with 1 rank; run it with: sartor run "
                   "-n %s",
                   count, count);
        return;
    }
}

// In one of several processes, where sartor run could not rebuild the program, since it started another one,
// a script: sartor does that now. Without this each process would be all of the program by itself.
void rebuild_for_several_processes(int argc, char** argv) {
    if (std::getenv("SARTOR_PROCESS") == nullptr || peers != nullptr) return;
    char file[PATH_MAX] = "";
    const char* const sartor = std::getenv("SARTOR_COMMAND");
    auto** words = static_cast<char**>(std::calloc(static_cast<std::size_t>(argc) + 4, sizeof(char*)));
    if (sartor != nullptr && words != nullptr && realpath("/proc/self/exe", file) != nullptr) {
        words[0] = const_cast<char*>("sartor");
        words[1] = const_cast<char*>(run_as_process_command);
        words[2] = file;
        std::copy(argv, argv + argc, words + 3);
        execv(sartor, words);
    }
    report("%s is made for one process; build it with sartor cc --machine fabric", argv[0]);
    std::exit(usage_exit_code);
}

int parse_cores(const char* variable, int* cores, int most) {
    const char* text = std::getenv(variable);
    int count = 0;
    while (text != nullptr && *text != '\0' && count < most) {
        char* end = nullptr;
        const long core = std::strtol(text, &end, 10);
        if (end == text || core < 0 || (*end != ',' && *end != '\0'))
            refuse_setting(variable, text, "numbers with commas");
        cores[count++] = static_cast<int>(core);
        text = *end == ',' ? end + 1 : end;
    }
    return count;
}

// A program may change its arguments: each rank has its own. A second program has those of the first, under
// its own name.
char** copy_arguments(const Rank& self, char* const* given) {
    auto** copy = static_cast<char**>(std::malloc(sizeof(char*) * (static_cast<std::size_t>(self.argc) + 1)));
    if (copy == nullptr) return arguments;
    for (int index = 0; index < self.argc; ++index) copy[index] = strdup(given[index]);
    copy[self.argc] = nullptr;
    if (const char* name = std::getenv("SARTOR_IO"); is_guest(self.number) && name != nullptr) {
        std::free(copy[0]);
        copy[0] = strdup(name);
    }
    return copy;
}

constexpr const char* set_by_sartor_run = "glibc.malloc.hugetlb=1"; // a GLIBC_TUNABLES that is not the user's

// Ranks that share an address space free much at once, again and again: pages that went back to the system
// each time would have to be cleared each time. glibc learns that from the first long piece that is freed;
// until then, and where all pieces are short, it gives back what is above 128 KiB.
void keep_freed_memory() {
    constexpr int from_the_system = 32 << 20; // glibc's own limits of what it learns
    constexpr int most_kept = 2 * from_the_system;
    for (const char* variable : {"GLIBC_TUNABLES", "MALLOC_TRIM_THRESHOLD_", "MALLOC_MMAP_THRESHOLD_"})
        if (const char* value = std::getenv(variable);
            value != nullptr && std::strcmp(value, set_by_sartor_run) != 0)
            return;
    mallopt(M_MMAP_THRESHOLD, from_the_system);
    mallopt(M_TRIM_THRESHOLD, most_kept);
}

bool finds_openmp() {
    return &sartor_find_openmp != nullptr && sartor_find_openmp();
}

void run_program(Rank& self) {
    const ProgramPart* part = part_of(self.number);
    self.argc = part != nullptr ? part->argument_count : argument_count;
    self.argv = copy_arguments(self, part != nullptr ? part->arguments : arguments);
    const MainFunction main = load_image(self, debug_folder);
    end_rank(main(self.argc, self.argv, environ));
}

} // namespace

static int start(int argc, char** argv) {
    if (std::getenv("SARTOR_VARIABLES") != nullptr && &sartor_list_variables != nullptr) {
        sartor_list_variables();
        return 0;
    }
    keep_record(std::getenv("SARTOR_REPORT_RECORD"));
    argument_count = argc;
    arguments = argv;
    debug_folder = std::getenv("SARTOR_DEBUG_IMAGES");
    constexpr int most_cores = 1024;
    static int cores[most_cores];
    static int processors[most_cores];
    Layout layout;
    layout.guests = has_second_image() ? 1 : 0;
    layout.ranks = static_cast<int>(number_from("SARTOR_RANKS", 1, 1)) + layout.guests;
    layout.mapping = mapping_from("SARTOR_MAP");
    layout.cores = cores;
    layout.core_count = parse_cores("SARTOR_CORES", cores, most_cores);
    layout.shares_cores = std::getenv("SARTOR_SHARED_CORES") != nullptr;
    layout.processors = processors;
    layout.processor_count = parse_cores("SARTOR_PROCESSORS", processors, most_cores);
    layout.stack_bytes = static_cast<std::size_t>(number_from("SARTOR_STACK", 0, 1));
    if (&sartor_open_programs != nullptr) sartor_open_programs(argc, argv);
    if (&sartor_join_peers != nullptr)
        layout.ranks = sartor_join_peers(layout.ranks, sartor_program.meets_new_ranks);
    rebuild_for_several_processes(argc, argv);
    if (peers != nullptr) {
        layout.first_here = peers->first_rank;
        layout.here = peers->ranks_here;
        layout.processes = peers->processes;
        layout.world_first = peers->world_first;
        layout.world_size = peers->world_size;
        if (!sartor_program.meets_new_ranks) layout.ranks = peers->world_size;
    }
    open_images(debug_folder);
    layout.image_mappings = mappings_of_copies();
    layout.tag_output = std::getenv("SARTOR_TAG_OUTPUT") != nullptr;
    layout.report_leftovers = std::getenv("SARTOR_REPORT") != nullptr;
    layout.watch_all = std::getenv("SARTOR_WATCH_ALL") != nullptr;
    layout.watchdog_seconds = static_cast<int>(number_from("SARTOR_WATCHDOG", 0, 1));
    layout.timeout_seconds = static_cast<int>(number_from("SARTOR_TIMEOUT", 0, 1));
    layout.launched = std::getenv("SARTOR_RANKS") != nullptr;
    layout.backlog_bytes = backlog_from("SARTOR_BACKLOG");
    const ThreadsOfImages images = threads_of_images();
    layout.has_threads = images.threads != Threads::none;
    layout.own_threads = images.threads == Threads::that_call || (images.has_openmp && !finds_openmp());
    layout.has_openmp = images.has_openmp;
    if (&keep_spares != nullptr && !layout.own_threads && peers == nullptr)
        layout.spares = keep_spares(layout.ranks, argv[0]);
    layout.code_on_stacks = images_have_code_on_stacks();
    if (const char* option = std::getenv("SARTOR_DETERMINISTIC"); option != nullptr && layout.own_threads) {
        report("%s: the ranks of this program have OS threads, which the system schedules (its threads may "
               "call MPI, or belong to LLVM's OpenMP or TBB)",
               option);
        return usage_exit_code;
    }
    adopt_standard_streams();
    write_output_files(std::getenv("SARTOR_OUTPUT_FILES"),
                       std::getenv("SARTOR_OUTPUT_ONLY_IN_FILES") != nullptr);
    report_crashes();
    warn_of_foreign_launcher();
    unsetenv("SARTOR_RANKS"); // programs that ranks start are none of the run
    keep_freed_memory();
    return run(layout, sartor_program, &run_program);
}

} // namespace sartor::process

int main(int argc, char** argv) {
    return sartor::process::start(argc, argv);
}

// Unwinds by call frame information, over a copy of the stack.
#include "configurator/backtrace/calls.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <unistd.h>

#include "configurator/backtrace/names.hpp"
#include "runtime/architecture/registers.hpp"

namespace sartor::backtrace {

namespace {

using architecture::Registers;
constexpr std::size_t stack_pointer = Registers::stack_pointer;
constexpr std::size_t instruction_pointer = Registers::instruction_pointer;
constexpr std::size_t most_frames = 100'000;

struct Frame {
    std::uintptr_t address; // of the call, for all but the newest
    bool is_call;
    int times = 1; // in a row
};

// Callbacks of libdwfl, for unwinding.
struct Thread {
    const Question& question;
    std::array<std::uintptr_t, Question::register_count> registers;
    std::vector<Frame> frames;
};

bool read_stack(const Question& question, std::uintptr_t address, Dwarf_Word* word) {
    if (question.stack < 0 || address < question.stack_low) return false;
    return pread(question.stack, word, sizeof *word, static_cast<off_t>(address - question.stack_low)) ==
           sizeof *word;
}

pid_t next_thread(Dwfl*, void* argument, void** thread) {
    if (*thread != nullptr) return 0;
    *thread = argument;
    return 1;
}

bool read_memory(Dwfl*, Dwarf_Addr address, Dwarf_Word* word, void* argument) {
    return read_stack(static_cast<Thread*>(argument)->question, address, word);
}

bool set_registers(Dwfl_Thread* thread, void* argument) {
    const auto& registers = static_cast<Thread*>(argument)->registers;
    std::array<Dwarf_Word, Question::register_count> words;
    std::copy(registers.begin(), registers.end(), words.begin());
    dwfl_thread_state_register_pc(thread, registers[instruction_pointer]);
    return dwfl_thread_state_registers(thread, 0, Registers::unwinding_count, words.data());
}

const Dwfl_Thread_Callbacks thread_callbacks = {&next_thread,   nullptr, &read_memory,
                                                &set_registers, nullptr, nullptr};

int add_frame(Dwfl_Frame* state, void* argument) {
    auto& thread = *static_cast<Thread*>(argument);
    Dwarf_Addr address = 0;
    bool is_activation = false;
    if (!dwfl_frame_pc(state, &address, &is_activation) || thread.frames.size() == most_frames)
        return DWARF_CB_ABORT;
    const bool is_call = !is_activation && !thread.frames.empty();
    thread.frames.push_back({is_call ? address - 1 : address, is_call});
    return DWARF_CB_OK;
}

// A call to where no code is: goes back to where the call has left that it came from.
void return_from_nowhere(Thread& thread, const Modules& modules) {
    auto& registers = thread.registers;
    if (modules.at(registers[instruction_pointer]) != nullptr) return;
    Dwarf_Word caller = 0;
    if constexpr (Registers::return_address == architecture::on_stack) {
        if (!read_stack(thread.question, registers[stack_pointer], &caller)) return;
    } else {
        caller = registers[Registers::return_address];
    }
    thread.frames.push_back({registers[instruction_pointer], false});
    registers[instruction_pointer] = caller;
    if (Registers::return_address == architecture::on_stack) registers[stack_pointer] += sizeof caller;
}

bool is_mpi_function(const std::string& name) {
    return name.starts_with("MPI_") || name.starts_with("PMPI_");
}

// Empty for functions inside MPI and the runtime, which reports leave out.
std::vector<Description> lines_of(const Modules& modules, std::uintptr_t address) {
    Dwfl_Module* module = modules.at(address);
    if (module == nullptr) return {{"an address without code", ""}};
    if (!modules.is_executable(module)) return describe(modules, module, address);
    const std::string name = function_at(module, address);
    if (!is_mpi_function(name)) return {};
    return {{name.starts_with("P") ? name.substr(1) : name, ""}};
}

bool is_main(const Modules& modules, std::uintptr_t address) {
    Dwfl_Module* module = modules.at(address);
    const Copy* copy = module == nullptr ? nullptr : modules.copy_of(module);
    return copy != nullptr && copy->library.empty() && function_at(module, address) == "main";
}

} // namespace

namespace {

// As far as the program's main; all when it is not among the oldest.
std::size_t frames_to_main(const std::vector<Frame>& frames, const Modules& modules) {
    constexpr std::size_t behind_main = 16; // what starts it
    for (std::size_t last = frames.size(); last > 0 && frames.size() - last < behind_main; --last)
        if (is_main(modules, frames[last - 1].address)) return last;
    return frames.size();
}

// Of calls within a library that is not the program's own, only the outermost is listed.
bool goes_on_in_library(const Modules& modules, std::uintptr_t address, std::uintptr_t caller) {
    Dwfl_Module* module = modules.at(address);
    return module != nullptr && module == modules.at(caller) && modules.copy_of(module) == nullptr &&
           !modules.is_executable(module);
}

// A function that calls itself is listed once for each call site.
std::vector<Frame> shown_frames(const std::vector<Frame>& frames, std::size_t last, const Modules& modules) {
    std::vector<Frame> shown;
    for (std::size_t index = 0; index < last; ++index) {
        const Frame& frame = frames[index];
        if (index + 1 < last && goes_on_in_library(modules, frame.address, frames[index + 1].address))
            continue;
        if (!shown.empty() && shown.back().address == frame.address)
            ++shown.back().times;
        else
            shown.push_back(frame);
    }
    return shown;
}

void add_lines(const Modules& modules, const Frame& frame, std::vector<std::string>& lines) {
    const std::string times = frame.times > 1 ? fmt::format(", {} times", frame.times) : "";
    for (const Description& line : lines_of(modules, frame.address)) {
        lines.push_back("f" + line.text + times);
        if (!line.source.empty()) lines.push_back("s" + line.source);
    }
}

} // namespace

Calls calls_of(const Question& question, const Modules& modules) {
    Thread thread{question, *question.registers, {}};
    return_from_nowhere(thread, modules);
    if (dwfl_attach_state(modules.dwfl(), nullptr, 1, &thread_callbacks, &thread))
        dwfl_getthread_frames(modules.dwfl(), 1, &add_frame, &thread);
    Calls calls;
    calls.inside_mpi = std::ranges::any_of(thread.frames, [&](const Frame& frame) {
        return frame.is_call && frame.address + 1 == question.mpi_call;
    });
    constexpr std::size_t newest = 20;
    constexpr std::size_t oldest = 5;
    const auto shown = shown_frames(thread.frames, frames_to_main(thread.frames, modules), modules);
    for (std::size_t index = 0; index < shown.size(); ++index) {
        if (index == newest && shown.size() > newest + oldest + 1) {
            calls.lines.push_back(fmt::format(".{} more calls", shown.size() - newest - oldest));
            index = shown.size() - oldest;
        }
        add_lines(modules, shown[index], calls.lines);
    }
    return calls;
}

} // namespace sartor::backtrace

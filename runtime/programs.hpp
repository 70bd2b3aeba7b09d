// Several programs in one MPI_COMM_WORLD: which ranks run which, with which arguments (mpiexec -n 2 a : -n 3
// b).
#pragma once

#include "runtime/image/image.hpp"

namespace sartor::process {

// One of them: neighbouring ranks.
struct ProgramPart {
    CopiedFile alone; // its image
    CopiedFiles files;
    int number = 0; // MPI_APPNUM
    int first_rank = 0;
    int ranks = 0;
    int argument_count = 0;
    char** arguments = nullptr;
};

struct ProgramParts {
    ProgramPart* first = nullptr;
    int count = 0; // 0: there is one program, which all ranks run
};
extern ProgramParts program_parts;

// The part of a rank; null when all ranks run one program.
[[nodiscard]] ProgramPart* part_of(int rank) noexcept;

// Where the number of the program that a rank runs stands.
[[nodiscard]] inline int* application_of(int rank) noexcept {
    static int only = 0;
    ProgramPart* part = part_of(rank);
    return part != nullptr ? &part->number : &only;
}

} // namespace sartor::process

// Makes program_parts out of the images that the link added and of the environment. Before any rank starts;
// arguments: of all programs, one after the other. Null in executables with one program.
extern "C" void sartor_open_programs(int argument_count, char** arguments) noexcept __attribute__((weak));

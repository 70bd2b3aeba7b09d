// popen: the program gets the rank's environment. A rank that reads from it waits for it, and so has an OS
// thread.
#include <cstdio>
#include <unistd.h>

#include "runtime/image/parts/lent_environment.hpp"
#include "runtime/image/parts/needs_thread.hpp"
#include "runtime/image/parts/original.hpp"
#include "runtime/image/parts/signals.hpp"
#include "runtime/rank/for_parts.hpp"

#pragma weak sartor_lend_ignored_signals

extern "C" {

[[gnu::weak]] FILE* popen(const char* command, const char* mode) {
    refer_to(sartor_rank_thread_for_pipes_of_programs);
    const AsOfProcess environment;
    sartor_rank_descriptor(STDOUT_FILENO); // what was written before comes first
    if (&sartor_lend_ignored_signals != nullptr) sartor_lend_ignored_signals(true);
    FILE* const file = sartor::process::original<FILE* (*)(const char*, const char*)>("popen")(command, mode);
    if (&sartor_lend_ignored_signals != nullptr) sartor_lend_ignored_signals(false);
    return file;
}

} // extern "C"

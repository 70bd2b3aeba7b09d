// argp_parse: the C library reads variables that a program defines, which it does not find in a rank's image.
#include <argp.h>

#include "runtime/image/parts/of_c_library.hpp"

#pragma weak argp_program_version
#pragma weak argp_program_version_hook
#pragma weak argp_program_bug_address
#pragma weak argp_err_exit_status

namespace {

template <class T>
void hand_on(const char* name, T* own) noexcept {
    auto* const of_library = sartor::process::of_process<T>(name);
    if (own != nullptr && of_library != nullptr) *of_library = *own;
}

} // namespace

extern "C" [[gnu::weak]] error_t argp_parse(const argp* parser, int argc, char** argv, unsigned flags,
                                            int* index, void* input) {
    using Parse = error_t (*)(const argp*, int, char**, unsigned, int*, void*);
    hand_on("argp_program_version", &argp_program_version);
    hand_on("argp_program_version_hook", &argp_program_version_hook);
    hand_on("argp_program_bug_address", &argp_program_bug_address);
    hand_on("argp_err_exit_status", &argp_err_exit_status);
    return sartor::process::of_c_library<Parse>("argp_parse")(parser, argc, argv, flags, index, input);
}

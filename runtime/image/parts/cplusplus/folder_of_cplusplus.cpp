// std::filesystem::current_path that changes the folder: the rank's, as chdir (folder.cpp).
#include "runtime/image/parts/of_c_library.hpp"
#include "runtime/image/parts/own_folder.hpp"

using sartor::process::of_c_library;

// For paths of both forms of std::string, with an error code and without: names that the C++ library has for
// its compiler.
#define SARTOR_CURRENT_PATH(part, name)                                                                      \
    [[gnu::weak]] void sartor_current_path_##part(const void* path) asm(name);                               \
    void sartor_current_path_##part(const void* path) {                                                      \
        sartor::process::part_with_others(sartor_rank_thread_for_folder_of_cplusplus);                       \
        of_c_library<void (*)(const void*)>(name)(path);                                                     \
    }
#define SARTOR_CURRENT_PATH_WITH_CODE(part, name)                                                            \
    [[gnu::weak]] void sartor_current_path_##part(const void* path, void* code) asm(name);                   \
    void sartor_current_path_##part(const void* path, void* code) {                                          \
        sartor::process::part_with_others(sartor_rank_thread_for_folder_of_cplusplus);                       \
        of_c_library<void (*)(const void*, void*)>(name)(path, code);                                        \
    }

SARTOR_CURRENT_PATH(plain, "_ZNSt10filesystem12current_pathERKNS_4pathE")
SARTOR_CURRENT_PATH(new_strings, "_ZNSt10filesystem12current_pathERKNS_7__cxx114pathE")
SARTOR_CURRENT_PATH_WITH_CODE(plain_with_code, "_ZNSt10filesystem12current_pathERKNS_4pathERSt10error_code")
SARTOR_CURRENT_PATH_WITH_CODE(new_strings_with_code,
                              "_ZNSt10filesystem12current_pathERKNS_7__cxx114pathERSt10error_code")

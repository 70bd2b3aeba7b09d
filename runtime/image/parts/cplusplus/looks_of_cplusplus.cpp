// As looks.cpp, in C++: files that are opened, their state and their folders. Names are those that the C++
// library has for its compiler, with paths and strings of both forms.
#include <cstdint>
#include <filesystem>
#include <ios>

#include "runtime/image/parts/of_c_library.hpp"
#include "runtime/image/parts/other_ranks.hpp"

using sartor::process::let_other_ranks_run;

#define SARTOR_LOOK(result, own, name, parameters, arguments)                                                \
    [[gnu::weak]] result own parameters asm(name);                                                           \
    result own parameters {                                                                                  \
        static const auto look = sartor::process::of_c_library<result(*) parameters>(name);                  \
        struct Afterwards {                                                                                  \
            ~Afterwards() { let_other_ranks_run(); }                                                         \
        } afterwards;                                                                                        \
        return look arguments;                                                                               \
    }
// Of a path, and of a path with an error code.
#define SARTOR_PATH_LOOK(result, own, name, path)                                                            \
    SARTOR_LOOK(result, own, name "ERKNS_" path, (const void* file), (file))                                 \
    SARTOR_LOOK(result, own##_with_code, name "ERKNS_" path "RSt10error_code",                               \
                (const void* file, void* code), (file, code))
#define SARTOR_PATH_LOOKS(result, own, name)                                                                 \
    SARTOR_PATH_LOOK(result, own, name, "7__cxx114pathE")                                                    \
    SARTOR_PATH_LOOK(result, own##_plain, name, "4pathE")

SARTOR_PATH_LOOKS(std::filesystem::file_status, look_status, "_ZNSt10filesystem6status")
SARTOR_PATH_LOOKS(std::filesystem::file_status, look_symlink_status, "_ZNSt10filesystem14symlink_status")
SARTOR_PATH_LOOKS(std::uintmax_t, look_size, "_ZNSt10filesystem9file_size")
SARTOR_PATH_LOOKS(std::filesystem::file_time_type, look_time, "_ZNSt10filesystem15last_write_time")
SARTOR_PATH_LOOKS(bool, look_create, "_ZNSt10filesystem16create_directory")

// Files that are opened: by a stream that stands in the library, and where the compiler has put its code into
// the program.
#define SARTOR_OPEN(result, own, name, string)                                                               \
    SARTOR_LOOK(result, own, name string "St13_Ios_Openmode",                                                \
                (void* self, const void* path, std::ios_base::openmode mode), (self, path, mode))
#define SARTOR_OPENS(result, own, name)                                                                      \
    SARTOR_OPEN(result, own, name, "EPKc")                                                                   \
    SARTOR_OPEN(result, own##_string, name, "ERKNSt7__cxx1112basic_stringIcS1_SaIcEEE")                      \
    SARTOR_OPEN(result, own##_plain, name, "ERKSs")
SARTOR_OPENS(void, look_stream, "_ZNSt14basic_ifstreamIcSt11char_traitsIcEEC1")
// Of a class that is derived from it: with the addresses of its virtual bases.
#define SARTOR_OPEN_BASE(own, string)                                                                        \
    SARTOR_LOOK(void, own, "_ZNSt14basic_ifstreamIcSt11char_traitsIcEEC2" string "St13_Ios_Openmode",        \
                (void* self, const void* bases, const void* path, std::ios_base::openmode mode),             \
                (self, bases, path, mode))
SARTOR_OPEN_BASE(look_base, "EPKc")
SARTOR_OPEN_BASE(look_base_string, "ERKNSt7__cxx1112basic_stringIcS1_SaIcEEE")
SARTOR_OPEN_BASE(look_base_plain, "ERKSs")
SARTOR_OPENS(void, look_open, "_ZNSt14basic_ifstreamIcSt11char_traitsIcEE4open")
SARTOR_OPENS(void*, look_file, "_ZNSt13basic_filebufIcSt11char_traitsIcEE4open")

// What is read again.
SARTOR_LOOK(void*, look_seek, "_ZNSi5seekgElSt12_Ios_Seekdir", (void* self, std::streamoff to, int from),
            (self, to, from))
SARTOR_LOOK(void*, look_position, "_ZNSi5seekgESt4fposI11__mbstate_tE", (void* self, std::streampos to),
            (self, to))

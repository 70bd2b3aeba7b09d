// std::filesystem::temp_directory_path by the rank's environment, with an error code and without.
#include <filesystem>

#include "runtime/image/parts/lent_environment.hpp"
#include "runtime/image/parts/of_c_library.hpp"

using sartor::process::of_c_library;
using std::filesystem::path;

[[gnu::weak]] path sartor_folder_for_files() asm("_ZNSt10filesystem19temp_directory_pathB5cxx11Ev");
path sartor_folder_for_files() {
    const AsOfProcess environment;
    return of_c_library<path (*)()>("_ZNSt10filesystem19temp_directory_pathB5cxx11Ev")();
}

[[gnu::weak]] path
sartor_folder_for_files(void* code) asm("_ZNSt10filesystem19temp_directory_pathB5cxx11ERSt10error_code");
path sartor_folder_for_files(void* code) {
    const AsOfProcess environment;
    return of_c_library<path (*)(void*)>("_ZNSt10filesystem19temp_directory_pathB5cxx11ERSt10error_code")(
        code);
}

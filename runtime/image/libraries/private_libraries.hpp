// The shared libraries that each rank has copies of: those that the program needs and the executable doesn't.
#pragma once

#include "runtime/image/image.hpp"

// Finds the libraries of an image, as the dynamic linker would, opens them and prepares their copies: writes
// what each rank has copies of. Before any rank starts. debug_folder: as in load_image(). Ends the run with
// usage_exit_code when one is not there or broken, and names it. Null in executables whose programs had no
// such libraries at the link.
extern "C" void sartor_open_private_libraries(const sartor::process::ImageFile& image,
                                              const char* debug_folder,
                                              sartor::process::CopiedFiles& files) noexcept
    __attribute__((weak));

// Functions of files in programs that redirect standard output or standard error.
#pragma once

extern "C" {
// Brings functions of redirected_files.cpp into the image.
extern const bool sartor_files_are_redirected;
}

// The processor architecture that this is compiled for: the name of its folder. A further architecture is a
// line here and a folder.
#pragma once

#if defined(__x86_64__)
#define SARTOR_ARCHITECTURE x86_64
#elif defined(__aarch64__)
#define SARTOR_ARCHITECTURE aarch64
#else
#error "Sartor has no folder for this processor in runtime/architecture/ (CONTRIBUTING.md: An architecture)"
#endif

// A file of that folder, for #include.
// clang-format off
#define SARTOR_ARCHITECTURE_PATH(architecture_name, file) SARTOR_ARCHITECTURE_TEXT(runtime/architecture/architecture_name/file)
// clang-format on
#define SARTOR_ARCHITECTURE_TEXT(path) #path
#define SARTOR_ARCHITECTURE_FILE(file) SARTOR_ARCHITECTURE_PATH(SARTOR_ARCHITECTURE, file)

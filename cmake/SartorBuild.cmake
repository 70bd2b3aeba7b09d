# How everything is compiled: warnings, sanitizers, a quick linker and ccache where they are installed.
find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_C_COMPILER_LAUNCHER "${CCACHE}")
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE}")
endif()
find_program(MOLD mold)
if(MOLD)
  add_link_options(-fuse-ld=mold)
endif()

add_compile_options(-Wall -Wextra -Wshadow)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options(-Wno-restrict) # GCC 12 warns of strings that are put together (GCC bug 105651)
endif()

# What runs for moments or once is compiled quickly: two thirds of the time that -O3 takes, over all of it.
set(SARTOR_COMPILED_QUICKLY "$<$<CONFIG:Release>:-O1>")

# For shared libraries: only GCC makes symbols that all libraries of a process share, and takes this option.
set(SARTOR_NO_UNIQUE_SYMBOLS "$<$<CXX_COMPILER_ID:GNU>:-fno-gnu-unique>")

if(SARTOR_SANITIZE)
  add_compile_options(-fsanitize=${SARTOR_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${SARTOR_SANITIZE})
endif()

# Compiled tools of this repository: the include root is the repository's root.
add_library(sartor_headers INTERFACE)
target_include_directories(sartor_headers INTERFACE
  "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}/lib/sartor/generated" "${PROJECT_BINARY_DIR}/include")
target_compile_features(sartor_headers INTERFACE cxx_std_20)

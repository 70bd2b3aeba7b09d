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

if(SARTOR_SANITIZE)
  add_compile_options(-fsanitize=${SARTOR_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${SARTOR_SANITIZE})
endif()

# Tools of the house: the include root is the repository's root.
add_library(sartor_house INTERFACE)
target_include_directories(sartor_house INTERFACE
  "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}/lib/sartor/generated" "${PROJECT_BINARY_DIR}/include")
target_compile_features(sartor_house INTERFACE cxx_std_20)

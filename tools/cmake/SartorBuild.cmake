# How everything is compiled: warnings, sanitizers, a quick linker and ccache where they are installed.
find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_C_COMPILER_LAUNCHER "${CCACHE}")
  # Precompiled headers: their times and what they define do not change what is compiled with them.
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND};-E;env;CCACHE_SLOPPINESS=pch_defines,time_macros;${CCACHE}")
endif()
find_program(MOLD mold)
if(MOLD)
  add_link_options(-fuse-ld=mold)
endif()

add_compile_options(-Wall -Wextra -Wshadow)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options(-Wno-restrict) # GCC 12 warns of strings that are put together (GCC bug 105651)
endif()

# What runs for moments or once is compiled quickly: half of the time that -O3 takes.
set(SARTOR_COMPILED_QUICKLY "$<$<CONFIG:Release>:-Og>")

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

# Most of the compiler's time goes into headers of libraries: the sources of each folder of a target are compiled as one.
# The preset clang compiles each source alone.
option(SARTOR_UNITY "Compile the sources of a folder together where that saves time" ON)
function(compile_by_folder target)
  if(NOT SARTOR_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage -Wno-shadow>) # each source is included
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    get_filename_component(folder ${source} DIRECTORY)
    string(MAKE_C_IDENTIFIER "${folder}" group)
    set_property(SOURCE ${source} PROPERTY UNITY_GROUP ${group})
  endforeach()
endfunction()

# The same for some sources of a target; those with options of their own stay alone.
function(compile_together target group)
  if(SARTOR_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    target_compile_options(${target} PRIVATE -Wno-shadow) # of names of other sources
    set_property(SOURCE ${ARGN} PROPERTY UNITY_GROUP ${group})
  endif()
endfunction()

# Sets SARTOR_OPTIONS_OF_CONTEXT.
include("${PROJECT_SOURCE_DIR}/runtime/architecture/${CMAKE_SYSTEM_PROCESSOR}/options.cmake")

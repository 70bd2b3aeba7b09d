# A build for 64-bit Arm on another computer: Debian's cross compilers, and a folder with the packages of arm64 that
# tools/dependencies --arm makes. What the build itself runs is emulated, by qemu's entry in binfmt_misc; compilers
# and linkers are not.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_Fortran_COMPILER aarch64-linux-gnu-gfortran)
# CMake runs what it has built only by an emulator; the system does it itself.
set(CMAKE_CROSSCOMPILING_EMULATOR /usr/bin/env)

set(SARTOR_ARM_ROOT "${CMAKE_CURRENT_LIST_DIR}/../../build/aarch64-root" CACHE PATH "Packages of arm64")
get_filename_component(root "${SARTOR_ARM_ROOT}" REALPATH)
if(NOT EXISTS "${root}/usr/include/libelf.h")
  message(FATAL_ERROR "no packages of arm64 in ${root}: tools/dependencies --arm installs them")
endif()
set(CMAKE_SYSROOT "${root}")
set(CMAKE_FIND_ROOT_PATH "${root}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE BOTH) # scripts of pages are the same everywhere
set(ENV{PKG_CONFIG_SYSROOT_DIR} "${root}")
set(ENV{PKG_CONFIG_LIBDIR} "${root}/usr/lib/aarch64-linux-gnu/pkgconfig:${root}/usr/share/pkgconfig")

set(MOLD OFF CACHE BOOL "") # GCC looks for a mold of the other architecture
set(SARTOR_FLANG OFF CACHE BOOL "")

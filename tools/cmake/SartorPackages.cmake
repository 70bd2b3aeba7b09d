# Packages, by CPack (tools/package): sartor, sartor-doc with the guides, and mpifort-abi, the Fortran of any MPI with the
# standard ABI, which needs nothing of Sartor. Cuts are made with the compiler, so the first needs it; nothing is
# compiled when it is installed.
set(CPACK_PACKAGE_NAME sartor)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_CONTACT "The Sartor team <sartor@example.org>")
set(CPACK_GENERATOR DEB)
set(CPACK_COMPONENTS_ALL sartor doc)
if(SARTOR_ONLY_FORTRAN)
  set(CPACK_PACKAGE_NAME mpifort-abi)
  set(CPACK_COMPONENTS_ALL)
endif()
if(TARGET sartor_mpifort_shared)
  list(APPEND CPACK_COMPONENTS_ALL mpifort_abi)
endif()
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_THREADS 0) # as many as there are cores
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_SARTOR_PACKAGE_NAME sartor)
set(CPACK_DEBIAN_SARTOR_PACKAGE_SECTION devel)
set(CPACK_COMPONENT_SARTOR_DESCRIPTION
"The sartor command scans which parts of MPI a program uses, compiles an MPI
 library for exactly that program and runs it, unmodified, with its ranks as
 fibers on this computer or on an emulated manycore chip with virtual time.")
# Programs that are not optimized need a C compiler alone; what is cut for a program needs the others.
set(CPACK_DEBIAN_SARTOR_PACKAGE_DEPENDS "gcc | c-compiler, binutils, libc6-dev")
set(CPACK_DEBIAN_SARTOR_PACKAGE_RECOMMENDS "g++, libboost-dev, mold | lld, gdb")
set(CPACK_DEBIAN_SARTOR_PACKAGE_SUGGESTS "sartor-doc, gfortran, clang, ccache")
configure_file("${PROJECT_SOURCE_DIR}/tools/distribution/debian/postinst.in" "${PROJECT_BINARY_DIR}/packages/postinst" @ONLY
  FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
configure_file("${PROJECT_SOURCE_DIR}/tools/distribution/debian/prerm.in" "${PROJECT_BINARY_DIR}/packages/prerm" @ONLY
  FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_SARTOR_PACKAGE_CONTROL_EXTRA
  "${PROJECT_BINARY_DIR}/packages/postinst" "${PROJECT_BINARY_DIR}/packages/prerm")

set(CPACK_DEBIAN_DOC_PACKAGE_NAME sartor-doc)
set(CPACK_DEBIAN_DOC_PACKAGE_SECTION doc)
set(CPACK_DEBIAN_DOC_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_DOC_PACKAGE_SHLIBDEPS OFF)
set(CPACK_COMPONENT_DOC_DESCRIPTION
"Guides: how to compile, run, check, trace and measure MPI programs with Sartor, how to
 describe a chip, and how Sartor is built.")

set(CPACK_DEBIAN_MPIFORT_ABI_PACKAGE_NAME mpifort-abi)
set(CPACK_DEBIAN_MPIFORT_ABI_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_MPIFORT_ABI_PACKAGE_DEPENDS "libc6, gfortran")
set(CPACK_DEBIAN_MPIFORT_ABI_PACKAGE_SHLIBDEPS OFF) # whose libmpi_abi.so.1 it is to be is the user's choice
set(CPACK_DEBIAN_MPIFORT_ABI_DESCRIPTION "MPI for Fortran over any MPI with the standard ABI
 mpif.h, the modules mpi and mpi_f08 and libmpifort_abi, which calls the C
 functions of the libmpi_abi.so.1 that is found when a program is loaded.")

include(CPack)

# Debian packages, by CPack (tools/package): sartor, and sartor-doc with the guides. Cuts are made with the compiler,
# so the first needs it; nothing is compiled when it is installed.
set(CPACK_PACKAGE_NAME sartor)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_CONTACT "The Sartor team <sartor@example.org>")
set(CPACK_GENERATOR DEB)
set(CPACK_COMPONENTS_ALL sartor doc)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_SARTOR_PACKAGE_NAME sartor)
set(CPACK_DEBIAN_SARTOR_PACKAGE_SECTION devel)
set(CPACK_COMPONENT_SARTOR_DESCRIPTION
"The sartor command scans which parts of MPI a program uses, compiles an MPI
 library for exactly that program and runs it, unmodified, with its ranks as
 fibers on this computer or on an emulated manycore chip with virtual time.")
set(CPACK_DEBIAN_SARTOR_PACKAGE_DEPENDS "g++, gcc, binutils, libc6-dev, libboost-dev, libboost-context-dev")
set(CPACK_DEBIAN_SARTOR_PACKAGE_RECOMMENDS "mold | lld, gdb")
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

include(CPack)

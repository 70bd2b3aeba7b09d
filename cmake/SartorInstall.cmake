# Installation: the same layout as the build tree, with the headers copied.
include(CMakePackageConfigHelpers)
set(destination lib/sartor)

install(TARGETS sartor RUNTIME DESTINATION bin)
install(TARGETS sartor_process sartor_manycore sartor_image ARCHIVE DESTINATION ${destination})
install(FILES "${PROJECT_BINARY_DIR}/include/mpi.h" "${PROJECT_SOURCE_DIR}/mpi_api/sartor.h" DESTINATION include)
install(FILES "${PROJECT_SOURCE_DIR}/components/process/channel.h" "${PROJECT_BINARY_DIR}/include/sartor/constants.h"
  DESTINATION include/sartor)
install(DIRECTORY "${SARTOR_LIBRARY_DIR}/generated" DESTINATION ${destination})
install(FILES "${SARTOR_LIBRARY_DIR}/exports.txt" DESTINATION ${destination})
foreach(folder framework components aspects topologies mpi_api machines)
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/${folder}" DESTINATION ${destination}/house
    FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h" PATTERN "*.inc" PATTERN "*.table" PATTERN "*.json")
endforeach()

install(CODE "
  set(prefix \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}\")
  foreach(name ${SARTOR_COMMAND_NAMES})
    file(CREATE_LINK sartor \"\${prefix}/bin/\${name}\" SYMBOLIC)
  endforeach()
  file(MAKE_DIRECTORY \"\${prefix}/${destination}/ld\")
  foreach(name ${SARTOR_LINKER_NAMES})
    file(CREATE_LINK ../../../bin/sartor \"\${prefix}/${destination}/ld/\${name}\" SYMBOLIC)
  endforeach()")

# find_package(Sartor) and pkg-config; mpi-c and mpi-cxx are the names that FindMPI looks for.
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/SartorConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/SartorConfig.cmake" INSTALL_DESTINATION lib/cmake/Sartor)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/SartorConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/SartorConfig.cmake" "${PROJECT_BINARY_DIR}/SartorConfigVersion.cmake"
  DESTINATION lib/cmake/Sartor)
foreach(name sartor mpi-c mpi-cxx)
  configure_file("${PROJECT_SOURCE_DIR}/cmake/sartor.pc.in" "${PROJECT_BINARY_DIR}/${name}.pc" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/${name}.pc" DESTINATION lib/pkgconfig)
endforeach()

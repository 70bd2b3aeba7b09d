# Installation: the layout of the build tree, below the system's own library folder, with the headers copied.
# Everything finds its parts relative to bin/sartor, so a prefix can be moved.
include(CMakePackageConfigHelpers)
set(destination "${CMAKE_INSTALL_LIBDIR}/sartor")
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME sartor) # guides: the component doc

set(commands sartor sartor_backtrace sartor_starter sartor_studies)
if(TARGET sartor_otf2)
  list(APPEND commands sartor_otf2)
endif()
# The archive of tools/package carries the libraries of its commands: other systems have other versions of them.
set_target_properties(${commands} PROPERTIES INSTALL_RPATH "$ORIGIN/../${destination}/libraries")
foreach(command ${commands})
  target_link_options(${command} PRIVATE LINKER:--disable-new-dtags) # for what these libraries need, too
endforeach()
install(TARGETS ${commands} RUNTIME_DEPENDENCY_SET libraries_of_commands RUNTIME DESTINATION bin)
install(RUNTIME_DEPENDENCY_SET libraries_of_commands PRE_EXCLUDE_REGEXES "^ld-" "^lib(c|m|gcc_s|stdc\\+\\+)[.]so"
  LIBRARY DESTINATION ${destination}/libraries COMPONENT libraries EXCLUDE_FROM_ALL)
if(TARGET sartor_fabric)
  install(TARGETS sartor_fabric ARCHIVE DESTINATION ${destination})
endif()
if(TARGET sartor_mpi_abi)
  install(TARGETS sartor_mpi_abi LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(TARGETS sartor_sanitized ARCHIVE DESTINATION ${destination})
endif()
install(TARGETS sartor_team LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS sartor_process sartor_heap sartor_common sartor_manycore sartor_image sartor_image_copies sartor_image_streams sartor_image_output sartor_image_cplusplus sartor_image_mathematics sartor_mpi
  ARCHIVE DESTINATION ${destination})
if(TARGET sartor_mpifort)
  install(TARGETS sartor_mpifort ARCHIVE DESTINATION ${destination})
  install(FILES "${PROJECT_BINARY_DIR}/include/mpif.h" "${PROJECT_BINARY_DIR}/include/mpif-ext.h" DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(DIRECTORY "${PROJECT_BINARY_DIR}/include/sartor/fortran" DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/sartor)
endif()
install(TARGETS sartor_linker_plugin LIBRARY DESTINATION ${destination})
install(FILES "${PROJECT_BINARY_DIR}/include/mpi.h" "${PROJECT_SOURCE_DIR}/mpi_api/mpi-ext.h"
  "${PROJECT_SOURCE_DIR}/mpi_api/sartor.h"
  "${PROJECT_SOURCE_DIR}/interfaces/team/sartor.hpp"
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES "${PROJECT_SOURCE_DIR}/runtime/channel.h" "${PROJECT_SOURCE_DIR}/components/one_sided/aos/aos.h"
  "${PROJECT_BINARY_DIR}/include/sartor/constants.h"
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/sartor)
install(DIRECTORY "${SARTOR_LIBRARY_DIR}/generated" DESTINATION ${destination})
install(DIRECTORY "${SARTOR_LIBRARY_DIR}/precompiled" "${SARTOR_LIBRARY_DIR}/cuts" DESTINATION ${destination} OPTIONAL)
install(FILES "${SARTOR_LIBRARY_DIR}/exports.txt" "${SARTOR_LIBRARY_DIR}/libboost_context.a" "${PROJECT_SOURCE_DIR}/tools/sartor-gdb.py"
  DESTINATION ${destination})
foreach(folder ${SARTOR_CUT_FOLDERS})
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/${folder}" DESTINATION ${destination}/source
    FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h" PATTERN "*.inc" PATTERN "*.table" PATTERN "*.json" PATTERN experiments EXCLUDE)
endforeach()
# Experiments, and the programs that they run.
install(DIRECTORY "${PROJECT_SOURCE_DIR}/emulation/experiments" DESTINATION ${destination}/source/emulation)
file(GLOB cap_bench RELATIVE "${PROJECT_SOURCE_DIR}" CONFIGURE_DEPENDS apps/cap_bench/*)
foreach(program ${cap_bench} apps/a2a.c apps/lu.c apps/pingpong.c bench/aos.c bench/power.c bench/sizes.d/lean_ping_pong.c
    bench/versus.d/pingpong.c bench/versus.d/threads.c bench/versus.d/timing.h)
  get_filename_component(folder ${program} DIRECTORY)
  install(FILES "${PROJECT_SOURCE_DIR}/${program}" DESTINATION ${destination}/source/${folder})
endforeach()
install(DIRECTORY "${PROJECT_BINARY_DIR}/share/man/man1" DESTINATION ${CMAKE_INSTALL_MANDIR})
install(FILES "${PROJECT_SOURCE_DIR}/docs/man/sartor_aos.3" DESTINATION ${CMAKE_INSTALL_MANDIR}/man3)
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES "${PROJECT_SOURCE_DIR}/README.md" "${PROJECT_SOURCE_DIR}/CHANGELOG.md"
  "${PROJECT_SOURCE_DIR}/CONTRIBUTING.md" "${PROJECT_SOURCE_DIR}/SECURITY.md" "${PROJECT_SOURCE_DIR}/CITATION.cff"
  DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT doc)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs/" DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs COMPONENT doc
  FILES_MATCHING PATTERN "*.md" PATTERN "*.svg" PATTERN "*.yml" PATTERN Containerfile PATTERN man EXCLUDE)
install(FILES "${PROJECT_SOURCE_DIR}/tools/distribution/completion.bash" RENAME sartor
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
configure_file("${PROJECT_SOURCE_DIR}/tools/distribution/modulefile.in" "${PROJECT_BINARY_DIR}/to_install/modulefile" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/to_install/modulefile" RENAME sartor
  DESTINATION ${CMAKE_INSTALL_DATADIR}/modules/modulefiles)

# Relative links in FOLDER, by the names that follow, to TARGET: a path below the prefix.
function(install_links folder target)
  file(RELATIVE_PATH path "/prefix/${folder}" "/prefix/${target}")
  install(CODE "
    set(folder \"\${CMAKE_INSTALL_PREFIX}/${folder}\")
    file(MAKE_DIRECTORY \"\$ENV{DESTDIR}\${folder}\")
    foreach(name ${ARGN})
      file(CREATE_LINK ${path} \"\$ENV{DESTDIR}\${folder}/\${name}\" SYMBOLIC)
      list(APPEND CMAKE_INSTALL_MANIFEST_FILES \"\${folder}/\${name}\")
    endforeach()")
endfunction()
install_links(bin bin/sartor ${SARTOR_COMMAND_NAMES})
install_links(${destination}/ld bin/sartor ${SARTOR_LINKER_NAMES})
install_links(${destination}/mpi/bin bin/sartor ${SARTOR_MPI_NAMES})
install_links(${destination}/mpi/include ${CMAKE_INSTALL_INCLUDEDIR}/mpi.h mpi.h)
install_links(${destination}/mpi/lib ${destination}/libsartor_mpi.a libmpi.a)

# find_package(Sartor) and pkg-config, for the contents of LIBRARIES and INCLUDES below the prefix of TREE.
# mpi-c and mpi-cxx are the names under which other MPIs are known to pkg-config.
function(describe_tree tree libraries includes)
  file(RELATIVE_PATH prefix_from_pkgconfig "/prefix/${libraries}/pkgconfig" /prefix)
  set(prefix_of_package "\${pcfiledir}/${prefix_from_pkgconfig}")
  configure_package_config_file("${PROJECT_SOURCE_DIR}/tools/cmake/SartorConfig.cmake.in"
    "${tree}/${libraries}/cmake/Sartor/SartorConfig.cmake" INSTALL_DESTINATION ${libraries}/cmake/Sartor)
  write_basic_package_version_file("${tree}/${libraries}/cmake/Sartor/SartorConfigVersion.cmake"
    COMPATIBILITY SameMinorVersion)
  foreach(name sartor mpi-c mpi-cxx)
    configure_file("${PROJECT_SOURCE_DIR}/tools/cmake/sartor.pc.in" "${tree}/${libraries}/pkgconfig/${name}.pc" @ONLY)
  endforeach()
  configure_file("${PROJECT_SOURCE_DIR}/interfaces/team/sartor_team.pc.in" "${tree}/${libraries}/pkgconfig/sartor_team.pc" @ONLY)
  if(TARGET sartor_mpi_abi)
    configure_file("${PROJECT_SOURCE_DIR}/interfaces/abi/mpi_abi.pc.in" "${tree}/${libraries}/pkgconfig/mpi_abi.pc" @ONLY)
  endif()
endfunction()
describe_tree("${PROJECT_BINARY_DIR}" lib include)
describe_tree("${PROJECT_BINARY_DIR}/to_install" ${CMAKE_INSTALL_LIBDIR} ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY "${PROJECT_BINARY_DIR}/to_install/${CMAKE_INSTALL_LIBDIR}/cmake" DESTINATION ${CMAKE_INSTALL_LIBDIR})
# Beside other MPIs the names mpi-c and mpi-cxx are links, of which the system's administrator decides.
option(SARTOR_BESIDE_OTHERS "Install mpi-c.pc and mpi-cxx.pc in a folder of Sartor's own" OFF)
set(descriptions "${PROJECT_BINARY_DIR}/to_install/${CMAKE_INSTALL_LIBDIR}/pkgconfig")
if(TARGET sartor_mpi_abi)
  install(FILES "${descriptions}/mpi_abi.pc" DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()
install(FILES "${descriptions}/sartor.pc" "${descriptions}/sartor_team.pc" DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
if(SARTOR_BESIDE_OTHERS)
  set(destination_of_names ${destination}/pkgconfig)
  set(prefix_of_package "${CMAKE_INSTALL_PREFIX}")
  set(libraries ${CMAKE_INSTALL_LIBDIR})
  set(includes ${CMAKE_INSTALL_INCLUDEDIR})
  foreach(name mpi-c mpi-cxx)
    configure_file("${PROJECT_SOURCE_DIR}/tools/cmake/sartor.pc.in" "${descriptions}/${name}.pc" @ONLY)
  endforeach()
else()
  set(destination_of_names ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()
install(FILES "${descriptions}/mpi-c.pc" "${descriptions}/mpi-cxx.pc" DESTINATION ${destination_of_names})

add_custom_target(uninstall COMMAND "${CMAKE_COMMAND}" -DMANIFEST=${PROJECT_BINARY_DIR}/install_manifest.txt
  -P "${PROJECT_SOURCE_DIR}/tools/cmake/SartorUninstall.cmake"
  COMMENT "Removing what was installed last" VERBATIM)

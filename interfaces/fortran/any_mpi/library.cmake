# libmpifort_abi as shared library and archive, for any MPI with the standard ABI: it calls nothing but that MPI's C
# functions. With it come the modules, mpif.h, descriptions for CMake and pkg-config, and a libmpi_abi.so to link with.
add_library(sartor_mpi_to_link SHARED any_mpi/link_library.c)
add_dependencies(sartor_mpi_to_link sartor_generated)
set_source_files_properties(any_mpi/link_library.c PROPERTIES OBJECT_DEPENDS "${texts}/link_library.inc")
target_include_directories(sartor_mpi_to_link PRIVATE "${texts}")
target_compile_options(sartor_mpi_to_link PRIVATE -O1 -fno-sanitize=all)
# The name that all MPIs give it (MPI-5.0 section 20.2); in a folder where no loader looks.
set_target_properties(sartor_mpi_to_link PROPERTIES OUTPUT_NAME mpi_abi SOVERSION 1 NO_SONAME OFF
  LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib/mpifort_abi")

add_library(sartor_mpifort_objects OBJECT ${layer} any_mpi/introduction.c)
compile_layer(sartor_mpifort_objects)
target_compile_definitions(sartor_mpifort_objects PRIVATE SARTOR_ANY_MPI)
foreach(kind SHARED STATIC)
  string(TOLOWER sartor_mpifort_${kind} target)
  add_library(${target} ${kind} $<TARGET_OBJECTS:sartor_mpifort_objects> ${objects})
  set_target_properties(${target} PROPERTIES OUTPUT_NAME mpifort_abi LINKER_LANGUAGE C VERSION 1.0 SOVERSION 1
    LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib" ARCHIVE_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
endforeach()
# What an MPI lacks is missed when it is called, not when the program is loaded.
target_link_libraries(sartor_mpifort_shared PRIVATE sartor_mpi_to_link)
target_link_options(sartor_mpifort_shared PRIVATE -fno-sanitize=all LINKER:-z,lazy LINKER:--gc-sections)

set(package mpifort_abi)
set(libraries ${CMAKE_INSTALL_LIBDIR})
set(includes ${CMAKE_INSTALL_INCLUDEDIR}/mpifort_abi)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME mpifort_abi)
install(TARGETS sartor_mpifort_shared sartor_mpifort_static LIBRARY DESTINATION ${libraries} ARCHIVE DESTINATION ${libraries})
install(TARGETS sartor_mpi_to_link LIBRARY DESTINATION ${libraries}/mpifort_abi)
install(FILES "${include}/mpif.h" "${include}/mpif-ext.h" DESTINATION ${includes})
install(DIRECTORY "${include}/sartor/fortran/" DESTINATION ${includes} FILES_MATCHING PATTERN "*.mod")
include(CMakePackageConfigHelpers)
set(described "${CMAKE_CURRENT_BINARY_DIR}/described")
configure_package_config_file(any_mpi/mpifort_abiConfig.cmake.in "${described}/mpifort_abiConfig.cmake"
  INSTALL_DESTINATION ${libraries}/cmake/mpifort_abi)
write_basic_package_version_file("${described}/mpifort_abiConfigVersion.cmake" VERSION 1.0 COMPATIBILITY SameMajorVersion)
install(FILES "${described}/mpifort_abiConfig.cmake" "${described}/mpifort_abiConfigVersion.cmake"
  DESTINATION ${libraries}/cmake/mpifort_abi)
file(RELATIVE_PATH prefix_from_pkgconfig "/prefix/${libraries}/pkgconfig" /prefix)
configure_file(any_mpi/mpifort_abi.pc.in "${described}/mpifort_abi.pc" @ONLY)
install(FILES "${described}/mpifort_abi.pc" DESTINATION ${libraries}/pkgconfig)

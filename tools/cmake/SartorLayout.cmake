# The build tree has the layout of an installation, so that `sartor` finds its parts in the same way in both:
#   bin/sartor and its other names      include/mpi.h       lib/sartor/{source,generated,ld,mpi,lib*.a,exports.txt,
#   sartor-gdb.py}
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
set(SARTOR_LIBRARY_DIR "${PROJECT_BINARY_DIR}/lib/sartor")
file(MAKE_DIRECTORY "${SARTOR_LIBRARY_DIR}/ld" "${SARTOR_LIBRARY_DIR}/mpi/bin" "${PROJECT_BINARY_DIR}/bin"
  "${PROJECT_BINARY_DIR}/include")

# The folders of what cuts may include.
set(SARTOR_CUT_FOLDERS framework runtime transports emulation components aspects topologies selection mpi_api)

# The headers that are compiled when a library is cut: the source tree itself.
file(CREATE_LINK "${PROJECT_SOURCE_DIR}" "${SARTOR_LIBRARY_DIR}/source" SYMBOLIC)
configure_file("${PROJECT_SOURCE_DIR}/mpi_api/sartor.h" "${PROJECT_BINARY_DIR}/include/sartor.h" COPYONLY)
configure_file("${PROJECT_SOURCE_DIR}/mpi_api/mpi-ext.h" "${PROJECT_BINARY_DIR}/include/mpi-ext.h" COPYONLY)
configure_file("${PROJECT_SOURCE_DIR}/interfaces/team/sartor.hpp" "${PROJECT_BINARY_DIR}/include/sartor.hpp" COPYONLY)
configure_file("${PROJECT_SOURCE_DIR}/runtime/channel.h" "${PROJECT_BINARY_DIR}/include/sartor/channel.h" COPYONLY)
configure_file("${PROJECT_SOURCE_DIR}/components/one_sided/aos/aos.h" "${PROJECT_BINARY_DIR}/include/sartor/aos.h" COPYONLY)
configure_file("${PROJECT_SOURCE_DIR}/runtime/exports.txt" "${SARTOR_LIBRARY_DIR}/exports.txt" COPYONLY)

configure_file("${PROJECT_SOURCE_DIR}/tools/sartor-gdb.py" "${SARTOR_LIBRARY_DIR}/sartor-gdb.py" COPYONLY)

set(SARTOR_COMMAND_NAMES sartor-mpicc sartor-mpicxx sartor-mpic++ sartor-mpifort sartor-mpif90
  sartor-mpif77 sartor-mpiexec sartor-mpirun)
foreach(name IN LISTS SARTOR_COMMAND_NAMES)
  file(CREATE_LINK sartor "${PROJECT_BINARY_DIR}/bin/${name}" SYMBOLIC)
endforeach()
set(SARTOR_LINKER_NAMES ld ld.bfd ld.gold ld.lld ld.mold)
foreach(name IN LISTS SARTOR_LINKER_NAMES)
  file(CREATE_LINK ../../../bin/sartor "${SARTOR_LIBRARY_DIR}/ld/${name}" SYMBOLIC)
endforeach()

# The names that build systems look for, in a folder for PATH or MPI_HOME.
set(SARTOR_MPI_NAMES mpicc mpicxx mpic++ mpiCC mpifort mpif90 mpif77 mpiexec mpirun)
foreach(name IN LISTS SARTOR_MPI_NAMES)
  file(CREATE_LINK ../../../../bin/sartor "${SARTOR_LIBRARY_DIR}/mpi/bin/${name}" SYMBOLIC)
endforeach()
# What build systems expect beside them: PETSc's --with-mpi-dir looks for include and lib.
file(MAKE_DIRECTORY "${SARTOR_LIBRARY_DIR}/mpi/include" "${SARTOR_LIBRARY_DIR}/mpi/lib")
file(CREATE_LINK ../../../../include/mpi.h "${SARTOR_LIBRARY_DIR}/mpi/include/mpi.h" SYMBOLIC)
file(CREATE_LINK ../../libsartor_mpi.a "${SARTOR_LIBRARY_DIR}/mpi/lib/libmpi.a" SYMBOLIC)

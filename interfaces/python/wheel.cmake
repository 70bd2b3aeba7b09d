# Makes a source tree of the wheel: SOURCE's package, and prefix/ with the files of an environment. Builds it into WHEELS.
file(REMOVE_RECURSE "${STAGE}")
file(COPY "${SOURCE}/sartor" "${SOURCE}/setup.py" "${PROJECT}" "${LICENSE}" DESTINATION "${STAGE}"
  PATTERN __pycache__ EXCLUDE)

set(executable FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
file(COPY_FILE "${COMMAND}" "${STAGE}/sartor.bin")
file(MAKE_DIRECTORY "${STAGE}/prefix/bin")
file(RENAME "${STAGE}/sartor.bin" "${STAGE}/prefix/bin/sartor")
foreach(name mpiexec mpirun)
  configure_file("${SOURCE}/launcher.sh" "${STAGE}/prefix/bin/${name}" COPYONLY ${executable})
endforeach()

# A wheel has no links: what is linked with -lmpi_abi reads a line of ld's.
file(MAKE_DIRECTORY "${STAGE}/prefix/lib/sartor/libraries")
execute_process(COMMAND "${STRIP}" --strip-unneeded -o "${STAGE}/prefix/lib/libmpi_abi.so.1" "${LIBRARY}"
  COMMAND_ERROR_IS_FATAL ANY)
file(WRITE "${STAGE}/prefix/lib/libmpi_abi.so" "INPUT(-l:libmpi_abi.so.1)\n")
file(COPY "${HEADER}" DESTINATION "${STAGE}/prefix/include")
file(COPY "${PC}" DESTINATION "${STAGE}/prefix/lib/pkgconfig")

# The C library is the system's, as everything that belongs to it. Licenses of the others go with them.
file(GET_RUNTIME_DEPENDENCIES EXECUTABLES "${COMMAND}" RESOLVED_DEPENDENCIES_VAR needed
  PRE_EXCLUDE_REGEXES "^ld-linux" "^lib(c|m|dl|rt|pthread|resolv|gcc_s)\\.so")
foreach(library ${needed})
  get_filename_component(name "${library}" NAME)
  file(REAL_PATH "${library}" real)
  configure_file("${real}" "${STAGE}/prefix/lib/sartor/libraries/${name}" COPYONLY)
  string(REGEX REPLACE "^/usr" "" file "${real}")
  execute_process(COMMAND dpkg-query -S "*${file}" OUTPUT_VARIABLE owner ERROR_QUIET)
  string(REGEX REPLACE ":.*" "" package "${owner}")
  if(package AND EXISTS "/usr/share/doc/${package}/copyright")
    configure_file("/usr/share/doc/${package}/copyright" "${STAGE}/LICENSE.${package}" COPYONLY)
  endif()
endforeach()

file(REMOVE_RECURSE "${WHEELS}")
execute_process(COMMAND "${PYTHON}" -m build --wheel --no-isolation --outdir "${WHEELS}" "${STAGE}"
  OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE result)
if(result)
  message(FATAL_ERROR "${output}Debian's packages python3-build, python3-setuptools and python3-wheel build the wheel.")
endif()

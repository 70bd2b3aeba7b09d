# Preprocesses SOURCE with SARTOR_SCANNING and looks for the names and values that it must leave.
execute_process(COMMAND "${COMPILER}" -E -P -DSARTOR_SCANNING "-I${INCLUDE}" "${SOURCE}"
  OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
foreach(expected "stays MPI_ANY_SOURCE MPI_ANY_TAG MPI_INT MPI_BYTE MPI_SUM MPI_COMM_SELF end"
    "becomes \\(-3\\) 512 5 end" "\ndefined")
  if(NOT text MATCHES "${expected}")
    message(FATAL_ERROR "the preprocessed text lacks: ${expected}")
  endif()
endforeach()

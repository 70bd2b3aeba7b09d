// Reads facts out of objects, archives, shared libraries and executables.
#pragma once

#include "configurator/elf/elf_file.hpp"
#include "configurator/scan/facts.hpp"

namespace sartor::configurator {

/// Section of a program made by sartor with its facts as JSON.
inline constexpr std::string_view facts_section = ".sartor.facts";

/// Of a program made by sartor: the facts it carries. Of an archive: of all its members together.
/// Errors: throws Error "FILE(member): location: what is wrong".
Facts scan_bytes(Bytes bytes, const std::string& name);
Facts scan_file(const std::string& path);

/// One ELF file that carries no facts.
Facts scan_elf(const ElfFile& file);

/// MPI_Send, PMPI_Send: an upper-case letter, then a lower-case one or a digit, after the prefix.
bool is_mpi_function(std::string_view symbol) noexcept;

} // namespace sartor::configurator

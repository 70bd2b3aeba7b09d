// Checks of the linker's input files, and explanations why some cannot be used.
#pragma once

#include "configurator/command_line/linker_arguments.hpp"
#include "configurator/link/trace.hpp"
#include "configurator/support/file.hpp"

#include <functional>
#include <string>
#include <vector>

namespace sartor::configurator {

/// Reads every object and archive named on the command line.
/// Errors: throws Error with the first that is broken, empty or for another processor: FILE(member):
/// location: what.
void check_inputs(const LinkerArguments& arguments);

/// Calls visit(bytes, unit) for each object and each member of an archive that took part. unit: FILE or
/// FILE(member).
void each_part(const UsedFiles& used, const std::function<void(Bytes, const std::string&)>& visit);

/// The relocatable objects named on the command line, start files left out.
std::vector<std::string> objects_among(const LinkerArguments& arguments);

/// Whether one of them has a symbol with this name, or one that ends with it.
bool have_symbol(const LinkerArguments& arguments, std::string_view name);

/// After a failed link: one line for each relocation that ties code to an address and that the linker
/// complained about, as far as its messages show; with advice at the end. Empty when there is none.
std::vector<std::string> explain_position_dependence(const UsedFiles& used,
                                                     const std::string& linker_messages);

/// Whether all that keeps these files out of an image that can be loaded anywhere are addresses of stdin,
/// stdout and stderr: then the image takes copies of its own
/// (runtime/image/parts/on_demand/streams.cpp).
bool depends_on_streams_only(const UsedFiles& used, const std::string& linker_messages);

/// True for files of the system and of the compiler itself, which need no notes.
bool is_system_file(const std::string& path);

} // namespace sartor::configurator

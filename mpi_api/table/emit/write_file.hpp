// Writes a generated file only when its contents changed, so that nothing is rebuilt without need.
#pragma once

#include <filesystem>
#include <string_view>

namespace sartor::table {

/// Makes the folders it needs. Returns true when the file was written.
/// Errors: throws Error naming the file.
bool write_file(const std::filesystem::path& file, std::string_view contents);

} // namespace sartor::table

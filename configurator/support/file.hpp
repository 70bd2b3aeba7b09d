// Files as bytes: mapped for reading, written under another name and renamed.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace sartor::configurator {

using Bytes = std::span<const std::byte>;

/// A file in memory, private to this process: writing to it changes no file.
/// Errors: throws Error naming the file when it cannot be opened or is not a regular file.
class MappedFile {
  public:
    explicit MappedFile(const std::filesystem::path& path);
    MappedFile(MappedFile&& other) noexcept;
    MappedFile& operator=(MappedFile&&) = delete;
    ~MappedFile();

    Bytes bytes() const noexcept { return {static_cast<const std::byte*>(address_), size_}; }

  private:
    void* address_ = nullptr;
    std::size_t size_ = 0;
};

/// While it lives no other process has one of the same file. Errors: throws Error naming the file.
class FileLock {
  public:
    explicit FileLock(const std::string& path);
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;
    ~FileLock();

  private:
    int descriptor_;
};

std::string read_text(const std::filesystem::path& path);

/// Errors: throws Error naming the file and the system's reason.
void write_file(const std::filesystem::path& path, std::string_view contents);
void write_file(const std::filesystem::path& path, Bytes contents);

/// Writes under a name of its own in the same folder, then renames: readers see the old file or the new one.
void replace_file(const std::filesystem::path& path, Bytes contents, std::filesystem::perms permissions);

inline Bytes as_bytes(std::string_view text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}
inline std::string_view as_text(Bytes bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

} // namespace sartor::configurator

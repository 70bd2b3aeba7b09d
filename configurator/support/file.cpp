// Files as bytes, by the system's own calls, so that errors carry its reasons.
#include "configurator/support/file.hpp"

#include "configurator/support/error.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace sartor::configurator {

namespace {

class Descriptor {
  public:
    Descriptor(const std::filesystem::path& path, int flags, mode_t mode)
        : number_(open(path.c_str(), flags | O_CLOEXEC, mode)) {
        if (number_ < 0) fail("{}: {}", path.string(), std::strerror(errno));
    }
    Descriptor(const Descriptor&) = delete;
    ~Descriptor() { close(number_); }
    int number() const { return number_; }

  private:
    int number_;
};

void write_all(int descriptor, Bytes contents, const std::filesystem::path& path) {
    while (!contents.empty()) {
        const ssize_t written = write(descriptor, contents.data(), contents.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail("{}: {}", path.string(), std::strerror(errno));
        contents = contents.subspan(static_cast<std::size_t>(written));
    }
}

} // namespace

MappedFile::MappedFile(const std::filesystem::path& path) {
    const Descriptor file(path, O_RDONLY, 0);
    struct stat status {};
    if (fstat(file.number(), &status) != 0) fail("{}: {}", path.string(), std::strerror(errno));
    if (!S_ISREG(status.st_mode)) fail("{}: not a regular file", path.string());
    size_ = static_cast<std::size_t>(status.st_size);
    if (size_ == 0) return;
    address_ = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE, file.number(), 0);
    if (address_ == MAP_FAILED) fail("{}: {}", path.string(), std::strerror(errno));
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : address_(std::exchange(other.address_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile::~MappedFile() {
    if (address_ != nullptr) munmap(address_, size_);
}

FileLock::FileLock(const std::string& path) : descriptor_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (descriptor_ < 0 || flock(descriptor_, LOCK_EX) != 0) fail("{}: {}", path, std::strerror(errno));
}

FileLock::~FileLock() {
    close(descriptor_);
}

std::string read_text(const std::filesystem::path& path) {
    const MappedFile file(path);
    return std::string(as_text(file.bytes()));
}

void write_file(const std::filesystem::path& path, Bytes contents) {
    const Descriptor file(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    write_all(file.number(), contents, path);
}

void write_file(const std::filesystem::path& path, std::string_view contents) {
    write_file(path, as_bytes(contents));
}

void replace_file(const std::filesystem::path& path, Bytes contents, std::filesystem::perms permissions) {
    std::string temporary = path.string() + ".XXXXXX";
    const int descriptor = mkostemp(temporary.data(), O_CLOEXEC);
    if (descriptor < 0) fail("{}: {}", temporary, std::strerror(errno));
    close(descriptor);
    try {
        write_file(temporary, contents);
        std::filesystem::permissions(temporary, permissions);
        std::filesystem::rename(temporary, path);
    } catch (const std::exception& error) {
        unlink(temporary.c_str());
        throw Error(error.what());
    }
}

} // namespace sartor::configurator

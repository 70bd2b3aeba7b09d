// What compiles a cut: the compiler, its flags, and what they make of a source, by name.
#pragma once

#include "configurator/cut/cache.hpp"
#include "configurator/support/process.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace sartor::configurator {

/// A name for the contents of all headers of which cuts are made.
std::string digest_of_headers();

/// Whether an option of the instruction set means another one on another computer.
bool depends_on_this_computer(const std::string& flag);

/// The options with which the compiler's driver passes its instruction set to the linker.
std::vector<std::string> default_instruction_set(const std::string& compiler);

/// The compiler of cuts with its flags, and names (digests) for what they make of a source.
class Toolchain {
  public:
    /// instruction_set: -march= and the like; "native" counts as what the compiler makes of it.
    /// headers: their digest. Errors: throws Error when the compiler is not there.
    Toolchain(const std::vector<std::string>& instruction_set, std::string headers, Cache& cache);

    bool is_gcc() const noexcept { return is_gcc_; }

    /// The compiler, its flags, and the folders of the headers.
    Command command() const;
    /// The options that name these folders.
    static std::vector<std::string> include_flags();

    /// A name for what a source compiles to, by everything on which it depends: the source, the compiler,
    /// the flags, the contents of all headers. The paths of the headers do not matter.
    std::string digest(std::string_view source) const;
    /// The same where the paths matter.
    std::string digest_here(std::string_view source) const;

  private:
    std::string compiler_;
    bool is_gcc_;
    std::vector<std::string> flags_;
    std::string identity_; // the output of --version, and the meaning of "native"
    std::string headers_;  // the digest of all headers
};

} // namespace sartor::configurator

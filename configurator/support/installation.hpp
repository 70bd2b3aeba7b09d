// The folders of sartor's own parts: the same below a build folder and below an installation's prefix.
#pragma once

#include <filesystem>
#include <string>

namespace sartor::configurator {

class Installation {
  public:
    /// Found from the running program: PREFIX/bin/sartor.
    static const Installation& own();

    explicit Installation(std::filesystem::path prefix);

    const std::filesystem::path& prefix() const noexcept { return prefix_; }
    std::filesystem::path program() const { return prefix_ / "bin/sartor"; }
    std::filesystem::path backtrace() const { return prefix_ / "bin/sartor-backtrace"; }
    /// There if Sartor was built with OTF2.
    std::filesystem::path otf2() const { return prefix_ / "bin/sartor-otf2"; }
    /// Errors: throws Error when it was not built, as by tools/demo.
    std::string studies() const { return existing(prefix_ / "bin/sartor-studies"); }
    std::filesystem::path include() const { return include_; }
    std::filesystem::path library(const std::string& name) const { return libraries_ / name; }
    /// The same for one that tools/demo leaves out. Errors: throws Error when it was not built.
    std::string optional_library(const std::string& name) const { return existing(library(name)); }
    /// Where libmpi_abi.so is, if Sartor was built with libfabric.
    std::filesystem::path shared_libraries() const { return libraries_.parent_path(); }
    std::filesystem::path source() const { return library("source"); }
    /// Descriptions of chips, and of what papers published about them.
    std::filesystem::path machines() const { return source() / "emulation/machines"; }
    std::filesystem::path experiments() const { return source() / "emulation/experiments"; }
    std::filesystem::path generated() const { return library("generated"); }
    /// What Fortran programs are compiled with: modules of a family of compilers.
    std::filesystem::path fortran_modules(const std::string& family) const {
        return include_ / "sartor/fortran" / family;
    }
    /// The layer between Fortran and C; empty if Sartor was built without a Fortran compiler.
    std::string fortran_layer() const {
        const std::filesystem::path archive = library("libmpifort_abi.a");
        return std::filesystem::exists(archive) ? archive.string() : "";
    }
    /// The archives of what is added to programs' images, and whether a file, or a member of an archive, is
    /// of one.
    std::string image_parts() const { return library("libsartor_image.a").string(); }
    std::string image_streams() const { return library("libsartor_image_streams.a").string(); }
    std::string image_cplusplus() const { return library("libsartor_image_cplusplus.a").string(); }
    std::string image_output() const { return library("libsartor_image_output.a").string(); }
    std::string image_mathematics() const { return library("libsartor_image_mathematics.a").string(); }
    std::string image_copies() const { return library("libsartor_image_copies.a").string(); }
    bool is_image_part(const std::string& path) const {
        return path.starts_with(image_parts()) || path.starts_with(image_streams()) ||
               path.starts_with(image_output()) || path.starts_with(image_cplusplus()) ||
               path.starts_with(image_mathematics()) || path.starts_with(image_copies()) ||
               path.starts_with(library("libmpifort_abi.a").string());
    }
    std::filesystem::path table() const { return source() / "mpi_api/table"; }
    std::filesystem::path precompiled() const { return library("precompiled"); }
    /// MPI libraries that were compiled with Sartor; may be missing.
    std::filesystem::path cuts() const { return library("cuts"); }
    std::filesystem::path linkers() const { return library("ld"); }

  private:
    static std::string existing(const std::filesystem::path& path);

    std::filesystem::path prefix_;
    std::filesystem::path libraries_;
    std::filesystem::path include_;
};

} // namespace sartor::configurator

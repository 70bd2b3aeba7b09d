// The files whose code runs in the calling process, as modules of libdwfl.
#pragma once

#include <cstdint>
#include <elfutils/libdwfl.h>
#include <memory>
#include <string>

#include "configurator/backtrace/question.hpp"

namespace sartor::backtrace {

/// The files whose code runs in the process that requests the backtrace, as modules of libdwfl.
class Modules {
  public:
    explicit Modules(const Question& question);

    Dwfl* dwfl() const noexcept { return dwfl_.get(); }
    /// Null when no file has code there.
    Dwfl_Module* at(std::uintptr_t address) const noexcept;
    /// The copy that a module is, null for one that was loaded from a file.
    const Copy* copy_of(Dwfl_Module* module) const noexcept;
    /// Whether it is the calling process's executable.
    bool is_executable(Dwfl_Module* module) const noexcept;

  private:
    void report_copies();
    void report_files();

    struct End {
        void operator()(Dwfl* dwfl) const noexcept { dwfl_end(dwfl); }
    };
    const Question& question_;
    std::unique_ptr<Dwfl, End> dwfl_;
    std::string executable_;
};

} // namespace sartor::backtrace

// The control words of floating-point arithmetic: rounding and traps. The jump between flows of control keeps
// them for each (runtime/architecture/jump.hpp), and a flow begins with those of the thread that prepares it.
#pragma once

#include "runtime/architecture/processor.hpp"

namespace sartor::process {

// As long as it lives, the thread has the control words with which a program starts, whatever a rank has
// changed.
class FloatingPointAtStart {
    using Words = architecture::Processor::FloatingPoint;

  public:
    FloatingPointAtStart() noexcept : before_(Words::now()) { Words::at_start().set(); }
    ~FloatingPointAtStart() { before_.set(); }
    FloatingPointAtStart(const FloatingPointAtStart&) = delete;
    FloatingPointAtStart& operator=(const FloatingPointAtStart&) = delete;

  private:
    Words before_;
};

} // namespace sartor::process

// Calls in a process that is no executable of Sartor's: MPI was loaded into it as a library.
#pragma once

#include <string_view>

#include "runtime/foreign/foreign.hpp"

namespace sartor::aspects {

// A thread that calls for the first time is nobody's yet: it becomes the rank before anything else happens.
// Costs a comparison.
template <class C>
class InForeignProcess : public C {
  public:
    static constexpr std::string_view name = "in a process that is not Sartor's";

    template <class Site>
    [[gnu::always_inline]] InForeignProcess(const char* function, Site site) noexcept
        : C(of_rank(function), site) {}
    explicit InForeignProcess(const process::Rank& rank) noexcept : C(rank) {}

  private:
    [[nodiscard, gnu::always_inline]] static const char* of_rank(const char* function) noexcept {
        static_cast<void>(process::rank_that_calls());
        return function;
    }
};

} // namespace sartor::aspects

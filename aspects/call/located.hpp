// Which function of MPI a rank is in, and where the program has called it: reports name both.
#pragma once

#include <string_view>

#include "runtime/process.hpp"
#include "runtime/rank/layer_caller.hpp"

namespace sartor::aspects {

// A call notes its function and its call site in the rank. Functions of the program that MPI calls back leave
// them as they were (process::CallKept). Costs two stores. The call site is where the entry returns to.
template <class C>
struct Located : C {
    static constexpr std::string_view name = "located";

    template <class Site>
    [[gnu::always_inline]] Located(const char* function, Site site) noexcept : C(function, site) {
        process::current->call = function;
        process::current->call_site = site;
    }
    explicit Located(const process::Rank& rank) noexcept : C(rank) {}

    [[nodiscard]] static const char* function() noexcept { return process::current->call; }
    [[nodiscard]] static const void* site() noexcept { return process::current->call_site; }
};

// The same for programs that need both often: the call keeps them itself. Over Located.
template <class C>
class Remembered : public C {
  public:
    static constexpr std::string_view name = "with its function and call site at hand";

    template <class Site>
    [[gnu::always_inline]] Remembered(const char* function, Site site) noexcept
        : C(function, site), function_(function), site_(site) {}
    explicit Remembered(const process::Rank& rank) noexcept
        : C(rank), function_(rank.call), site_(rank.call_site) {}

    [[nodiscard]] const char* function() const noexcept { return function_; }
    [[nodiscard]] const void* site() const noexcept { return site_; }

  private:
    const char* function_;
    const void* site_;
};

// Behind a layer between the program and MPI, Fortran's: the call site is where the layer was called. The
// next entry may be called by the program itself. Costs a load and a store.
template <class C>
struct ThroughLayer : C {
    static constexpr std::string_view name = "called through a layer";

    template <class Site>
    [[gnu::always_inline]] ThroughLayer(const char* function, Site return_address) noexcept
        : C(function, process::call_site_in_program(return_address)) {
        process::caller_of_layer = nullptr;
    }
    explicit ThroughLayer(const process::Rank& rank) noexcept : C(rank) {}
};

} // namespace sartor::aspects

// The control variables (MPI-5.0 section 15.3.6): what a running program can change, and how its library was
// cut.
#pragma once

#include <array>
#include <cstring>
#include <string_view>

#include "components/collective/choice/choice_text.hpp"
#include "mpi_api/call/call.hpp"
#include "mpi_api/tools/variables/categories.hpp"

namespace sartor::mpi {

enum class ControlVariable { copy_limit, backlog, checks, machine, algorithms };

struct ControlVariableText {
    std::string_view name;
    std::string_view description;
    int verbosity;
    int type; // the value of a predefined datatype's handle
    int scope;
    ToolCategory category;
    bool has_names; // of its values
};
namespace internal {
inline constexpr int type_int = 521; // MPI_INT, MPI_UNSIGNED_LONG_LONG, MPI_DOUBLE and MPI_CHAR in the ABI
inline constexpr int type_unsigned = 527;
inline constexpr int type_double = 532;
inline constexpr int type_char = 579;
} // namespace internal

inline constexpr std::array<ControlVariableText, 5> control_variables = {{
    {"copy_limit",
     "Bytes of the longest message that is copied at its sender when no receive is posted; longer messages "
     "wait for their receive. Values above the limit of the library are refused",
     MPI_T_VERBOSITY_TUNER_BASIC, internal::type_unsigned, MPI_T_SCOPE_LOCAL, ToolCategory::messages, false},
    {"backlog", "Bytes of copied messages that may wait at each rank (sartor run --backlog)",
     MPI_T_VERBOSITY_TUNER_BASIC, internal::type_unsigned, MPI_T_SCOPE_READONLY, ToolCategory::queues, false},
    {"checks", "Whether the program was linked with sartor cc --checked", MPI_T_VERBOSITY_USER_BASIC,
     internal::type_int, MPI_T_SCOPE_CONSTANT, ToolCategory::run, true},
    {"machine", "The machine on which the ranks run (sartor run --machine)", MPI_T_VERBOSITY_USER_BASIC,
     internal::type_char, MPI_T_SCOPE_READONLY, ToolCategory::run, false},
    {"collective_algorithms", "Which algorithms serve the program's collectives (sartor explain)",
     MPI_T_VERBOSITY_TUNER_DETAIL, internal::type_char, MPI_T_SCOPE_CONSTANT, ToolCategory::run, false},
}};

namespace internal {

template <class Program>
constexpr void put_algorithms(TextWriter& writer) {
    using Choices =
        typename Collectives<typename Program::features, typename Program::machine, Program>::choices;
    boost::mp11::mp_for_each<boost::mp11::mp_transform<boost::mp11::mp_identity, Choices>>([&](auto one) {
        using Slot = typename decltype(one)::type;
        writer.put(Slot::role);
        writer.put(": ");
        writer.put(Slot::type::name);
        writer.put("\n");
    });
}
// "bcast: binomial tree up to 512 B; then shared memory", a line for each collective of the program.
template <class Program>
inline constexpr std::string_view algorithms_of = constant_text<put_algorithms<Program>>;

// How many elements a variable has, the null character of a text included.
template <class Program>
[[nodiscard]] int elements_of(ControlVariable variable) noexcept {
    if (variable == ControlVariable::machine) return static_cast<int>(Program::machine::name.size()) + 1;
    if (variable == ControlVariable::algorithms) return static_cast<int>(algorithms_of<Program>.size()) + 1;
    return 1;
}

inline void put(void* buffer, std::string_view text) noexcept {
    std::memcpy(buffer, text.data(), text.size());
    static_cast<char*>(buffer)[text.size()] = '\0';
}
template <class Value>
void put(void* buffer, Value value) noexcept {
    std::memcpy(buffer, &value, sizeof value);
}

// Of the longest message that the library was cut to copy, in bytes. Chips have a limit of their own beside
// it.
template <class Program>
inline constexpr std::size_t most_copied = [] {
    using Transport = typename Interface<Program>::types::Transport;
    if constexpr (requires { Transport::longest_copy; })
        return std::size_t{Transport::longest_copy};
    else
        return ~std::size_t{0};
}();

template <class Program>
[[nodiscard]] std::size_t longest_copy(Call<Program>& call) noexcept {
    const std::size_t set = call.state().communicator.observer().counters().most_copied;
    return set < most_copied<Program> ? set : most_copied<Program>;
}

template <class Program>
void read(Call<Program>& call, ControlVariable variable, void* buffer) noexcept {
    switch (variable) {
    case ControlVariable::copy_limit:
        return put(buffer, static_cast<unsigned long long>(longest_copy(call)));
    case ControlVariable::backlog:
        return put(buffer, static_cast<unsigned long long>(process::ranks.backlog_bytes));
    case ControlVariable::checks:
        return put(buffer, static_cast<int>(Interface<Program>::Rules::are_strict));
    case ControlVariable::machine:
        return put(buffer, std::string_view(Program::machine::name));
    case ControlVariable::algorithms:
        return put(buffer, algorithms_of<Program>);
    }
}

} // namespace internal

} // namespace sartor::mpi

// The performance variables (MPI-5.0 section 15.3.7): what is counted of a rank, and what its queues hold.
#pragma once

#include <array>
#include <string_view>

#include "mpi_api/tools/variables/control_variables.hpp"

namespace sartor::mpi {

enum class PerformanceVariable {
    messages_sent,
    bytes_sent,
    messages_copied,
    messages_by_rendezvous,
    messages_received,
    bytes_received,
    unexpected_messages,
    unexpected_queue_length,
    unexpected_queue_bytes,
    unexpected_queue_longest,
    unexpected_queue_shortest,
    unexpected_of_communicator,
    posted_receives,
    waits,
    time_waiting,
    cells_in_use,
    first_meter, // of machines that have meters: the others follow
};

struct PerformanceVariableText {
    std::string_view name;
    std::string_view description;
    int verbosity;
    int kind; // MPI_T_PVAR_CLASS_...
    int type;
    int bind;
    ToolCategory category;

    // Whether it counts while it is started, and can be set to 0. Others show what there is now.
    [[nodiscard]] constexpr bool is_counted() const noexcept {
        return kind == MPI_T_PVAR_CLASS_COUNTER || kind == MPI_T_PVAR_CLASS_AGGREGATE ||
               kind == MPI_T_PVAR_CLASS_TIMER;
    }
    [[nodiscard]] constexpr bool is_watermark() const noexcept {
        return kind == MPI_T_PVAR_CLASS_HIGHWATERMARK || kind == MPI_T_PVAR_CLASS_LOWWATERMARK;
    }
    [[nodiscard]] constexpr bool is_continuous() const noexcept { return !is_counted() && !is_watermark(); }
    [[nodiscard]] constexpr bool is_double() const noexcept { return type == internal::type_double; }
};

namespace internal {

constexpr PerformanceVariableText counter(std::string_view name, std::string_view description,
                                          ToolCategory category, int kind = MPI_T_PVAR_CLASS_COUNTER) {
    return {name,
            description,
            MPI_T_VERBOSITY_USER_BASIC,
            kind,
            kind == MPI_T_PVAR_CLASS_TIMER ? type_double : type_unsigned,
            MPI_T_BIND_NO_OBJECT,
            category};
}
constexpr PerformanceVariableText level(std::string_view name, std::string_view description,
                                        int kind = MPI_T_PVAR_CLASS_LEVEL, int bind = MPI_T_BIND_NO_OBJECT) {
    return {name, description, MPI_T_VERBOSITY_TUNER_BASIC, kind, type_unsigned, bind, ToolCategory::queues};
}
constexpr PerformanceVariableText meter(std::string_view name, std::string_view description, int kind,
                                        int type) {
    return {name, description,          MPI_T_VERBOSITY_USER_BASIC, kind,
            type, MPI_T_BIND_NO_OBJECT, ToolCategory::chip};
}

} // namespace internal

inline constexpr std::array<PerformanceVariableText, 16> variables_of_messages = {
    internal::counter("messages_sent", "Messages that the rank has sent", ToolCategory::messages),
    internal::counter("bytes_sent", "Bytes of data in the messages that the rank has sent",
                      ToolCategory::messages, MPI_T_PVAR_CLASS_AGGREGATE),
    internal::counter(
        "messages_copied",
        "Messages sent that were complete at once: copied to a posted receive, or to memory of the library",
        ToolCategory::messages),
    internal::counter("messages_by_rendezvous",
                      "Messages sent whose data stayed in place until they were received",
                      ToolCategory::messages),
    internal::counter("messages_received", "Messages that have met a receive of the rank",
                      ToolCategory::messages),
    internal::counter("bytes_received", "Bytes of data in the messages that have met a receive of the rank",
                      ToolCategory::messages, MPI_T_PVAR_CLASS_AGGREGATE),
    internal::counter("unexpected_messages", "Messages that arrived before their receives were posted",
                      ToolCategory::queues),
    internal::level("unexpected_queue_length", "Messages that wait for a receive"),
    internal::level("unexpected_queue_bytes", "Bytes of data in the messages that wait for a receive"),
    internal::level("unexpected_queue_longest", "The most messages that waited for a receive",
                    MPI_T_PVAR_CLASS_HIGHWATERMARK),
    internal::level("unexpected_queue_shortest", "The fewest messages that waited for a receive",
                    MPI_T_PVAR_CLASS_LOWWATERMARK),
    internal::level("unexpected_queue_length_of_communicator",
                    "Messages of a communicator that wait for a receive", MPI_T_PVAR_CLASS_LEVEL,
                    MPI_T_BIND_MPI_COMM),
    internal::level("posted_receives", "Receives that wait for a message"),
    internal::counter("waits", "Times that the rank waited for a message or a receiver",
                      ToolCategory::waiting),
    internal::counter("time_waiting", "Seconds that the rank waited for messages and receivers",
                      ToolCategory::waiting, MPI_T_PVAR_CLASS_TIMER),
    internal::level("cells_in_use", "Cells with data of messages that wait for a receive"),
};
static_assert(variables_of_messages.size() == static_cast<std::size_t>(PerformanceVariable::first_meter));

// Of machine::Meter.
inline constexpr std::array<PerformanceVariableText, 5> variables_of_meters = {
    internal::meter("chip_energy", "Joules that the chip has taken", MPI_T_PVAR_CLASS_AGGREGATE,
                    internal::type_double),
    internal::meter("rank_energy", "Joules that the PE of the rank has taken", MPI_T_PVAR_CLASS_AGGREGATE,
                    internal::type_double),
    internal::meter("link_load", "Share of the time in which the rank's cluster has sent to the network",
                    MPI_T_PVAR_CLASS_PERCENTAGE, internal::type_double),
    internal::meter("hottest_link_load",
                    "Share of the time in which the network's link that is used most has carried data",
                    MPI_T_PVAR_CLASS_PERCENTAGE, internal::type_double),
    internal::meter("cluster_memory", "Bytes in use in the memory of the rank's cluster",
                    MPI_T_PVAR_CLASS_LEVEL, internal::type_unsigned),
};

namespace internal {

template <class Machine>
[[nodiscard]] constexpr auto list_performance_variables() noexcept {
    if constexpr (!machine::Metered<Machine>) {
        return variables_of_messages;
    } else {
        std::array<PerformanceVariableText, variables_of_messages.size() + variables_of_meters.size()> all{};
        std::size_t count = 0;
        for (const PerformanceVariableText& text : variables_of_messages) all[count++] = text;
        for (const PerformanceVariableText& text : variables_of_meters) all[count++] = text;
        return all;
    }
}

} // namespace internal

// In the order of PerformanceVariable.
template <class Program>
inline constexpr auto
    performance_variables = internal::list_performance_variables<typename Program::machine>();

namespace internal {

template <class Program>
[[nodiscard]] const PerformanceVariableText& text_of(PerformanceVariable variable) noexcept {
    return performance_variables<Program>[static_cast<std::size_t>(variable)];
}

template <class Program, class Condition>
[[nodiscard]] std::uint64_t count_unexpected(Call<Program>& call, Condition condition) noexcept {
    std::uint64_t count = 0;
    call.state().communicator.for_each_unreceived(
        [&](const auto& envelope) { count += condition(envelope); });
    return count;
}

// Of variables that are no watermarks; `context`: of the communicator that the handle is bound to.
template <class Program>
[[nodiscard]] double read_now(Call<Program>& call, PerformanceVariable variable, int context) noexcept {
    if constexpr (machine::Metered<typename Program::machine>)
        if (variable >= PerformanceVariable::first_meter)
            return Program::machine::read_meter(static_cast<machine::Meter>(
                static_cast<int>(variable) - static_cast<int>(PerformanceVariable::first_meter)));
    auto& communicator = call.state().communicator;
    const auto& counters = communicator.observer().counters();
    const observation::MessageCounts& counts = counters.counts;
    const auto number = [&]() -> std::uint64_t {
        switch (variable) {
        case PerformanceVariable::messages_sent:
            return counts.sent;
        case PerformanceVariable::bytes_sent:
            return counts.sent_bytes;
        case PerformanceVariable::messages_copied:
            return counts.copied;
        case PerformanceVariable::messages_by_rendezvous:
            return counts.rendezvous;
        case PerformanceVariable::messages_received:
            return counts.received;
        case PerformanceVariable::bytes_received:
            return counts.received_bytes;
        case PerformanceVariable::unexpected_messages:
            return counts.unexpected;
        case PerformanceVariable::unexpected_queue_bytes:
            return count_unexpected(call, [](const auto& envelope) { return envelope.storage.bytes; });
        case PerformanceVariable::unexpected_of_communicator:
            return count_unexpected(call, [&](const auto& envelope) -> std::uint64_t {
                const int own = envelope.header.context(context);
                return own == context || own == context + collective_context_offset;
            });
        case PerformanceVariable::posted_receives:
            return communicator.posted_receives();
        case PerformanceVariable::cells_in_use:
            return communicator.cells_in_use();
        case PerformanceVariable::waits:
            return counts.waits;
        default:
            return counters.unexpected.value();
        }
    };
    return variable == PerformanceVariable::time_waiting ? counts.seconds_waited
                                                         : static_cast<double>(number());
}

// What a handle shows.
template <class Program>
[[nodiscard]] double read(Call<Program>& call, const PerformanceHandle& handle) noexcept {
    const auto variable = static_cast<PerformanceVariable>(handle.variable);
    const PerformanceVariableText& text = text_of<Program>(variable);
    if (text.is_watermark()) return static_cast<double>(handle.mark.value);
    const double now =
        text.is_continuous() || handle.is_started ? read_now(call, variable, handle.context) : 0;
    if (text.is_continuous()) return now;
    return handle.gathered + (handle.is_started ? now - handle.base : 0);
}
template <class Program>
void give_value(const PerformanceHandle& handle, double value, void* buffer) noexcept {
    if (text_of<Program>(static_cast<PerformanceVariable>(handle.variable)).is_double())
        put(buffer, value);
    else
        put(buffer, static_cast<unsigned long long>(value));
}

template <class Program>
void start(Call<Program>& call, PerformanceHandle& handle) noexcept {
    const auto variable = static_cast<PerformanceVariable>(handle.variable);
    if (handle.is_started) return;
    handle.is_started = true;
    if (text_of<Program>(variable).is_watermark())
        call.state().communicator.observer().counters().unexpected.watch(handle.mark);
    else
        handle.base = read_now(call, variable, handle.context);
}
template <class Program>
void stop(Call<Program>& call, PerformanceHandle& handle) noexcept {
    if (!handle.is_started) return;
    if (text_of<Program>(static_cast<PerformanceVariable>(handle.variable)).is_watermark())
        call.state().communicator.observer().counters().unexpected.leave(handle.mark);
    else
        handle.gathered = read(call, handle);
    handle.is_started = false;
}
// A watermark begins anew at the present value, a counter at `value`.
template <class Program>
void set(Call<Program>& call, PerformanceHandle& handle, double value) noexcept {
    const auto variable = static_cast<PerformanceVariable>(handle.variable);
    if (text_of<Program>(variable).is_watermark()) {
        handle.mark.value = call.state().communicator.observer().counters().unexpected.value();
        return;
    }
    handle.gathered = value;
    if (handle.is_started) handle.base = read_now(call, variable, handle.context);
}

} // namespace internal

} // namespace sartor::mpi

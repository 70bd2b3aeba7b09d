#include "emulation/observers/report/summary_file.hpp"

#include "emulation/observers/energy/energy.hpp"
#include "emulation/observers/report/services.hpp"
#include "emulation/threads/report.hpp"
#include "runtime/trace/command_line.hpp"

namespace sartor::machine::manycore {

namespace {

void write_ranks(FILE* file, const Run& run, Cycles time) noexcept {
    std::fprintf(file, "  \"ranks\": [\n");
    for (int rank = 0; rank < run.ranks; ++rank) {
        const Pe& pe = run.pes[rank];
        std::fprintf(
            file,
            "    {\"rank\": %d, \"node\": %d, \"end\": %lld, \"computing\": %lld, \"communicating\": %lld, "
            "\"waiting\": %lld}%s\n",
            rank, pe.node, static_cast<long long>(pe.clock), static_cast<long long>(pe.computing),
            static_cast<long long>(pe.communicating),
            static_cast<long long>(time - pe.computing - pe.communicating), rank + 1 < run.ranks ? "," : "");
    }
    std::fprintf(file, "  ],\n");
}

void write_traffic(FILE* file, const Run& run) noexcept {
    std::fprintf(file, "  \"ways\": {");
    for (int way = 0; way < static_cast<int>(Way::count); ++way)
        std::fprintf(file, "%s\n    \"%s\": {\"messages\": %llu, \"bytes\": %llu}", way > 0 ? "," : "",
                     name_of(static_cast<Way>(way)), static_cast<unsigned long long>(run.ways[way].messages),
                     static_cast<unsigned long long>(run.ways[way].bytes));
    std::fprintf(file, "\n  },\n  \"messages\": {");
    for (int kind = 0; kind < static_cast<int>(Kind::count); ++kind)
        std::fprintf(file, "%s\"%s\": %llu", kind > 0 ? ", " : "", name_of(static_cast<Kind>(kind)),
                     static_cast<unsigned long long>(run.kinds[kind]));
    std::fprintf(file, "},\n");
}

void write_memories(FILE* file, const Run& run, const char* list, const char* node, int first,
                    int end) noexcept {
    std::fprintf(file, "  \"%s\": [", list);
    for (int index = first; index < end; ++index) {
        const ClusterMemory& memory = run.memories[index];
        std::fprintf(file, "%s\n    {\"%s\": %d, \"peak\": %lld, \"refused\": %lld", index > first ? "," : "",
                     node, index - first, static_cast<long long>(memory.peak),
                     static_cast<long long>(memory.refused));
        for (int use = 0; use < static_cast<int>(Use::count); ++use)
            std::fprintf(file, ", \"%s\": %lld", name_of(static_cast<Use>(use)),
                         static_cast<long long>(memory.at_peak[use]));
        std::fprintf(file, "}");
    }
    std::fprintf(file, "\n  ],\n");
}

// Those that were used.
void write_links(FILE* file, const Run& run) noexcept {
    const Interconnect& network = run.chip.networks();
    std::fprintf(file, "  \"links\": [");
    const char* comma = "";
    for (int link = 0; link < network.link_count(); ++link) {
        const LinkUse use = network.use_of(link);
        if (use.busy == 0 || use.from < 0) continue;
        std::fprintf(file, "%s\n    {\"from\": %d, \"to\": %d, \"busy\": %lld%s}", comma, use.from, use.to,
                     static_cast<long long>(use.busy),
                     use.from != use.to     ? ""
                     : network.enters(link) ? ", \"interface\": \"out\""
                                            : ", \"interface\": \"in\"");
        comma = ",";
    }
    std::fprintf(file, "\n  ]\n");
}

void write_chip(FILE* file, const Run& run) noexcept {
    char shape[4096];
    describe_shape(run.chip.description(), shape, sizeof shape);
    std::fprintf(file, "  \"chip\": %s,\n", shape);
}

int add_numbers(const int* numbers, std::int64_t count, char* text, std::size_t bytes, int used) noexcept {
    for (std::int64_t index = 0; index < count; ++index)
        used += std::snprintf(text + used, bytes - static_cast<std::size_t>(used), "%s%d",
                              index > 0 ? "," : "", numbers[index]);
    return used;
}

} // namespace

void describe_shape(const Description& description, char* text, std::size_t bytes) noexcept {
    int used = std::snprintf(text, bytes, R"({"network":"%s","dimensions":[)",
                             description.network == NetworkKind::torus ? "torus" : "mesh");
    used = add_numbers(description.dimensions, description.dimension_count, text, bytes, used);
    used += std::snprintf(text + used, bytes - static_cast<std::size_t>(used), R"(],"io_at":[)");
    used = add_numbers(description.io_at, description.io_subsystems, text, bytes, used);
    std::snprintf(text + used, bytes - static_cast<std::size_t>(used),
                  R"(],"smem_bytes":%lld,"ddr_bytes":%lld})", static_cast<long long>(description.smem_bytes),
                  static_cast<long long>(description.ddr_bytes));
}

void write_summary(FILE* file, const Run& run) noexcept {
    const Sums sums = sums_of(run);
    std::fprintf(
        file,
        "{\n  \"machine\": \"%s\",\n  \"command\": %s,\n  \"clock_mhz\": %lld,\n  \"repeatable\": %s,\n"
        "  \"cycles\": %lld,\n  \"seconds\": %.9f,\n  \"events\": %llu,\n",
        run.chip.description().name, sartor::trace::command_as_json(),
        static_cast<long long>(run.chip.description().clock), run.options.measured ? "false" : "true",
        static_cast<long long>(sums.time), static_cast<double>(sums.time) * seconds_per_cycle(),
        static_cast<unsigned long long>(run.chip.events.count()));
    write_chip(file, run);
    write_start_up(file, run.start_up);
    write_ranks(file, run, sums.time);
    if (&threads::write_threads != nullptr) threads::write_threads(file, run);
    write_traffic(file, run);
    write_names(file);
    const auto clusters = static_cast<int>(run.chip.description().clusters);
    write_memories(file, run, "smem", "cluster", 0, clusters);
    write_memories(file, run, "ddr", "io", clusters, run.chip.description().nodes());
    write_energy(file, run, sums.time);
    write_links(file, run);
    std::fprintf(file, "}\n");
}

} // namespace sartor::machine::manycore

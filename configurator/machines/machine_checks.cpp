// Fields that contradict each other.
#include "configurator/machines/machine_checks.hpp"

#include "configurator/machines/fields.hpp"

#include <fmt/ranges.h>
#include <set>

namespace sartor::configurator {

namespace {

void check_network(const JsonFile& file, const Manycore& machine) {
    const std::int64_t clusters = machine.whole("clusters");
    std::int64_t product = machine.dimensions.empty() ? 0 : 1;
    for (const int dimension : machine.dimensions)
        product = product > clusters ? product : product * dimension;
    if (product != clusters)
        file.wrong({"dimensions"}, "{} multiply to {}, but there are {} clusters",
                   fmt::join(machine.dimensions, " x "), product, clusters);
    if (std::ssize(machine.io_at) != machine.whole("io_subsystems"))
        file.wrong({"io_at"}, "places {} I/O subsystems, but there are {}", machine.io_at.size(),
                   machine.whole("io_subsystems"));
    for (const int cluster : machine.io_at)
        if (cluster >= clusters) file.wrong({"io_at"}, "there is no cluster {}", cluster);
}

void check_capacities(const JsonFile& file, const Manycore& machine) {
    if (machine.whole("ranks_per_cluster") > machine.whole("pes"))
        file.wrong({"constants", "ranks_per_cluster"}, "{} ranks do not fit {} PEs",
                   machine.whole("ranks_per_cluster"), machine.whole("pes"));
    if (machine.whole("ranks_per_cluster") > machine.whole("thread_pes") ||
        machine.whole("thread_pes") > machine.whole("pes"))
        file.wrong({"constants", "thread_pes"}, "expected {} PEs (one for each rank) to {} PEs",
                   machine.whole("ranks_per_cluster"), machine.whole("pes"));
    if (machine.whole("control_header") >= machine.whole("control_bytes"))
        file.wrong({"constants", "control_header"}, "leaves no payload in a control message of {} bytes",
                   machine.whole("control_bytes"));
    if (machine.whole("os_bytes") >= machine.whole("smem_bytes"))
        file.wrong({"constants", "os_bytes"}, "the system fills the cluster's memory of {} bytes",
                   machine.whole("smem_bytes"));
    if (machine.whole("ranks_per_cluster") * machine.whole("stack_bytes") >= machine.whole("smem_bytes"))
        file.wrong({"constants", "stack_bytes"},
                   "the stacks of {} ranks fill the cluster's memory of {} bytes",
                   machine.whole("ranks_per_cluster"), machine.whole("smem_bytes"));
}

void check_protocols(const JsonFile& file, const Manycore& machine) {
    if (machine.whole("receive_complete") < machine.whole("dma_drain"))
        file.wrong({"constants", "receive_complete"},
                   "a receive would end {} cycles after the arrival of its data, before the sender's DMA "
                   "engine has drained (dma_drain: {})",
                   machine.whole("receive_complete"), machine.whole("dma_drain"));
    if (machine.whole("agreement") != 0 && machine.whole("early_clear") != 0)
        file.wrong(
            {"constants", "early_clear"},
            "only one of early_clear and agreement can be 1: with agreement the sender requests first");
    if (machine.whole("lazy_limit") > machine.whole("lazy_bytes"))
        file.wrong({"constants", "lazy_limit"}, "messages of {} bytes do not fit the lazy buffer of {} bytes",
                   machine.whole("lazy_limit"), machine.whole("lazy_bytes"));
}

void check_byte_orders(const JsonFile& file, const Manycore& machine) {
    const std::set<int> clusters(machine.big_endian.begin(), machine.big_endian.end());
    if (clusters.size() != machine.big_endian.size()) file.wrong({"big_endian"}, "names a cluster twice");
    if (!clusters.empty() && *clusters.rbegin() >= machine.whole("clusters"))
        file.wrong({"big_endian"}, "there is no cluster {}", *clusters.rbegin());
}

} // namespace

void check_machine(const JsonFile& file, const Manycore& machine) {
    for (const Field& field : machine_fields)
        if (!machine.constants.contains(field.name))
            file.wrong({"constants", field.name}, "is missing: {}", field.meaning);
    check_network(file, machine);
    check_byte_orders(file, machine);
    check_capacities(file, machine);
    check_protocols(file, machine);
}

} // namespace sartor::configurator

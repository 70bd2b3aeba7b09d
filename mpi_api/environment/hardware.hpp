// MPI_Get_hw_resource_info (MPI-5.0 section 9.1.2): to which pieces of hardware the calling rank is
// restricted.
#pragma once

#include <cstdio>
#include <sched.h>

#include "mpi_api/info/info.hpp"
#include "transports/machine.hpp"

namespace sartor::mpi {

namespace internal {

// A property of a logical CPU in the kernel's sysfs; -1 when there is none.
[[nodiscard]] inline int cpu_number(int cpu, const char* what) noexcept {
    char path[128];
    std::snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/topology/%s", cpu, what);
    std::FILE* file = std::fopen(path, "r");
    if (file == nullptr) return -1;
    int number = -1;
    if (std::fscanf(file, "%d", &number) != 1) number = -1;
    std::fclose(file);
    return number;
}

// Whether all CPUs on which the calling thread may run are one, or are in one core or package. What is not
// known is no restriction. Reads sysfs for each CPU: slow.
struct HostRestrictions {
    bool one_package = true;
    bool one_core = true;
    bool one_cpu = true;

    HostRestrictions() noexcept {
        cpu_set_t allowed;
        if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) CPU_ZERO(&allowed);
        int first = -1;
        for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
            if (!CPU_ISSET(cpu, &allowed)) continue;
            if (first < 0)
                first = cpu;
            else
                compare(first, cpu);
        }
        if (first < 0) one_package = one_core = one_cpu = false;
    }

  private:
    void compare(int one, int other) noexcept {
        const auto same = [&](const char* what) {
            const int number = cpu_number(one, what);
            return number >= 0 && number == cpu_number(other, what);
        };
        one_cpu = false;
        if (one_package) one_package = same("physical_package_id");
        if (one_core) one_core = one_package && same("core_id");
    }
};

} // namespace internal

// On the host by the affinity of the calling thread; on an emulated machine a rank never leaves its PE. The
// program frees the info object. MPI_ERR_NO_MEM.
template <class Program>
int get_hw_resource_info(Call<Program>& call, MPI_Info* handle) noexcept {
    InfoObject* info = internal::new_info(call, handle);
    if (info == nullptr) return call.error();
    bool complete = true;
    const auto add = [&](const char* resource, bool restricted) {
        complete = complete && info->set(resource, restricted ? "true" : "false");
    };
    if constexpr (machine::Emulated<typename Program::machine>) {
        add("sartor://chip", true);
        add("sartor://cluster", true);
    } else {
        const internal::HostRestrictions host;
        add("hwloc://Machine", true);
        add("hwloc://Package", host.one_package);
        add("hwloc://Core", host.one_core);
        add("hwloc://PU", host.one_cpu);
    }
    return complete ? MPI_SUCCESS : call.template fail<MPI_ERR_NO_MEM>("no memory for the result");
}

} // namespace sartor::mpi

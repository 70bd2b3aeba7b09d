#include "transports/fabric/carriers/libfabric/provider.hpp"

#include <csignal>
#include <cstdlib>
#include <cstring>

#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>

#include "runtime/process.hpp"
#include "transports/fabric/loaded_library.hpp"

namespace sartor::channel::fabric {

Libfabric libfabric;

namespace {

constexpr std::uint64_t remote_reads = FI_RMA | FI_READ | FI_REMOTE_READ;
// What a provider may want of registered memory: that readers name addresses, that it exists, keys of the
// provider's own. All hold for messages, which are registered one by one.
constexpr int usable_registration = FI_MR_VIRT_ADDR | FI_MR_ALLOCATED | FI_MR_PROV_KEY;

// Only processes of this computer can reach what is bound to the loopback address.
bool has_addresses_of_hosts(const char* provider) noexcept {
    return std::strcmp(provider, "shm") != 0;
}

fi_info* hints_for(const char* provider, std::uint64_t capabilities) noexcept {
    fi_info* const hints = libfabric.dupinfo(nullptr);
    if (hints == nullptr) end_without("fi_dupinfo", -FI_ENOMEM);
    hints->caps = FI_MSG | capabilities;
    hints->mode = FI_CONTEXT | FI_CONTEXT2;
    hints->ep_attr->type = FI_EP_RDM;
    hints->domain_attr->threading = FI_THREAD_SAFE;
    hints->domain_attr->resource_mgmt = FI_RM_ENABLED;
    hints->domain_attr->av_type = FI_AV_TABLE;
    hints->domain_attr->mr_mode = capabilities == 0 ? 0 : usable_registration;
    hints->tx_attr->msg_order = hints->rx_attr->msg_order = FI_ORDER_SAS;
    hints->fabric_attr->prov_name = strdup(provider);
    return hints;
}

// The error of libfabric, or 0.
int find_with(const char* provider, bool is_local, std::uint64_t capabilities, fi_info*& found) noexcept {
    fi_info* const hints = hints_for(provider, capabilities);
    const bool bound = is_local && has_addresses_of_hosts(provider);
    const int error = libfabric.getinfo(FI_VERSION(1, 14), bound ? "127.0.0.1" : nullptr, nullptr,
                                        bound ? FI_SOURCE : 0, hints, &found);
    libfabric.freeinfo(hints);
    return error;
}

} // namespace

void end_without(const char* what, long error) noexcept {
    process::report("libfabric: %s: %s", what, libfabric.strerror(static_cast<int>(-error)));
    process::end_run(1);
}

void load_libfabric() noexcept {
    const LoadedLibrary loaded(
        "libfabric.so.1",
        "messages between these processes need libfabric: install it (Debian's package libfabric1)");
    loaded.find("fi_getinfo", libfabric.getinfo);
    loaded.find("fi_freeinfo", libfabric.freeinfo);
    loaded.find("fi_dupinfo", libfabric.dupinfo);
    loaded.find("fi_fabric", libfabric.fabric);
    loaded.find("fi_strerror", libfabric.strerror);
}

bool can_read_remotely(const fi_info& provider) noexcept {
    const fi_domain_attr& domain = *provider.domain_attr;
    const bool has_keys =
        (domain.mr_mode & FI_MR_PROV_KEY) != 0 || domain.mr_key_size >= sizeof(std::uint64_t);
    return (provider.caps & remote_reads) == remote_reads && has_keys;
}

fi_info* find_provider(const char* name, bool is_local) noexcept {
    const char* const reads = std::getenv("SARTOR_REMOTE_READ");
    const bool may_read = reads == nullptr || std::strcmp(reads, "0") != 0;
    fi_info* found = nullptr;
    if (may_read && find_with(name, is_local, remote_reads, found) == 0) return found;
    const int error = find_with(name, is_local, 0, found);
    if (error == 0) return found;
    process::report("libfabric has no provider %s with reliable datagrams that can be used here (%s); "
                    "fi_info -t FI_EP_RDM lists its providers",
                    name, libfabric.strerror(-error));
    process::end_run(1);
}

namespace {

constexpr const char* size_of_buffers = "FI_SOCKETS_MAX_BUF_SZ";
constexpr const char* large = "212992"; // what Linux gives without privileges

} // namespace

LargeSocketBuffers::LargeSocketBuffers(const char* provider) noexcept
    : are_set_(std::strcmp(provider, "sockets") == 0 && std::getenv(size_of_buffers) == nullptr) {
    if (are_set_) setenv(size_of_buffers, large, 0);
}
LargeSocketBuffers::~LargeSocketBuffers() {
    if (are_set_) unsetenv(size_of_buffers); // the program's environment is as it was
}

void drop_handlers_of_provider() noexcept {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
        struct sigaction now_there {};
        sigaction(signal, nullptr, &now_there);
        const bool is_handled = (now_there.sa_flags & SA_SIGINFO) != 0 ||
                                (now_there.sa_handler != SIG_DFL && now_there.sa_handler != SIG_IGN);
        if (is_handled) std::signal(signal, SIG_DFL);
    }
}

} // namespace sartor::channel::fabric

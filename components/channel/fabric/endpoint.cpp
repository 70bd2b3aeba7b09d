#include "components/channel/fabric/endpoint.hpp"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <poll.h>

#include <rdma/fi_errno.h>

#include "components/channel/fabric/loaded_library.hpp"
#include "components/process/process.hpp"

namespace sartor::channel::fabric {

namespace {

constexpr int receives = 128; // posted, each with room for the longest packet
constexpr std::size_t most_injected = 4096;

// The functions of the library itself; the others are reached through its objects.
struct Library {
    decltype(&fi_getinfo) getinfo;
    decltype(&fi_freeinfo) freeinfo;
    decltype(&fi_dupinfo) dupinfo;
    decltype(&fi_fabric) fabric;
    decltype(&fi_strerror) strerror;
};
Library library;

// Only when packets go over it: its providers take a tenth of a second to set up.
void load() noexcept {
    const LoadedLibrary loaded(
        "libfabric.so.1", "messages between these processes need libfabric (Debian's package libfabric1)");
    loaded.find("fi_getinfo", library.getinfo);
    loaded.find("fi_freeinfo", library.freeinfo);
    loaded.find("fi_dupinfo", library.dupinfo);
    loaded.find("fi_fabric", library.fabric);
    loaded.find("fi_strerror", library.strerror);
}

[[noreturn]] void end_without(const char* what, long error) noexcept {
    process::report("libfabric: %s: %s", what, library.strerror(static_cast<int>(-error)));
    process::end_run(1);
}
void check(const char* what, long error) noexcept {
    if (error != 0) end_without(what, error);
}
[[noreturn]] void end_without_memory() noexcept {
    process::report("no memory for messages between processes");
    process::end_run(1);
}

// Only processes of this computer can reach what is bound to the loopback address.
bool has_addresses_of_hosts(const char* provider) noexcept {
    return std::strcmp(provider, "shm") != 0;
}

fi_info* find(const char* provider, bool is_local) noexcept {
    fi_info* hints = library.dupinfo(nullptr);
    if (hints == nullptr) end_without_memory();
    hints->caps = FI_MSG;
    hints->mode = FI_CONTEXT | FI_CONTEXT2;
    hints->ep_attr->type = FI_EP_RDM;
    hints->domain_attr->threading = FI_THREAD_SAFE;
    hints->domain_attr->resource_mgmt = FI_RM_ENABLED;
    hints->domain_attr->av_type = FI_AV_TABLE;
    hints->tx_attr->msg_order = hints->rx_attr->msg_order = FI_ORDER_SAS;
    hints->fabric_attr->prov_name = strdup(provider);
    fi_info* found = nullptr;
    const bool bound = is_local && has_addresses_of_hosts(provider);
    const int error = library.getinfo(FI_VERSION(1, 14), bound ? "127.0.0.1" : nullptr, nullptr,
                                      bound ? FI_SOURCE : 0, hints, &found);
    library.freeinfo(hints);
    if (error != 0) {
        process::report(
            "libfabric has no provider %s with reliable datagrams that can be used here (%s); fi_info -t "
            "FI_EP_RDM lists those it has",
            provider, library.strerror(-error));
        process::end_run(1);
    }
    return found;
}

// Libraries of providers install handlers of signals that end the program (psm, psm2, shm): they call exit(),
// which is a rank's own, and would keep ours from saying where the run stood.
void drop_handlers() noexcept {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
        struct sigaction now_there {};
        sigaction(signal, nullptr, &now_there);
        const bool is_handled = (now_there.sa_flags & SA_SIGINFO) != 0 ||
                                (now_there.sa_handler != SIG_DFL && now_there.sa_handler != SIG_IGN);
        if (is_handled) std::signal(signal, SIG_DFL);
    }
}

} // namespace

// The memory of an operation under way; the bytes follow.
struct Endpoint::Packet {
    fi_context2 context; // the provider's; first, so that its address is that of the packet
    Packet* next;
    bool is_receive;
    int process;
    std::size_t bytes;

    [[nodiscard]] char* data() noexcept { return reinterpret_cast<char*>(this + 1); }
};

void Endpoint::open(const char* provider, bool is_local, std::size_t longest_packet,
                    Deliver deliver) noexcept {
    longest_packet_ = longest_packet;
    deliver_ = deliver;
    load();
    info_ = find(provider, is_local);
    longest_inject_ = std::min(info_->tx_attr->inject_size, most_injected);
    open_objects();
    post_receives();
    drop_handlers();
}

void Endpoint::open_objects() noexcept {
    check("fi_fabric", library.fabric(info_->fabric_attr, &fabric_, nullptr));
    check("fi_domain", fi_domain(fabric_, info_, &domain_, nullptr));
    fi_av_attr av{};
    av.type = FI_AV_TABLE;
    check("fi_av_open", fi_av_open(domain_, &av, &addresses_, nullptr));
    fi_cq_attr cq{};
    cq.format = FI_CQ_FORMAT_MSG;
    cq.wait_obj = FI_WAIT_FD;
    if (fi_cq_open(domain_, &cq, &completions_, nullptr) != 0) {
        cq.wait_obj = FI_WAIT_NONE;
        check("fi_cq_open", fi_cq_open(domain_, &cq, &completions_, nullptr));
    } else if (fi_control(&completions_->fid, FI_GETWAIT, &descriptor_) != 0) {
        descriptor_ = -1;
    }
    check("fi_endpoint", fi_endpoint(domain_, info_, &endpoint_, nullptr));
    check("fi_ep_bind", fi_ep_bind(endpoint_, &addresses_->fid, 0));
    check("fi_ep_bind", fi_ep_bind(endpoint_, &completions_->fid, FI_TRANSMIT | FI_RECV));
    check("fi_enable", fi_enable(endpoint_));
}

std::size_t Endpoint::address(void* memory, std::size_t room) noexcept {
    std::size_t bytes = room;
    check("fi_getname", fi_getname(&endpoint_->fid, memory, &bytes));
    return bytes;
}

void Endpoint::know(AddressOf address_of, int count) noexcept {
    address_of_ = address_of;
    known_ = static_cast<fi_addr_t*>(std::malloc(static_cast<std::size_t>(count) * sizeof(fi_addr_t)));
    if (known_ == nullptr) end_without_memory();
    std::fill_n(known_, count, fi_addr_t{FI_ADDR_NOTAVAIL});
}

// With the mutex of sends.
void Endpoint::get_to_know(int process) noexcept {
    if (known_[process] != FI_ADDR_NOTAVAIL) return;
    const int inserted = fi_av_insert(addresses_, address_of_(process), 1, &known_[process], 0, nullptr);
    if (inserted != 1) end_without("fi_av_insert", inserted < 0 ? inserted : -FI_EINVAL);
}

void Endpoint::post_receives() noexcept {
    for (int index = 0; index < receives; ++index) {
        auto* packet = static_cast<Packet*>(std::calloc(1, sizeof(Packet) + longest_packet_));
        if (packet == nullptr) end_without_memory();
        packet->is_receive = true;
        post_receive(*packet);
    }
}

void Endpoint::post_receive(Packet& packet) noexcept {
    const ssize_t error =
        fi_recv(endpoint_, packet.data(), longest_packet_, nullptr, FI_ADDR_UNSPEC, &packet.context);
    if (error == 0) return;
    if (error != -FI_EAGAIN) end_without("fi_recv", error);
    packet.next = unposted_;
    unposted_ = &packet;
}

Endpoint::Packet* Endpoint::take_packet() noexcept {
    Packet* packet = free_;
    if (packet != nullptr) {
        free_ = packet->next;
        return packet;
    }
    packet = static_cast<Packet*>(std::calloc(1, sizeof(Packet) + longest_packet_));
    if (packet == nullptr) end_without_memory();
    return packet;
}

// False: the provider has no room now.
bool Endpoint::post(Packet& packet) noexcept {
    const ssize_t error =
        fi_send(endpoint_, packet.data(), packet.bytes, nullptr, known_[packet.process], &packet.context);
    if (error == -FI_EAGAIN) return false;
    if (error == 0) return true;
    packet.next = free_; // that process has gone: the launcher will say so
    free_ = &packet;
    return true;
}

void Endpoint::keep(int process, const Part* parts, int count, std::size_t bytes) noexcept {
    Packet& packet = *take_packet();
    packet.process = process;
    packet.bytes = bytes;
    char* next = packet.data();
    for (int index = 0; index < count; ++index) {
        if (parts[index].bytes > 0) std::memcpy(next, parts[index].data, parts[index].bytes);
        next += parts[index].bytes;
    }
    if (first_kept_ == nullptr && post(packet)) return;
    packet.next = nullptr;
    (first_kept_ == nullptr ? first_kept_ : last_kept_->next) = &packet;
    last_kept_ = &packet;
    kept_.fetch_add(1, std::memory_order_relaxed);
}

void Endpoint::send(int process, const Part* parts, int count) noexcept {
    std::size_t bytes = 0;
    for (int index = 0; index < count; ++index) bytes += parts[index].bytes;
    pthread_mutex_lock(&sending_);
    get_to_know(process);
    bool sent = false;
    if (first_kept_ == nullptr && bytes <= longest_inject_) {
        char packet[most_injected];
        char* next = packet;
        for (int index = 0; index < count; ++index) {
            if (parts[index].bytes > 0) std::memcpy(next, parts[index].data, parts[index].bytes);
            next += parts[index].bytes;
        }
        const ssize_t error = fi_inject(endpoint_, packet, bytes, known_[process]);
        sent = error != -FI_EAGAIN; // other errors: that process has gone
    }
    if (!sent) keep(process, parts, count, bytes);
    pthread_mutex_unlock(&sending_);
}

void Endpoint::send_kept() noexcept {
    pthread_mutex_lock(&sending_);
    while (first_kept_ != nullptr) {
        Packet& packet = *first_kept_;
        Packet* const rest = packet.next;
        if (!post(packet)) break;
        first_kept_ = rest;
        kept_.fetch_sub(1, std::memory_order_relaxed);
    }
    pthread_mutex_unlock(&sending_);
}

void Endpoint::complete(const fi_cq_msg_entry& entry) noexcept {
    Packet& packet = *static_cast<Packet*>(entry.op_context);
    if (packet.is_receive) {
        deliver_(packet.data(), entry.len);
        return post_receive(packet);
    }
    pthread_mutex_lock(&sending_);
    packet.next = free_;
    free_ = &packet;
    pthread_mutex_unlock(&sending_);
}

// A process that has gone makes operations fail; the launcher says who. Others would lose messages.
void Endpoint::take_error() noexcept {
    fi_cq_err_entry error{};
    if (fi_cq_readerr(completions_, &error, 0) < 0) return;
    auto* packet = static_cast<Packet*>(error.op_context);
    if (packet == nullptr) return;
    if (packet->is_receive && error.err == FI_ETRUNC) {
        process::report("a message of %zu bytes from another process is longer than any of this run",
                        error.len);
        process::end_run(1);
    }
    if (packet->is_receive) return error.err == FI_ECANCELED ? void() : post_receive(*packet);
    pthread_mutex_lock(&sending_);
    packet->next = free_;
    free_ = packet;
    pthread_mutex_unlock(&sending_);
}

bool Endpoint::poll(bool waits_for_turn) noexcept {
    if (waits_for_turn)
        pthread_mutex_lock(&receiving_);
    else if (pthread_mutex_trylock(&receiving_) != 0)
        return false;
    constexpr int most_at_once = 16;
    fi_cq_msg_entry entries[most_at_once];
    const ssize_t count = fi_cq_read(completions_, entries, most_at_once);
    for (ssize_t index = 0; index < count; ++index) complete(entries[index]);
    if (count == -FI_EAVAIL) take_error();
    while (unposted_ != nullptr && count > 0) {
        Packet& packet = *unposted_;
        unposted_ = packet.next;
        post_receive(packet);
        if (unposted_ == &packet) break;
    }
    pthread_mutex_unlock(&receiving_);
    if (kept_.load(std::memory_order_relaxed) > 0) send_kept();
    return count > 0;
}

void Endpoint::wait(const int* others, int count, int milliseconds) noexcept {
    constexpr int most = 4;
    pollfd descriptors[most];
    int used = 0;
    for (; used < count; ++used) descriptors[used] = {others[used], POLLIN, 0};
    if (descriptor_ >= 0) {
        fid* const objects[] = {&completions_->fid};
        pthread_mutex_lock(&receiving_);
        const int may_wait = fi_trywait(fabric_, const_cast<fid**>(objects), 1);
        pthread_mutex_unlock(&receiving_);
        if (may_wait != FI_SUCCESS) return;
        descriptors[used++] = {descriptor_, POLLIN, 0};
    } else if (milliseconds > 1) {
        milliseconds = 1;
    }
    if (kept_.load(std::memory_order_relaxed) > 0 && milliseconds > 1) milliseconds = 1;
    ::poll(descriptors, static_cast<nfds_t>(used), milliseconds);
}

void Endpoint::close() noexcept {
    if (endpoint_ != nullptr) fi_close(&endpoint_->fid);
    if (completions_ != nullptr) fi_close(&completions_->fid);
    if (addresses_ != nullptr) fi_close(&addresses_->fid);
    if (domain_ != nullptr) fi_close(&domain_->fid);
    if (fabric_ != nullptr) fi_close(&fabric_->fid);
    if (info_ != nullptr) library.freeinfo(info_);
    endpoint_ = nullptr;
}

} // namespace sartor::channel::fabric

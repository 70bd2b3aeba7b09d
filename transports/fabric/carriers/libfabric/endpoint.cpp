#include "transports/fabric/carriers/libfabric/endpoint.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <poll.h>

#include <rdma/fi_errno.h>

#include "runtime/process.hpp"
#include "transports/fabric/carriers/libfabric/packet.hpp"
#include "transports/fabric/carriers/libfabric/provider.hpp"
#include "transports/fabric/carriers/libfabric/provider_file.hpp"
#include "transports/fabric/wire_up.hpp"

namespace sartor::channel::fabric {

namespace {

constexpr int receives = 128; // posted, each with room for the longest packet
constexpr std::size_t most_injected = 4096;

void write(char* packet, const PacketHead& head, const Part* parts, int count) noexcept {
    std::memcpy(packet, &head, sizeof head);
    packet += sizeof head;
    for (int index = 0; index < count; ++index) {
        if (parts[index].bytes > 0) std::memcpy(packet, parts[index].data, parts[index].bytes);
        packet += parts[index].bytes;
    }
}

} // namespace

void Endpoint::open(const Settings& settings) noexcept {
    longest_packet_ = sizeof(PacketHead) + settings.longest_packet;
    key_ = settings.key;
    deliver_ = settings.deliver;
    end_read_ = settings.end_read;
    const LargeSocketBuffers buffers(settings.provider);
    load_libfabric();
    info_ = find_provider(settings.provider, settings.is_local);
    longest_inject_ = std::min(info_->tx_attr->inject_size, most_injected);
    open_objects();
    allow_reads();
    post_receives();
    drop_handlers_of_provider();
}

void Endpoint::open_objects() noexcept {
    check("fi_fabric", libfabric.fabric(info_->fabric_attr, &fabric_, nullptr));
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

void Endpoint::know(AddressOf address_of, int own, int count) noexcept {
    address_of_ = address_of;
    count_ = count;
    if (!order_.open(key_, own, count)) process::end_without_memory("messages between processes");
    known_ = static_cast<fi_addr_t*>(std::malloc(static_cast<std::size_t>(count) * sizeof(fi_addr_t)));
    if (known_ == nullptr) process::end_without_memory("messages between processes");
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
        if (packet == nullptr) process::end_without_memory("messages between processes");
        packet->kind = Packet::Kind::receive;
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
    if (packet == nullptr) process::end_without_memory("messages between processes");
    return packet;
}

// With the mutex of sends, as the following.
void Endpoint::free_packet(Packet& packet) noexcept {
    packet.next = free_;
    free_ = &packet;
}

// 0, or an error of libfabric. -FI_EAGAIN: the provider has no room now; other errors: that process has gone,
// and the launcher will say so.
ssize_t Endpoint::begin(Packet& packet) noexcept {
    if (packet.kind == Packet::Kind::read) return begin_read(packet);
    return fi_send(endpoint_, packet.data(), packet.bytes, nullptr, known_[packet.process], &packet.context);
}

// The same, and what there is no room for is kept: 0.
ssize_t Endpoint::begin_in_turn(Packet& packet) noexcept {
    if (first_kept_ == nullptr) {
        const ssize_t error = begin(packet);
        if (error != -FI_EAGAIN) return error;
    }
    packet.next = nullptr;
    (first_kept_ == nullptr ? first_kept_ : last_kept_->next) = &packet;
    last_kept_ = &packet;
    kept_.fetch_add(1, std::memory_order_relaxed);
    return 0;
}

void Endpoint::keep(int process, const PacketHead& head, const Part* parts, int count,
                    std::size_t bytes) noexcept {
    Packet& packet = *take_packet();
    packet.kind = Packet::Kind::send;
    packet.process = process;
    packet.bytes = bytes;
    write(packet.data(), head, parts, count);
    if (begin_in_turn(packet) != 0) free_packet(packet);
}

void Endpoint::send(int process, const Part* parts, int count) noexcept {
    std::size_t bytes = sizeof(PacketHead);
    for (int index = 0; index < count; ++index) bytes += parts[index].bytes;
    pthread_mutex_lock(&sending_);
    get_to_know(process);
    const PacketHead head = order_.next_head(process);
    bool sent = false;
    if (first_kept_ == nullptr && bytes <= longest_inject_) {
        char packet[most_injected];
        write(packet, head, parts, count);
        const ssize_t error = fi_inject(endpoint_, packet, bytes, known_[process]);
        sent = error != -FI_EAGAIN; // other errors: that process has gone
    }
    if (!sent) keep(process, head, parts, count, bytes);
    pthread_mutex_unlock(&sending_);
}

void Endpoint::send_kept() noexcept {
    Packet* failed = nullptr; // reads
    pthread_mutex_lock(&sending_);
    while (first_kept_ != nullptr) {
        Packet& packet = *first_kept_;
        Packet* const rest = packet.next;
        const ssize_t error = begin(packet);
        if (error == -FI_EAGAIN) break;
        first_kept_ = rest;
        kept_.fetch_sub(1, std::memory_order_relaxed);
        if (error == 0) continue;
        if (packet.kind == Packet::Kind::send) {
            free_packet(packet);
        } else {
            packet.next = failed;
            failed = &packet;
        }
    }
    pthread_mutex_unlock(&sending_);
    while (failed != nullptr) {
        Packet& packet = *failed;
        failed = packet.next;
        end_read(packet, false);
    }
}

void Endpoint::take(Packet& received) noexcept {
    const auto drop = [this](Packet& packet) { post_receive(packet); };
    const auto deliver = [&](Packet& packet) {
        deliver_(packet.data() + sizeof(PacketHead), packet.bytes - sizeof(PacketHead));
        post_receive(packet);
    };
    order_.take(received, deliver, drop);
}

void Endpoint::complete(const fi_cq_msg_entry& entry) noexcept {
    Packet& packet = *static_cast<Packet*>(entry.op_context);
    if (packet.kind == Packet::Kind::receive) {
        packet.bytes = entry.len;
        return take(packet);
    }
    if (packet.kind == Packet::Kind::read) return go_on_reading(packet);
    pthread_mutex_lock(&sending_);
    free_packet(packet);
    pthread_mutex_unlock(&sending_);
}

// A process that has gone makes operations fail; the launcher says who. Others would lose messages.
void Endpoint::take_error() noexcept {
    fi_cq_err_entry error{};
    if (fi_cq_readerr(completions_, &error, 0) < 0) return;
    auto* packet = static_cast<Packet*>(error.op_context);
    if (packet == nullptr) return;
    if (packet->kind == Packet::Kind::read) return end_read(*packet, false);
    const bool is_receive = packet->kind == Packet::Kind::receive;
    if (is_receive && error.err == FI_ETRUNC) {
        process::report("a message of %zu bytes from another process is longer than any of this run",
                        error.len);
        process::end_run(1);
    }
    if (is_receive) return error.err == FI_ECANCELED ? void() : post_receive(*packet);
    pthread_mutex_lock(&sending_);
    free_packet(*packet);
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

// Those of the others, too: a launcher may kill them now, before they can.
void Endpoint::abandon() noexcept {
    char own[WireUp::longest_card] = "";
    std::size_t bytes = sizeof own;
    if (endpoint_ == nullptr || fi_getname(&endpoint_->fid, own, &bytes) != 0) return;
    if (!remove_file_of({own, bytes})) return;
    for (int process = 0; process < count_; ++process)
        remove_file_of({static_cast<const char*>(address_of_(process)), WireUp::longest_card});
}

void Endpoint::close() noexcept {
    if (endpoint_ != nullptr) fi_close(&endpoint_->fid);
    if (completions_ != nullptr) fi_close(&completions_->fid);
    if (addresses_ != nullptr) fi_close(&addresses_->fid);
    if (domain_ != nullptr) fi_close(&domain_->fid);
    if (fabric_ != nullptr) fi_close(&fabric_->fid);
    if (info_ != nullptr) libfabric.freeinfo(info_);
    order_.close();
    endpoint_ = nullptr;
}

} // namespace sartor::channel::fabric

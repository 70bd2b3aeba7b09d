// Reads of other processes' memory, and own memory that they may read (fi_rma(3), fi_mr(3)).
#include <algorithm>
#include <cstring>

#include <rdma/fi_rma.h>

#include "transports/fabric/carriers/libfabric/packet.hpp"
#include "transports/fabric/carriers/libfabric/provider.hpp"

namespace sartor::channel::fabric {

namespace {

constexpr std::size_t least_read = std::size_t{16} << 10; // less is sent as quickly

// What is longer is read in parts, one after the other (docs/tried.md): over TCP one read of all takes
// longer; over UDP what exceeds its window is sent again and again.
std::size_t longest_by(const char* provider) noexcept {
    constexpr std::size_t by_datagrams = std::size_t{128} << 10;
    constexpr std::size_t usual = std::size_t{4} << 20;
    return std::strstr(provider, "udp") != nullptr ? by_datagrams : usual;
}

// Which numbers follow each other knows who knows the run's key (SplitMix64: Steele, Lea, Flood, "Fast
// splittable pseudorandom number generators", OOPSLA 2014, figure 16).
std::uint64_t mix(std::uint64_t number) noexcept {
    number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9;
    number = (number ^ (number >> 27)) * 0x94d049bb133111eb;
    return number ^ (number >> 31);
}

} // namespace

void Endpoint::allow_reads() noexcept {
    if (!can_read_remotely(*info_)) return;
    longest_read_ = std::min(info_->ep_attr->max_msg_size, longest_by(info_->fabric_attr->prov_name));
    next_key_.store(mix(key_));
}

bool Endpoint::reads(std::size_t bytes) const noexcept {
    return longest_read_ != 0 && bytes >= least_read;
}

split::Region Endpoint::register_memory(const void* data, std::size_t bytes) noexcept {
    if (!reads(bytes)) return {};
    constexpr std::uint64_t golden_ratio = 0x9e3779b97f4a7c15;
    const std::uint64_t key = mix(next_key_.fetch_add(golden_ratio, std::memory_order_relaxed));
    fid_mr* registration = nullptr;
    if (fi_mr_reg(domain_, data, bytes, FI_REMOTE_READ, 0, key, 0, &registration, nullptr) != 0) return {};
    const bool by_address = (info_->domain_attr->mr_mode & FI_MR_VIRT_ADDR) != 0;
    return {registration, by_address ? reinterpret_cast<std::uint64_t>(data) : 0, fi_mr_key(registration)};
}

void Endpoint::deregister(void* registration) noexcept {
    fi_close(&static_cast<fid_mr*>(registration)->fid);
}

bool Endpoint::read(int process, const split::Region& region, void* memory, std::size_t bytes,
                    const void* note, std::size_t note_bytes) noexcept {
    if (longest_read_ == 0) return false;
    pthread_mutex_lock(&sending_);
    get_to_know(process);
    Packet& packet = *take_packet();
    packet.kind = Packet::Kind::read;
    packet.process = process;
    packet.region = region;
    packet.memory = static_cast<char*>(memory);
    packet.left = bytes;
    packet.bytes = note_bytes;
    std::memcpy(packet.data(), note, note_bytes);
    const bool begun = begin_in_turn(packet) == 0;
    if (!begun) free_packet(packet);
    pthread_mutex_unlock(&sending_);
    return begun;
}

ssize_t Endpoint::begin_read(Packet& packet) noexcept {
    return fi_read(endpoint_, packet.memory, std::min(packet.left, longest_read_), nullptr,
                   known_[packet.process], packet.region.address, packet.region.key, &packet.context);
}

// Without the mutex of sends: who is told may send.
void Endpoint::end_read(Packet& packet, bool has_data) noexcept {
    end_read_(packet.data(), packet.bytes, has_data);
    pthread_mutex_lock(&sending_);
    free_packet(packet);
    pthread_mutex_unlock(&sending_);
}

void Endpoint::go_on_reading(Packet& packet) noexcept {
    const std::size_t done = std::min(packet.left, longest_read_);
    packet.left -= done;
    packet.memory += done;
    packet.region.address += done;
    if (packet.left == 0) return end_read(packet, true);
    pthread_mutex_lock(&sending_);
    const bool goes_on = begin_in_turn(packet) == 0;
    pthread_mutex_unlock(&sending_);
    if (!goes_on) end_read(packet, false);
}

} // namespace sartor::channel::fabric

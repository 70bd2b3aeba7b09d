// Two networks that are a torus or mesh: one for data and control messages, one for words. Interfaces with
// DMA engines send data in bursts of packets.
#pragma once

#include "emulation/chip/chip.hpp"
#include "emulation/chip/network.hpp"

namespace sartor::machine::manycore {

class Grid final : public Interconnect {
  public:
    explicit Grid(Chip& chip) noexcept;

    void send(int from, int to, std::int64_t bytes, Cycles now, Action arrived,
              void* object) noexcept override;
    void signal(int from, int to, Cycles now, Action arrived, void* object) noexcept override;
    void start(Transfer& transfer, Cycles now) noexcept override;
    [[nodiscard]] bool serves_reads() const noexcept override { return false; }

    // Of the network for data.
    [[nodiscard]] int link_count() const noexcept override { return data_.link_count(); }
    [[nodiscard]] LinkUse use_of(int link) const noexcept override { return data_.use_of(link); }
    [[nodiscard]] Cycles busy(int link) const noexcept override { return data_.busy(link); }
    [[nodiscard]] bool enters(int link) const noexcept override { return data_.enters(link); }
    [[nodiscard]] int interface_number(int link) const noexcept override {
        return data_.interface_number(link);
    }
    void name_link(int link, char* text, std::size_t bytes) const noexcept override;
    [[nodiscard]] std::int64_t flit_hops() const noexcept override {
        return data_.flit_hops() + words_.flit_hops();
    }
    void release() noexcept override;

    [[nodiscard]] Network& data() noexcept { return data_; }

  private:
    // The one of a transfer.
    [[nodiscard]] static Grid& of(const Transfer& transfer) noexcept {
        return *static_cast<Grid*>(transfer.network);
    }
    // Bytes of a full packet.
    [[nodiscard]] std::int64_t payload() const noexcept {
        return description_.packet_payload * description_.flit_bytes;
    }
    static void go_on(void* object, Cycles now) noexcept;
    static void cut(Train& train, int first_left, Cycles now) noexcept;
    static void arrive(void* object, Cycles now) noexcept;
    void go_on_at(Transfer& transfer, Cycles time) noexcept;
    void begin_burst(Transfer& transfer, Cycles now) noexcept;
    void inject(Transfer& transfer, Cycles now) noexcept;
    [[nodiscard]] bool send_train(Transfer& transfer, Cycles ready, Cycles now) noexcept;
    void send_packet(Transfer& transfer, Cycles now) noexcept;
    void note_sent(Transfer& transfer, int packets, Cycles left) noexcept;
    void end_injection(Transfer& transfer, Cycles now) noexcept;
    [[nodiscard]] Memory* sink_of(const Transfer& transfer) noexcept;
    void record_transfer(const Transfer& transfer, Cycles arrived) const noexcept;
    [[nodiscard]] Cycles reading(const Transfer& transfer, std::int64_t bytes) const noexcept;

    Chip& chip_;
    const Description& description_;
    Network data_;
    Network words_;
};

} // namespace sartor::machine::manycore

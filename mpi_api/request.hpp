// What an MPI_Request stands for: a send or a receive under way.
#pragma once

#include <cstdint>
#include <new>

#include "mpi.h"
#include "framework/handle_pool.hpp"

namespace sartor::mpi {

template <class Types> struct Request {
    using Sending = typename Types::Sending;
    using Receiving = typename Types::Receiving;

    enum class Kind : std::uint8_t { null_send, null_receive, send, receive }; // null: with MPI_PROC_NULL

    Kind kind = Kind::null_send;
    union {
        Sending sending;
        Receiving receiving;
    };

    Request() noexcept {}
    ~Request() = default;

    Sending& be_send() noexcept {
        kind = Kind::send;
        return *new (&sending) Sending;
    }
    Receiving& be_receive() noexcept {
        kind = Kind::receive;
        return *new (&receiving) Receiving;
    }

    void be_null_receive() noexcept { kind = Kind::null_receive; }

    [[nodiscard]] bool is_complete() const noexcept {
        switch (kind) {
        case Kind::send: return sending.is_complete();
        case Kind::receive: return receiving.is_complete();
        default: return true;
        }
    }
};

// Programs without immediate operations have no requests.
struct NoRequests {};

} // namespace sartor::mpi

// Where a space can read memory that another one has registered (RMA of libfabric), the receiver of a long
// message reads its data out of the sender's memory, while the processors of neither are needed: an optional
// capability of a transport between spaces.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

namespace sartor::channel::split {

struct Control;

// Memory that other spaces may read until it is deregistered.
struct Region {
    void* registration = nullptr; // the transport's; null: nobody can read it
    // What a reader names:
    std::uint64_t address = 0;
    std::uint64_t key = 0;
};

// T::register_memory() may refuse: too little for a read, no more registrations. T::read_remotely() begins to
// read from a region of rank `read.source`, for the rank that calls; when the read is over, `read` comes to
// this rank as a control message, with the bytes that are here: all, or 0 when it has failed. False: no read
// has begun.
template <class T>
concept ReadsRemotely = requires(const void* data, void* memory, std::size_t bytes, void* registration,
                                 const Region& region, const Control& read) {
    { T::register_memory(data, bytes) } -> std::same_as<Region>;
    T::deregister(registration);
    { T::read_remotely(read, region, memory) } -> std::same_as<bool>;
};

// The same by the messages of a service, as active messages have them: `done` or `failed` comes to rank
// `reader`, which calls this. T::reads_remotely(): so many bytes, where their owner can register them.
template <class T, class Service>
concept ReadsRemotelyFor = requires(int rank, const Region& region, const void* data, void* memory,
                                    std::size_t bytes, void* registration, int reader,
                                    const typename Service::Header& done,
                                    const typename Service::Header& failed) {
    { T::reads_remotely(bytes) } -> std::same_as<bool>;
    { T::register_memory(data, bytes) } -> std::same_as<Region>;
    T::deregister(registration);
    {
        T::template read_remotely<Service>(rank, region, memory, bytes, reader, done, failed)
        } -> std::same_as<bool>;
};

} // namespace sartor::channel::split

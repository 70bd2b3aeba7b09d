// Address spaces of which each can read memory that another one has registered; some registrations and some
// reads fail.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <mutex>
#include <string_view>

#include "transports/split/machine.hpp"
#include "transports/split/transport.hpp"

namespace sartor::test {

// The registered memory of all spaces, and what was done with it.
class RegisteredMemory {
  public:
    struct Counts {
        int registered = 0; // and not deregistered
        int read = 0;
        int failed = 0;  // half-way
        int refused = 0; // registrations and reads
    };

    std::uint64_t add(const void* data, std::size_t bytes) {
        const std::lock_guard lock(mutex_);
        if (is_turn(7)) return ++counts_.refused, 0;
        ++counts_.registered;
        regions_[++last_key_] = {static_cast<const char*>(data), bytes};
        return last_key_;
    }
    void remove(std::uint64_t key) {
        const std::lock_guard lock(mutex_);
        counts_.registered -= static_cast<int>(regions_.erase(key));
    }

    enum class End { done, failed, refused };
    End read(std::uint64_t key, void* memory, std::size_t bytes) {
        const std::lock_guard lock(mutex_);
        const auto region = regions_.find(key);
        if (region == regions_.end() || bytes > region->second.bytes || is_turn(5))
            return ++counts_.refused, End::refused;
        const bool fails = is_turn(3);
        ++(fails ? counts_.failed : counts_.read);
        std::memcpy(memory, region->second.data, fails ? bytes / 2 : bytes);
        return fails ? End::failed : End::done;
    }

    [[nodiscard]] Counts counts() {
        const std::lock_guard lock(mutex_);
        return counts_;
    }

  private:
    struct Stretch {
        const char* data;
        std::size_t bytes;
    };
    bool is_turn(unsigned period) { return ++turn_ % period == 0; }

    std::mutex mutex_;
    std::map<std::uint64_t, Stretch> regions_;
    std::uint64_t last_key_ = 0;
    unsigned turn_ = 0;
    Counts counts_;
};
inline RegisteredMemory registered_memory;

struct ReadingSpaces : channel::split::BytesAlone {
    template <class Base>
    class Over : public BytesAlone::Over<Base> {
      public:
        using BytesAlone::Over<Base>::Over;

        static bool reads_remotely(std::size_t) { return true; }
        // An object of the sender's, as libfabric has them, whose number is its key.
        static channel::split::Region register_memory(const void* data, std::size_t bytes) {
            const std::uint64_t key = registered_memory.add(data, bytes);
            return {key == 0 ? nullptr : new std::uint64_t(key), 0, key};
        }
        static void deregister(void* registration) {
            const auto* const key = static_cast<const std::uint64_t*>(registration);
            registered_memory.remove(*key);
            delete key;
        }
        template <class Service>
        static bool read_remotely(int, const channel::split::Region& region, void* memory, std::size_t bytes,
                                  int reader, const typename Service::Header& done,
                                  const typename Service::Header& failed) {
            const auto end = registered_memory.read(region.key, memory, bytes);
            if (end == RegisteredMemory::End::refused) return false;
            Base::template send<Service>(process::rank(reader),
                                         end == RegisteredMemory::End::done ? done : failed);
            return true;
        }
    };
};

struct ReadingMachine : machine::Split {
    static constexpr std::string_view name = "reading";
    template <class Messages, class... Active>
    using transport = channel::split::TransportBetween<ReadingSpaces, Messages, Active...>;
};

} // namespace sartor::test

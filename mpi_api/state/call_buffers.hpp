// The buffers of the call that a rank is in, for reports of crashes inside of it (part of the error aspect:
// sartor cc --checked).
#pragma once

#include <cstddef>
#include <cstdio>
#include <string_view>

#include "components/datatype/predefined.hpp"
#include "framework/slot.hpp"
#include "mpi.h"
#include "mpi_api/names/predefined_datatypes.hpp"
#include "runtime/rank/rank.hpp"

namespace sartor::mpi {

struct NoCallBuffers {
    static constexpr std::string_view name = absent;
    static void note(const void*, const char*, const void*, MPI_Count, MPI_Datatype) noexcept {}
};

// At most the first two buffers of a call are kept.
class CallBuffers {
  public:
    static constexpr std::string_view name = "buffers of the call";

    // With the first buffer of another call the earlier ones are dropped: at another call site, or at the
    // same one, where the first parameter comes again. Parameters are constants: what is asked of their names
    // is known to the compiler.
    [[gnu::always_inline]] void note(const void* site, const char* parameter, const void* data,
                                     MPI_Count count, MPI_Datatype type) noexcept {
        if (parameter == std::string_view(only_parameter)) {
            only_ = {data, count, type};
            only_site_ = site; // nothing is read, which would wait for what the last call has stored
            return;
        }
        only_site_ = nullptr;
        if (call_site_ != site || parameter == names_[0]) count_ = 0;
        call_site_ = site;
        if (count_ == most) return;
        names_[count_] = parameter;
        buffers_[count_++] = {data, count, type};
    }

    // "buf = 0x7f52a0001000, 20 of MPI_DOUBLE"; empty when the call has none.
    [[gnu::cold]] void describe(const process::Rank& rank, char* text, std::size_t bytes) const noexcept {
        text[0] = '\0';
        if (rank.call_site == nullptr) return;
        if (only_site_ == rank.call_site) {
            describe(only_parameter, only_, text, bytes);
        } else if (call_site_ == rank.call_site) {
            std::size_t used = 0;
            for (int index = 0; index < count_ && used < bytes; ++index) {
                if (index > 0)
                    used += static_cast<std::size_t>(std::snprintf(text + used, bytes - used, "; "));
                if (used < bytes) used += describe(names_[index], buffers_[index], text + used, bytes - used);
            }
        }
    }

  private:
    static constexpr int most = 2;
    static constexpr const char* only_parameter = "buf"; // of calls that have no other buffer
    struct Buffer {
        const void* data = nullptr;
        MPI_Count count = 0;
        MPI_Datatype type = MPI_DATATYPE_NULL;
    };

    static std::size_t describe(const char* parameter, const Buffer& buffer, char* text,
                                std::size_t bytes) noexcept {
        const auto value = reinterpret_cast<std::intptr_t>(buffer.type);
        const char* const type_name =
            datatype::is_predefined(value) ? predefined_type_name(value) : "a derived datatype";
        return static_cast<std::size_t>(std::snprintf(text, bytes, "%s = %p, %lld of %s", parameter,
                                                      buffer.data, static_cast<long long>(buffer.count),
                                                      type_name));
    }

    const void* only_site_ = nullptr;
    Buffer only_;
    const void* call_site_ = nullptr;
    const char* names_[most] = {};
    Buffer buffers_[most];
    int count_ = 0;
};

} // namespace sartor::mpi

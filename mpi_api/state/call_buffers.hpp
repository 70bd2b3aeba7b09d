// The buffers of the call that a rank is in, for reports of crashes inside of it (part of the error aspect:
// sartor cc --checked).
#pragma once

#include <cstddef>
#include <cstdio>
#include <string_view>

#include "components/datatype/predefined.hpp"
#include "components/process/rank/rank.hpp"
#include "framework/slot.hpp"
#include "mpi.h"
#include "mpi_api/names/predefined_datatypes.hpp"

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
    [[gnu::always_inline]] void note(const void* site, const char* parameter, const void* buffer,
                                     MPI_Count count, MPI_Datatype type) noexcept {
        if (parameter == std::string_view("buf")) return note_only(site, {parameter, buffer, count, type});
        if (call_site_ != site || parameter == buffers_[0].name) count_ = 0;
        call_site_ = site;
        if (count_ < most) buffers_[count_++] = {parameter, buffer, count, type};
    }

    // "buf = 0x7f52a0001000, 20 of MPI_DOUBLE"; empty when the call has none.
    [[gnu::cold]] void describe(const process::Rank& rank, char* text, std::size_t bytes) const noexcept {
        text[0] = '\0';
        std::size_t used = 0;
        for (int index = 0; index < count_ && call_site_ == rank.call_site && used < bytes; ++index) {
            const Buffer& buffer = buffers_[index];
            const auto value = reinterpret_cast<std::intptr_t>(buffer.type);
            const char* const type_name =
                datatype::is_predefined(value) ? predefined_type_name(value) : "a derived datatype";
            used += static_cast<std::size_t>(std::snprintf(text + used, bytes - used, "%s%s = %p, %lld of %s",
                                                           index > 0 ? "; " : "", buffer.name, buffer.data,
                                                           static_cast<long long>(buffer.count), type_name));
        }
    }

  private:
    static constexpr int most = 2;
    struct Buffer {
        const char* name = nullptr;
        const void* data = nullptr;
        MPI_Count count = 0;
        MPI_Datatype type = MPI_DATATYPE_NULL;
    };
    // The only buffer of its call: nothing is read, which would wait for what the last call has stored.
    void note_only(const void* site, const Buffer& buffer) noexcept {
        call_site_ = site;
        buffers_[0] = buffer;
        count_ = 1;
    }
    const void* call_site_ = nullptr;
    Buffer buffers_[most];
    int count_ = 0;
};

} // namespace sartor::mpi

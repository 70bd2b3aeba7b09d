// Blocking messages whose buffers no operation under way uses (MPI-5.0 section 3.7.2).
#pragma once

#include <cstdint>
#include <string_view>

#include "components/call/uses.hpp"
#include "mpi.h"

namespace sartor::aspects {

// Over the operation of a row: of programs built with --checked. Asks may_use(call, buffer, count, datatype,
// peer, is_written), or may_exchange(call, ...) with both sides, which report what is wrong. Costs a look at
// the memory that operations under way use.
template <class Row>
struct BuffersFree : Row {
    static constexpr std::string_view name = "buffers are free";

    template <class Call, class... Arguments>
    [[gnu::always_inline]] static auto perform(Call& call, Arguments... arguments) noexcept {
        constexpr call::Uses uses = call::uses_of<Row>();
        if constexpr (uses.size != 0) {
            const std::intptr_t words[] = {(std::intptr_t)(arguments)...};
            if (!are_free<uses>(call, words)) return call.error();
        }
        return Row::perform(call, arguments...);
    }

  private:
    template <call::Uses uses, class Call>
    [[nodiscard, gnu::always_inline]] static bool are_free(Call& call, const std::intptr_t* words) noexcept {
        const auto buffer = [&](int use) { return reinterpret_cast<void*>(words[uses.of[use].buffer]); };
        const auto count = [&](int use) { return static_cast<MPI_Count>(words[uses.of[use].count]); };
        const auto type = [&](int use) {
            return reinterpret_cast<MPI_Datatype>(words[uses.of[use].datatype]);
        };
        const auto peer = [&](int use) { return static_cast<int>(words[uses.of[use].peer]); };
        if constexpr (uses.exchange())
            return may_exchange(call, buffer(0), count(0), type(0), peer(0), buffer(1), count(1), type(1),
                                peer(1));
        for (int use = 0; use < uses.size; ++use)
            if (!may_use(call, buffer(use), count(use), type(use), peer(use), uses.of[use].is_written))
                return false;
        return true;
    }
};

} // namespace sartor::aspects

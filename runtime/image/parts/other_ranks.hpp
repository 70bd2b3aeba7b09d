// Between two looks at what another rank may change.
#pragma once

#include "runtime/rank/for_parts.hpp"

namespace sartor::process {

inline void let_other_ranks_run() noexcept {
    if (sartor_rank_may_wait()) sartor_rank_wait(0);
}

} // namespace sartor::process

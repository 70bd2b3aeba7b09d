// The locale of each rank that has set one.
#include <cstdlib>

#include "runtime/process.hpp"
#include "runtime/process_state.hpp"
#include "runtime/rank/for_parts.hpp"
#include "runtime/rank/thread_data.hpp"

namespace sartor::process {

namespace {

locale_t* of_ranks() noexcept { // null: the process's
    static auto* const locales =
        static_cast<locale_t*>(std::calloc(static_cast<std::size_t>(state.most), sizeof(locale_t)));
    return locales;
}

} // namespace

void locales::load(const Rank& rank) noexcept {
    const locale_t own = of_ranks() != nullptr ? of_ranks()[state.index_of(rank)] : nullptr;
    uselocale(own != nullptr ? own : LC_GLOBAL_LOCALE);
}

} // namespace sartor::process

void sartor_rank_use_locale(locale_t locale) noexcept {
    using namespace sartor::process;
    uselocale(locale);
    if (current == nullptr || state.own_threads || of_ranks() == nullptr) return;
    of_ranks()[state.index_of(*current)] = locale;
    thread_data::begin(*current->worker);
}

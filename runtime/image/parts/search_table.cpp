// hcreate, hsearch and hdestroy with a table for each rank.
#include <search.h>

static hsearch_data search_table;

extern "C" {

[[gnu::weak]] int hcreate(size_t elements) noexcept {
    return hcreate_r(elements, &search_table);
}
[[gnu::weak]] void hdestroy() noexcept {
    hdestroy_r(&search_table);
}
[[gnu::weak]] ENTRY* hsearch(ENTRY entry, ACTION action) noexcept {
    ENTRY* found = nullptr;
    hsearch_r(entry, action, &found, &search_table);
    return found;
}

} // extern "C"

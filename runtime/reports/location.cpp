// Names for addresses: lines and functions from sartor-backtrace; without it functions from the image's
// symbol table.
#include "runtime/reports/location.hpp"

#include <atomic>
#include <cstdio>
#include <cstring>
#include <elf.h>
#include <link.h>

#include "runtime/image/image.hpp"
#include "runtime/image/symbols.hpp"
#include "runtime/process_state.hpp"
#include "runtime/reports/question.hpp"
#include "runtime/reports/record.hpp"

namespace sartor::process {

namespace {

struct Symbol {
    const char* name = nullptr;
    std::uintptr_t offset = 0; // into the function
};

Symbol find_symbol(const ImageFile& file, std::uintptr_t address) noexcept {
    Symbol found;
    for_each_symbol(file, [&](const ElfW(Sym) & symbol, const char* name) {
        if (found.name == nullptr && ELF64_ST_TYPE(symbol.st_info) == STT_FUNC &&
            address >= symbol.st_value && address < symbol.st_value + symbol.st_size)
            found = {name, address - symbol.st_value};
    });
    return found;
}

// Results by address: ranks often have the same one, and a query takes milliseconds.
class KnownLocations {
  public:
    [[nodiscard]] bool find(const unsigned char* file, std::uintptr_t address, char* text,
                            std::size_t bytes) noexcept {
        const Turn turn(busy_);
        for (const Entry& entry : entries_) {
            if (!turn.mine || entry.file != file || entry.address != address) continue;
            std::snprintf(text, bytes, "%s", entry.text);
            return true;
        }
        return false;
    }
    void add(const unsigned char* file, std::uintptr_t address, const char* text) noexcept {
        const Turn turn(busy_);
        if (!turn.mine || std::strlen(text) >= sizeof(Entry::text)) return;
        Entry& entry = entries_[next_++ % most];
        entry.file = file;
        entry.address = address;
        std::strcpy(entry.text, text);
    }

  private:
    static constexpr unsigned most = 32;
    struct Entry {
        const unsigned char* file = nullptr;
        std::uintptr_t address = 0;
        char text[240] = "";
    };
    // A rank that does not get it at once makes its query without the cache.
    struct Turn {
        std::atomic<bool>& busy;
        bool mine;
        explicit Turn(std::atomic<bool>& lock) noexcept : busy(lock), mine(!lock.exchange(true)) {}
        ~Turn() {
            if (mine) busy.store(false);
        }
    };
    Entry entries_[most];
    unsigned next_ = 0;
    std::atomic<bool> busy_{false};
};
KnownLocations known;

} // namespace

bool run_helper(const Rank& rank, std::uintptr_t address, char* text, std::size_t bytes) noexcept {
    Question question(rank);
    question.add_location(address);
    const char* reply = question.reply();
    if (reply == nullptr || reply[0] != 'p' || reply[1] == '\n') return false;
    std::snprintf(text, bytes, "%.*s", static_cast<int>(std::strcspn(reply + 1, "\n")), reply + 1);
    return true;
}

bool describe_location(const Rank& rank, std::uintptr_t address, char* text, std::size_t bytes) noexcept {
    LoadedCopy copy;
    if (!find_copy(rank, address, copy))
        return state.describe_in_process != nullptr && state.describe_in_process(rank, address, text, bytes);
    const std::uintptr_t offset = address - copy.base;
    if (known.find(copy.file.bytes, offset, text, bytes)) return true;
    const Symbol symbol = find_symbol(copy.file, offset);
    const char* library = copy.file.library;
    if (run_helper(rank, address, text, bytes)) {
        known.add(copy.file.bytes, offset, text);
        return true;
    }
    if (symbol.name != nullptr)
        std::snprintf(text, bytes, "%s+0x%zx%s%s", symbol.name, symbol.offset,
                      library != nullptr ? " in " : "", library != nullptr ? library : "");
    else
        std::snprintf(text, bytes, "%s at offset 0x%zx", library != nullptr ? library : "the program",
                      offset);
    record_location(text, static_cast<int>(std::strlen(text)), "", 0);
    return true;
}

CallSite call_site_of(const Rank& rank, const void* return_address) noexcept {
    const auto address = reinterpret_cast<std::uintptr_t>(return_address);
    LoadedCopy copy;
    if (!find_copy(rank, address, copy)) return {};
    return {copy.index, static_cast<std::uint64_t>(address - copy.base)};
}

bool describe_location(const Rank& reader, const CallSite& site, char* text, std::size_t bytes) noexcept {
    LoadedCopy copy;
    return site.file >= 0 && loaded_copy(reader, static_cast<int>(site.file), copy) &&
           describe_location(reader, copy.base + site.offset - 1, text, bytes);
}

bool describe_caller(const Rank& rank, std::uintptr_t low, std::uintptr_t high, char* text,
                     std::size_t bytes) noexcept {
    for (std::uintptr_t slot = (low + 7) & ~std::uintptr_t{7}; slot + 8 <= high; slot += 8) {
        const std::uintptr_t address = *reinterpret_cast<const std::uintptr_t*>(slot);
        if (in_image(rank, address) && Registers::follows_call(address))
            return describe_location(rank, address - 1, text, bytes);
    }
    return false;
}

} // namespace sartor::process

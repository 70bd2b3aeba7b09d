// Memory for messages that are copied when they are sent: parcels with their data behind them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <type_traits>

namespace sartor::channel {

// Cells of one size that are kept for reuse: their room for data in bytes, and how many are kept at most.
struct CellSize {
    std::size_t bytes;
    int most_kept;
};

// Small cells only, for the pool of one rank. A cell with all that belongs to it is four cache lines.
struct FewCells {
    static constexpr std::array sizes{CellSize{136, 64}};
};
// For a pool that the ranks of a worker share: keeps at most 867 KiB.
struct ManyCells {
    static constexpr std::array sizes{CellSize{136, 1024}, CellSize{400, 192}, CellSize{1200, 256},
                                      CellSize{8192, 24}};
};

// No limit: what cells take is not counted.
struct NoAccount {
    static void add(std::size_t) noexcept {}
    static void subtract(std::size_t) noexcept {}
    static constexpr bool is_above() noexcept { return false; }
    static constexpr bool is_below_half() noexcept { return false; }
    static void mark(bool) noexcept {}
};

// A pool without locks, for one rank or for ranks that run one at a time. A cell goes to the pool of the rank
// that is done with it. Cells of other sizes, and those beyond the number to keep, go back to the system.
//
// The account counts the bytes that come from the system and go back to it, kept cells included: reuse costs
// nothing. While it is above its limit no cell is kept, so that all memory that is given back is counted.
template <class Parcel, class Shape = FewCells, class Account = NoAccount>
class Cells {
  public:
    static constexpr std::size_t longest_kept = Shape::sizes.back().bytes; // of their data

    explicit Cells(Account account = {}) noexcept requires(std::is_empty_v<Account>) : account_(account) {}
    explicit Cells(Account account) noexcept requires(!std::is_empty_v<Account>) : account_(account) {}
    Cells(const Cells&) = delete;
    Cells& operator=(const Cells&) = delete;
    ~Cells() { give_back_kept(); }

    // A parcel with room for `bytes` bytes of data behind it; null when the system has no memory.
    [[nodiscard]] Parcel* take(std::size_t bytes) noexcept {
        Parcel* cell = take_kept(bytes);
        return cell != nullptr ? cell : take_new(bytes);
    }
    // A cell that was put back; null when there is none. A few instructions.
    [[nodiscard]] Parcel* take_kept(std::size_t bytes) noexcept {
        Kept* kept = kept_for(bytes);
        if (kept == nullptr || kept->first == nullptr) return nullptr;
        Parcel* cell = kept->first;
        kept->first = cell->next;
        ++kept->room;
        return cell;
    }
    // A cell of memory from the system; null when there is none.
    [[nodiscard, gnu::noinline]] Parcel* take_new(std::size_t bytes) noexcept {
        const std::size_t whole_bytes = whole(bytes);
        void* memory = std::malloc(whole_bytes);
        if (memory == nullptr) return nullptr;
        count(whole_bytes);
        auto* cell = new (parcel_in(memory, bytes)) Parcel;
        memory_of(*cell) = memory;
        cell->envelope.storage = {data_of(*cell), bytes};
        return cell;
    }

    // Makes a cell a message with a copy of its data, which the caller gathers at data_of(cell).
    template <class Header, class Check>
    static void begin_copy(Parcel& cell, const Header& header, const Check& check,
                           std::size_t bytes) noexcept {
        cell.envelope.header = header;
        cell.envelope.check = check;
        cell.envelope.storage.bytes = bytes; // in the cell's own memory, since it was made
    }
    // A cell with a copy of a message; null when the system has no memory.
    template <class Header, class Check, class Storage>
    [[nodiscard]] Parcel* take_copy(const Header& header, const Check& check, const Storage& data) noexcept {
        Parcel* cell = take(data.bytes);
        if (cell == nullptr) return nullptr;
        begin_copy(*cell, header, check, data.bytes);
        data.gather_to(data_of(*cell));
        return cell;
    }

    // Keeps the cell or gives it back to the system.
    void put_back(Parcel& cell) noexcept {
        if (!keep(cell)) give_back(cell);
    }
    // Keeps the cell for the next take(); until this pool is used again its data are unchanged. False: no
    // more are kept.
    [[nodiscard]] bool keep(Parcel& cell) noexcept {
        Kept* kept = kept_for(cell.envelope.storage.bytes);
        if (kept == nullptr || kept->room == 0) return false;
        cell.next = kept->first;
        kept->first = &cell;
        --kept->room;
        return true;
    }
    // Gives the cell back to the system.
    [[gnu::noinline]] void give_back(Parcel& cell) noexcept {
        const std::size_t bytes = whole(cell.envelope.storage.bytes);
        std::free(memory_of(cell));
        discount(bytes);
    }

    // The cell goes to the pool of another thread, which adopts it when it arrives there.
    void give_away(const Parcel& cell) noexcept { discount(whole(cell.envelope.storage.bytes)); }
    void adopt(const Parcel& cell) noexcept { count(whole(cell.envelope.storage.bytes)); }

    // How much memory a cell for so many bytes takes.
    [[nodiscard]] static std::size_t whole(std::size_t bytes) noexcept {
        const std::size_t size = size_of(bytes);
        return cache_line + sizeof(Parcel) + (size == Shape::sizes.size() ? bytes : Shape::sizes[size].bytes);
    }
    [[nodiscard]] const Account& account() const noexcept { return account_; }

    [[nodiscard]] static void* data_of(Parcel& cell) noexcept { return &cell + 1; }

  private:
    static constexpr std::size_t cache_line = 64;

    // Where the parcel begins. That of a short cell begins a cache line, which holds the parcel and the
    // shortest data. In others the data begin a line: copies of aligned data take a tenth less time.
    [[nodiscard]] static void* parcel_in(void* memory, std::size_t bytes) noexcept {
        const std::size_t parcel_before_line = bytes <= Shape::sizes[0].bytes ? 0 : sizeof(Parcel);
        const auto first = reinterpret_cast<std::uintptr_t>(memory) + sizeof(void*) + parcel_before_line;
        const std::uintptr_t line = (first + cache_line - 1) / cache_line * cache_line;
        return reinterpret_cast<void*>(line - parcel_before_line);
    }
    // What the system gave, noted before the parcel.
    [[nodiscard]] static void*& memory_of(Parcel& cell) noexcept {
        return reinterpret_cast<void**>(&cell)[-1];
    }

    struct Kept {
        Parcel* first = nullptr;
        int room = 0; // for so many more
    };

    // The index of the smallest size that will do; the number of sizes when none does.
    template <std::size_t size = 0>
    [[nodiscard]] static std::size_t size_of(std::size_t bytes) noexcept {
        if constexpr (size == Shape::sizes.size()) {
            return size;
        } else {
            constexpr std::size_t most = Shape::sizes[size].bytes; // not read from memory
            return bytes <= most ? size : size_of<size + 1>(bytes);
        }
    }

    // Null when cells for so many bytes are not kept. Most messages are short and need one comparison.
    [[nodiscard]] Kept* kept_for(std::size_t bytes) noexcept {
        constexpr std::size_t shortest = Shape::sizes[0].bytes; // not read from memory
        if (bytes <= shortest) [[likely]]
            return &kept_[0];
        const std::size_t size = size_of<1>(bytes);
        return size == Shape::sizes.size() ? nullptr : &kept_[size];
    }

    void count(std::size_t bytes) noexcept {
        account_.add(bytes);
        if (!is_full_ && account_.is_above()) fill_up();
    }
    void discount(std::size_t bytes) noexcept {
        account_.subtract(bytes);
        if (is_full_ && account_.is_below_half()) set_full(false);
    }

    [[gnu::cold, gnu::noinline]] void fill_up() noexcept {
        give_back_kept();
        if (account_.is_above()) set_full(true);
    }
    // While none is kept. As if there were no room for any.
    [[gnu::cold, gnu::noinline]] void set_full(bool full) noexcept {
        is_full_ = full;
        for (std::size_t size = 0; size < kept_.size(); ++size)
            kept_[size].room = full ? 0 : Shape::sizes[size].most_kept;
        account_.mark(full);
    }
    void give_back_kept() noexcept {
        for (std::size_t size = 0; size < kept_.size(); ++size) {
            while (Parcel* cell = kept_[size].first) {
                kept_[size].first = cell->next;
                std::free(memory_of(*cell));
                account_.subtract(whole(Shape::sizes[size].bytes));
            }
            kept_[size].room = Shape::sizes[size].most_kept;
        }
    }

    std::array<Kept, Shape::sizes.size()> kept_ = [] {
        std::array<Kept, Shape::sizes.size()> none;
        for (std::size_t size = 0; size < none.size(); ++size) none[size].room = Shape::sizes[size].most_kept;
        return none;
    }();
    bool is_full_ = false;
    [[no_unique_address]] Account account_;
};

} // namespace sartor::channel

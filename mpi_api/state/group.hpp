// Groups: ordered sets of ranks of the process (MPI-5.0 section 7.3).
#pragma once

namespace sartor::mpi {

inline constexpr int not_in_group = -32766; // MPI_UNDEFINED

// Immutable and shared by reference counts within one rank. Members at equal distances, as those of
// MPI_COMM_WORLD and of most splits, take no memory each; others take 4 bytes each.
class Group {
  public:
    // The members first, first + stride, ... Requires a stride other than 0. Null when there is no memory.
    [[nodiscard]] static Group* make_regular(int size, int first, int stride) noexcept;
    // The listed members, copied; recognized as regular if they are. O(size). Null when there is no memory.
    [[nodiscard]] static Group* make_listed(const int* members, int size) noexcept;

    Group(const Group&) = delete;
    Group& operator=(const Group&) = delete;

    // A copy with a reference of its own. Null when there is no memory.
    [[nodiscard]] Group* copy() const noexcept;
    // Whether the members are the same, in the same order (MPI_IDENT). O(1) for regular groups, else O(size).
    [[nodiscard]] bool equals(const Group& other) const noexcept;

    // One more reference, for another handle or communicator.
    [[nodiscard]] Group* share() noexcept {
        ++references_;
        return this;
    }
    // One reference less; the last frees the group.
    void release() noexcept;

    [[nodiscard]] int size() const noexcept { return size_; }
    // From each member to the next; 0 when their distances differ.
    [[nodiscard]] int stride() const noexcept { return members_ != nullptr ? 0 : stride_; }
    // Which rank of the process the group's rank is.
    [[nodiscard]] int member(int rank) const noexcept {
        return members_ != nullptr ? members_[rank] : first_ + rank * stride_;
    }
    // The group's rank of a rank of the process; not_in_group when it is none. O(1) for regular groups, else
    // O(size).
    [[nodiscard]] int find(int member_wanted) const noexcept;

  private:
    Group(int size, int first, int stride, int* members) noexcept
        : size_(size), first_(first), stride_(stride), members_(members) {}

    [[nodiscard]] static Group* make(int size, int first, int stride, int* members) noexcept;
    [[nodiscard]] int find_regular(int wanted) const noexcept;

    int references_ = 1;
    int size_;
    int first_;
    int stride_;
    int* members_;
};

} // namespace sartor::mpi

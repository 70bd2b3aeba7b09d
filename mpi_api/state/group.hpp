// Groups: ordered sets of ranks of the process (MPI-5.0 section 7.3).
#pragma once

#include <cstdlib>
#include <cstring>
#include <new>

namespace sartor::mpi {

inline constexpr int not_in_group = -32766; // MPI_UNDEFINED

// Immutable and shared by reference counts within one rank. Members at equal distances, as those of
// MPI_COMM_WORLD and of most splits, take no memory each; others take 4 bytes each.
class Group {
  public:
    // The members first, first + stride, ... Requires a stride other than 0. Null when there is no memory.
    [[nodiscard]] static Group* make_regular(int size, int first, int stride) noexcept {
        return make(size, first, stride, nullptr);
    }
    // The listed members, copied; recognized as regular if they are. O(size). Null when there is no memory.
    [[nodiscard]] static Group* make_listed(const int* members, int size) noexcept {
        const int stride = size > 1 ? members[1] - members[0] : 1;
        bool regular = true;
        for (int rank = 1; rank < size; ++rank)
            regular = regular && members[rank] == members[0] + rank * stride;
        if (regular) return make(size, size > 0 ? members[0] : 0, stride, nullptr);
        auto* copy = static_cast<int*>(std::malloc(sizeof(int) * static_cast<unsigned>(size)));
        if (copy == nullptr) return nullptr;
        std::memcpy(copy, members, sizeof(int) * static_cast<unsigned>(size));
        return make(size, 0, 0, copy);
    }

    Group(const Group&) = delete;
    Group& operator=(const Group&) = delete;

    // A copy with a reference of its own. Null when there is no memory.
    [[nodiscard]] Group* copy() const noexcept {
        return members_ != nullptr ? make_listed(members_, size_) : make_regular(size_, first_, stride_);
    }
    // Whether the members are the same, in the same order (MPI_IDENT). O(1) for regular groups, else O(size).
    [[nodiscard]] bool equals(const Group& other) const noexcept {
        if (size_ != other.size_) return false;
        if (members_ == nullptr && other.members_ == nullptr)
            return first_ == other.first_ && (stride_ == other.stride_ || size_ == 1);
        for (int rank = 0; rank < size_; ++rank)
            if (member(rank) != other.member(rank)) return false;
        return true;
    }

    // One more reference, for another handle or communicator.
    [[nodiscard]] Group* share() noexcept {
        ++references_;
        return this;
    }
    // One reference less; the last frees the group.
    void release() noexcept {
        if (--references_ > 0) return;
        std::free(members_);
        std::free(this);
    }

    [[nodiscard]] int size() const noexcept { return size_; }
    // From each member to the next; 0 when their distances differ.
    [[nodiscard]] int stride() const noexcept { return members_ != nullptr ? 0 : stride_; }
    // Which rank of the process the group's rank is.
    [[nodiscard]] int member(int rank) const noexcept {
        return members_ != nullptr ? members_[rank] : first_ + rank * stride_;
    }
    // The group's rank of a rank of the process; not_in_group when it is none. O(1) for regular groups, else
    // O(size).
    [[nodiscard]] int find(int member_wanted) const noexcept {
        if (members_ == nullptr) return find_regular(member_wanted);
        for (int rank = 0; rank < size_; ++rank)
            if (members_[rank] == member_wanted) return rank;
        return not_in_group;
    }

  private:
    Group(int size, int first, int stride, int* members) noexcept
        : size_(size), first_(first), stride_(stride), members_(members) {}

    [[nodiscard]] static Group* make(int size, int first, int stride, int* members) noexcept {
        void* memory = std::malloc(sizeof(Group));
        if (memory != nullptr) return new (memory) Group(size, first, stride, members);
        std::free(members);
        return nullptr;
    }

    [[nodiscard]] int find_regular(int wanted) const noexcept {
        if (size_ == 0 || (wanted - first_) % stride_ != 0) return not_in_group;
        const int rank = (wanted - first_) / stride_;
        return rank >= 0 && rank < size_ ? rank : not_in_group;
    }

    int references_ = 1;
    int size_;
    int first_;
    int stride_;
    int* members_;
};

} // namespace sartor::mpi

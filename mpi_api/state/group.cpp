// How groups are made, compared and freed.
#include "mpi_api/state/group.hpp"

#include <cstdlib>
#include <cstring>
#include <new>

#include "components/library_memory.hpp"

namespace sartor::mpi {

Group* Group::make_regular(int size, int first, int stride) noexcept {
    return make(size, first, stride, nullptr);
}

Group* Group::make_listed(const int* members, int size) noexcept {
    const int stride = size > 1 ? members[1] - members[0] : 1;
    bool regular = true;
    for (int rank = 1; rank < size; ++rank) regular = regular && members[rank] == members[0] + rank * stride;
    if (regular) return make(size, size > 0 ? members[0] : 0, stride, nullptr);
    auto* copy = static_cast<int*>(allocate_for_library(sizeof(int) * static_cast<unsigned>(size)));
    if (copy == nullptr) return nullptr;
    std::memcpy(copy, members, sizeof(int) * static_cast<unsigned>(size));
    return make(size, 0, 0, copy);
}

Group* Group::copy() const noexcept {
    return members_ != nullptr ? make_listed(members_, size_) : make_regular(size_, first_, stride_);
}

bool Group::equals(const Group& other) const noexcept {
    if (size_ != other.size_) return false;
    if (members_ == nullptr && other.members_ == nullptr)
        return first_ == other.first_ && (stride_ == other.stride_ || size_ == 1);
    for (int rank = 0; rank < size_; ++rank)
        if (member(rank) != other.member(rank)) return false;
    return true;
}

void Group::release() noexcept {
    if (--references_ > 0) return;
    std::free(members_);
    std::free(this);
}

int Group::find(int member_wanted) const noexcept {
    if (members_ == nullptr) return find_regular(member_wanted);
    for (int rank = 0; rank < size_; ++rank)
        if (members_[rank] == member_wanted) return rank;
    return not_in_group;
}

Group* Group::make(int size, int first, int stride, int* members) noexcept {
    void* memory = allocate_for_library(sizeof(Group));
    if (memory != nullptr) return new (memory) Group(size, first, stride, members);
    std::free(members);
    return nullptr;
}

int Group::find_regular(int wanted) const noexcept {
    if (size_ == 0 || (wanted - first_) % stride_ != 0) return not_in_group;
    const int rank = (wanted - first_) / stride_;
    return rank >= 0 && rank < size_ ? rank : not_in_group;
}

} // namespace sartor::mpi

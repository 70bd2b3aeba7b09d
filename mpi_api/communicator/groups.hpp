// Groups by their handles: MPI_Comm_group and all MPI_Group functions (MPI-5.0 section 7.3).
#pragma once

#include "mpi_api/communicator/making/sharing.hpp"
#include "mpi_api/communicator/management.hpp"

namespace sartor::mpi {

// The group of a valid handle. The handle keeps its reference.
template <class Program>
Group* find_group(Call<Program>& call, MPI_Group handle) noexcept {
    return call.state().groups.find(handle);
}

namespace internal {

// Makes a handle for a group and takes over the caller's reference; null: there was no memory for it. The
// empty group gives MPI_GROUP_EMPTY. MPI_ERR_NO_MEM.
template <class Program>
int new_group(Call<Program>& call, Group* group, MPI_Group* handle) noexcept {
    if (group != nullptr && group->size() == 0) {
        group->release();
        *handle = MPI_GROUP_EMPTY;
        return MPI_SUCCESS;
    }
    *handle = group == nullptr ? MPI_GROUP_NULL : call.state().groups.make(group, call.site());
    if (*handle == MPI_GROUP_NULL) return call.template fail<MPI_ERR_NO_MEM>("no memory for a group");
    call.adopt(*handle);
    return MPI_SUCCESS;
}

// Appends to `members` those of the group for which keep(member) holds, in their order.
template <class Keep>
void append_members(const Group& group, Array<int>& members, int& count, Keep keep) noexcept {
    for (int rank = 0; rank < group.size(); ++rank)
        if (keep(group.member(rank))) members[count++] = group.member(rank);
}

// select(left, right, members, count) lists the members of the new group; there is room for both.
template <class Program, class Select>
int combine_groups(Call<Program>& call, MPI_Group one, MPI_Group other, MPI_Group* handle,
                   Select select) noexcept {
    const Group& left = *find_group(call, one);
    const Group& right = *find_group(call, other);
    Array<int> members(left.size() + right.size());
    int count = 0;
    if (members.valid()) select(left, right, members, count);
    return new_group(call, members.valid() ? Group::make_listed(members.data(), count) : nullptr, handle);
}

} // namespace internal

// MPI_Comm_group: shares the communicator's group, O(1).
template <class Program>
int comm_group(Call<Program>& call, MPI_Comm comm, MPI_Group* handle) noexcept {
    return internal::new_group(call, call.state().communicators.find(comm)->group->share(), handle);
}

template <class Program>
int group_size(Call<Program>& call, MPI_Group group, int* size) noexcept {
    *size = find_group(call, group)->size();
    return MPI_SUCCESS;
}

// MPI_UNDEFINED when the calling rank is no member.
template <class Program>
int group_rank(Call<Program>& call, MPI_Group group, int* rank) noexcept {
    *rank = find_group(call, group)->find(process::current->number);
    return MPI_SUCCESS;
}

// MPI_UNDEFINED for ranks that are not in the other group. MPI_ERR_RANK for a number that is no rank; those
// before it are translated.
template <class Program>
int group_translate_ranks(Call<Program>& call, MPI_Group from, int count, const int* ranks, MPI_Group to,
                          int* translated) noexcept {
    const Group& source = *find_group(call, from);
    const Group& target = *find_group(call, to);
    for (int index = 0; index < count; ++index) {
        const int rank = ranks[index];
        if (rank == MPI_PROC_NULL) {
            translated[index] = MPI_PROC_NULL;
            continue;
        }
        if (rank < 0 || rank >= source.size())
            return call.template fail<MPI_ERR_RANK>("ranks1[%d] = %d: expected a rank of the group, 0 to %d",
                                                    index, rank, source.size() - 1);
        translated[index] = target.find(source.member(rank));
    }
    return MPI_SUCCESS;
}

// MPI_IDENT, MPI_SIMILAR or MPI_UNEQUAL. O(size) look-ups, each O(1) for regular groups, else O(size).
template <class Program>
int group_compare(Call<Program>& call, MPI_Group one, MPI_Group other, int* result) noexcept {
    const Group& left = *find_group(call, one);
    const Group& right = *find_group(call, other);
    bool same_members = left.size() == right.size();
    bool same_order = same_members;
    for (int rank = 0; same_members && rank < left.size(); ++rank) {
        const int there = right.find(left.member(rank));
        same_members = there >= 0;
        same_order = same_order && there == rank;
    }
    *result = !same_members ? MPI_UNEQUAL : same_order ? MPI_IDENT : MPI_SIMILAR;
    return MPI_SUCCESS;
}

// The members of the first group, then those of the second that are not in the first.
template <class Program>
int group_union(Call<Program>& call, MPI_Group one, MPI_Group other, MPI_Group* handle) noexcept {
    return internal::combine_groups(
        call, one, other, handle, [](auto& left, auto& right, auto& members, int& count) {
            internal::append_members(left, members, count, [](int) { return true; });
            internal::append_members(right, members, count,
                                     [&](int member) { return left.find(member) < 0; });
        });
}

// In the order of the first group.
template <class Program>
int group_intersection(Call<Program>& call, MPI_Group one, MPI_Group other, MPI_Group* handle) noexcept {
    return internal::combine_groups(
        call, one, other, handle, [](auto& left, auto& right, auto& members, int& count) {
            internal::append_members(left, members, count,
                                     [&](int member) { return right.find(member) >= 0; });
        });
}

// In the order of the first group.
template <class Program>
int group_difference(Call<Program>& call, MPI_Group one, MPI_Group other, MPI_Group* handle) noexcept {
    return internal::combine_groups(
        call, one, other, handle, [](auto& left, auto& right, auto& members, int& count) {
            internal::append_members(left, members, count,
                                     [&](int member) { return right.find(member) < 0; });
        });
}

namespace internal {

// A rank of the group that was not listed before; otherwise MPI_ERR_RANK. `seen` has an element for each
// rank.
template <class Program>
[[nodiscard]] bool mark_rank(Call<Program>& call, const Group& group, int rank, Array<char>& seen) noexcept {
    if (rank < 0 || rank >= group.size()) {
        call.template fail<MPI_ERR_RANK>("ranks: %d: expected a rank of the group, 0 to %d", rank,
                                         group.size() - 1);
        return false;
    }
    if (seen[rank] != 0) {
        call.template fail<MPI_ERR_RANK>("ranks: %d is listed twice", rank);
        return false;
    }
    seen[rank] = 1;
    return true;
}

// Calls each(rank) for the ranks of triplets (first, last, stride). MPI_ERR_ARG for a stride that does not
// lead from first towards last.
template <class Program, class Each>
[[nodiscard]] bool for_ranges(Call<Program>& call, int count, int ranges[][3], Each each) noexcept {
    for (int index = 0; index < count; ++index) {
        const auto [first, last, stride] = ranges[index];
        if (stride == 0 || (stride > 0 ? first > last : first < last)) {
            call.template fail<MPI_ERR_ARG>("ranges[%d]: no stride of %d leads from %d to %d", index, stride,
                                            first, last);
            return false;
        }
        for (long rank = first; stride > 0 ? rank <= last : rank >= last; rank += stride)
            if (!each(static_cast<int>(rank))) return false;
    }
    return true;
}

// The group of the ranks that list(mark) names, in that order (include), or of all others, in the group's
// order.
template <class Program, class List>
int choose_ranks(Call<Program>& call, MPI_Group group_handle, MPI_Group* handle, bool include,
                 List list) noexcept {
    const Group& group = *find_group(call, group_handle);
    Array<char> seen(group.size());
    Array<int> members(group.size());
    if (!seen.valid() || !members.valid()) return new_group<Program>(call, nullptr, handle);
    std::memset(seen.data(), 0, static_cast<unsigned>(group.size()));
    int count = 0;
    const bool well = list([&](int rank) {
        if (!mark_rank(call, group, rank, seen)) return false;
        if (include) members[count++] = group.member(rank);
        return true;
    });
    if (!well) return call.error();
    for (int rank = 0; !include && rank < group.size(); ++rank)
        if (seen[rank] == 0) members[count++] = group.member(rank);
    return new_group(call, Group::make_listed(members.data(), count), handle);
}

template <class Program>
int choose_listed(Call<Program>& call, MPI_Group group, int count, const int* ranks, MPI_Group* handle,
                  bool include) noexcept {
    return choose_ranks(call, group, handle, include, [&](auto mark) {
        for (int index = 0; index < count; ++index)
            if (!mark(ranks[index])) return false;
        return true;
    });
}

template <class Program>
int choose_ranges(Call<Program>& call, MPI_Group group, int count, int ranges[][3], MPI_Group* handle,
                  bool include) noexcept {
    return choose_ranks(call, group, handle, include,
                        [&](auto mark) { return for_ranges(call, count, ranges, mark); });
}

} // namespace internal

// MPI_Group_incl: in the order of the list. MPI_ERR_RANK for a rank that is listed twice or is none.
template <class Program>
int group_incl(Call<Program>& call, MPI_Group group, int count, const int* ranks,
               MPI_Group* handle) noexcept {
    return internal::choose_listed(call, group, count, ranks, handle, true);
}
template <class Program>
int group_excl(Call<Program>& call, MPI_Group group, int count, const int* ranks,
               MPI_Group* handle) noexcept {
    return internal::choose_listed(call, group, count, ranks, handle, false);
}
// Ranges are (first, last, stride), the last included.
template <class Program>
int group_range_incl(Call<Program>& call, MPI_Group group, int count, int ranges[][3],
                     MPI_Group* handle) noexcept {
    return internal::choose_ranges(call, group, count, ranges, handle, true);
}
template <class Program>
int group_range_excl(Call<Program>& call, MPI_Group group, int count, int ranges[][3],
                     MPI_Group* handle) noexcept {
    return internal::choose_ranges(call, group, count, ranges, handle, false);
}

// MPI_Group_free: communicators and other handles keep the group.
template <class Program>
int group_free(Call<Program>& call, MPI_Group* handle) noexcept {
    if (!call.group("group", *handle)) return call.error();
    call.state().groups.free(*handle);
    *handle = MPI_GROUP_NULL;
    return MPI_SUCCESS;
}

} // namespace sartor::mpi

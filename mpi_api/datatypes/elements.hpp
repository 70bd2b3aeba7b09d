// MPI_Get_elements, MPI_Status_set_elements and their deprecated forms (MPI-5.0 sections 5.1.11 and 13.3):
// statuses in basic elements.
#pragma once

#include <cstdint>

#include "components/datatype/signature.hpp"
#include "mpi_api/datatypes/extent.hpp"
#include "mpi_api/point_to_point/messages/messages.hpp"

namespace sartor::mpi {

namespace internal {

// Counts basic elements along a signature, up to a number of bytes or of elements, whichever comes first. A
// pair counts as two elements.
template <class Level>
class ElementCount {
  public:
    ElementCount(std::int64_t most_bytes, std::int64_t most_elements) noexcept
        : bytes_left_(most_bytes), elements_left_(most_elements) {}

    // Adds `count` items of a predefined datatype; false when the limit is within them.
    bool operator()(std::intptr_t type, std::int64_t count) noexcept {
        const std::int64_t bytes = datatype::bytes_in_message<Level>(type);
        const std::int64_t elements = datatype::elements_of(type);
        std::int64_t whole = count;
        if (bytes_left_ / bytes < whole) whole = bytes_left_ / bytes;
        if (elements_left_ / elements < whole) whole = elements_left_ / elements;
        take(whole * bytes, whole * elements);
        if (whole == count) return true;
        if (const datatype::PairParts* pair = datatype::find_pair(type))
            if (elements_left_ > 0 && bytes_left_ >= pair->first_bytes) take(pair->first_bytes, 1);
        return false;
    }

    // Adds whole elements of a datatype.
    void take(std::int64_t bytes, std::int64_t elements) noexcept {
        bytes_ += bytes;
        bytes_left_ -= bytes;
        elements_ += elements;
        elements_left_ -= elements;
    }

    [[nodiscard]] std::int64_t bytes() const noexcept { return bytes_; }
    [[nodiscard]] std::int64_t elements() const noexcept { return elements_; }
    [[nodiscard]] std::int64_t bytes_left() const noexcept { return bytes_left_; }
    [[nodiscard]] std::int64_t elements_left() const noexcept { return elements_left_; }

  private:
    std::int64_t bytes_left_;
    std::int64_t elements_left_;
    std::int64_t bytes_ = 0;
    std::int64_t elements_ = 0;
};

// Bytes and basic elements of as many elements of the datatype as are within both limits, the last one
// perhaps in part. Whole elements are counted by a division: the cost is two passes over one signature.
template <class Program>
[[nodiscard]] auto count_elements(Call<Program>& call, MPI_Datatype type, std::int64_t most_bytes,
                                  std::int64_t most_elements) noexcept {
    using Level = typename Interface<Program>::Datatypes;
    const Level& datatypes = call.state().datatypes;
    ElementCount<Level> one(INT64_MAX, INT64_MAX);
    visit_signature_of(datatypes, value_of(type), 1, one);
    ElementCount<Level> all(most_bytes, most_elements);
    if (one.bytes() == 0) return all;
    const std::int64_t by_bytes = most_bytes / one.bytes();
    const std::int64_t by_elements = most_elements / one.elements();
    const std::int64_t whole = by_bytes < by_elements ? by_bytes : by_elements;
    all.take(whole * one.bytes(), whole * one.elements());
    visit_signature_of(datatypes, value_of(type), 1, all);
    return all;
}

} // namespace internal

// MPI_Get_elements. MPI_UNDEFINED when the message ends within a basic element, or when Count can't hold the
// number.
template <class Program, class Count>
int get_elements(Call<Program>& call, const MPI_Status* status, MPI_Datatype type, Count* count) noexcept {
    const auto counted =
        internal::count_elements(call, type, static_cast<std::int64_t>(get_bytes(*status)), INT64_MAX);
    *count = counted.bytes_left() == 0 ? internal::fitting<Count>(counted.elements()) : Count{MPI_UNDEFINED};
    return MPI_SUCCESS;
}

template <class Program>
int get_elements_x(Call<Program>& call, const MPI_Status* status, MPI_Datatype type,
                   MPI_Count* count) noexcept {
    return get_elements(call, status, type, count);
}

// MPI_Status_set_elements: sets the bytes of a status, for MPI_Get_elements and MPI_Get_count. MPI_ERR_ARG
// for a datatype without elements.
template <class Program, class Count>
int status_set_elements(Call<Program>& call, MPI_Status* status, MPI_Datatype type, Count count) noexcept {
    if (!call.result("status", status) || !call.count("count", count)) return call.error();
    const auto counted = internal::count_elements(call, type, INT64_MAX, count);
    if (counted.elements_left() > 0)
        return call.template fail<MPI_ERR_ARG>("count = %lld: the datatype has no elements",
                                               static_cast<long long>(count));
    set_bytes(*status, static_cast<std::uint64_t>(counted.bytes()));
    return MPI_SUCCESS;
}

template <class Program>
int status_set_elements_x(Call<Program>& call, MPI_Status* status, MPI_Datatype type,
                          MPI_Count count) noexcept {
    return status_set_elements(call, status, type, count);
}

} // namespace sartor::mpi

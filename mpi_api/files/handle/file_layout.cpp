#include "mpi_api/files/handle/file_layout.hpp"

#include <utility>

#include "components/datatype/constructors/array.hpp"
#include "components/datatype/constructors/indexed.hpp"
#include "components/datatype/constructors/list.hpp"
#include "components/datatype/constructors/vector.hpp"
#include "mpi.h"

namespace sartor::mpi {

namespace {

using datatype::Combiner;
using datatype::Contents;
using datatype::Origin;
using Element = datatype::Element<datatype::Layout>;

Element predefined(std::intptr_t type, const SizesInFile& sizes) noexcept {
    const std::int64_t bytes = sizes.of(type);
    Element element;
    element.bounds.size = element.bounds.upper = element.bounds.true_upper = bytes;
    element.items = 1;
    element.item = static_cast<std::int16_t>(type);
    element.origin = static_cast<Origin>(type);
    if (bytes == 0) return element;
    element.where = datatype::Layout::of(layout::keep(layout::one_run(static_cast<std::size_t>(bytes))), 0);
    if (element.where.failed) element.problem = datatype::Problem::no_memory;
    return element;
}

// Arguments of a constructor: where they begin among those of their kind depends on whether counts are
// addresses, too.
class Arguments {
  public:
    explicit Arguments(const Contents& contents) noexcept : contents_(contents) {}

    // The index-th of the counts, in front of which there are `integers` that are none.
    [[nodiscard]] std::int64_t count(std::size_t index, std::size_t integers = 0) const noexcept {
        return contents_.count_at(contents_.large() ? index : index + integers);
    }
    // The index-th address behind so many counts.
    [[nodiscard]] std::int64_t address(std::size_t index, std::size_t counts) const noexcept {
        return contents_.wide_at(contents_.large() ? index + counts : index);
    }
    // The index-th integer, where counts stand in front of it.
    [[nodiscard]] int integer(std::size_t index, std::size_t counts) const noexcept {
        return contents_.integer_at(contents_.large() ? index : index + counts);
    }

  private:
    const Contents& contents_;
};

std::size_t dimension(std::size_t position, std::size_t dimensions, int order) noexcept {
    return order == MPI_ORDER_C ? dimensions - 1 - position : position;
}

Element subarray(const Contents& contents, const Element& old) noexcept {
    const Arguments arguments(contents);
    const auto dimensions = static_cast<std::size_t>(contents.integer_at(0));
    const int order = arguments.integer(1, 3 * dimensions);
    datatype::ArrayPart part(old);
    for (std::size_t position = 0; position < dimensions; ++position) {
        const std::size_t index = dimension(position, dimensions, order);
        part.range(arguments.count(index, 1), arguments.count(2 * dimensions + index, 1),
                   arguments.count(dimensions + index, 1));
    }
    return part.element();
}

Element distributed(const Contents& contents, const Element& old) noexcept {
    const Arguments arguments(contents);
    const auto dimensions = static_cast<std::size_t>(contents.integer_at(2));
    // Of each dimension: how it is distributed, the argument of that, the processes.
    const auto of_dimension = [&](std::size_t which, std::size_t index) {
        return arguments.integer(3 + which * dimensions + index, dimensions);
    };
    const int order = of_dimension(3, 0);
    datatype::ArrayPart part(old);
    for (std::size_t position = 0; position < dimensions; ++position) {
        const std::size_t index = dimension(position, dimensions, order);
        const std::int64_t size = arguments.count(index, 3);
        const int kind = of_dimension(0, index);
        const int argument = of_dimension(1, index);
        const int processes = of_dimension(2, index);
        int place = contents.integer_at(1);
        for (std::size_t inner = dimensions - 1; inner > index; --inner) place /= of_dimension(2, inner);
        std::int64_t block = size;
        if (kind == MPI_DISTRIBUTE_BLOCK) block = (size - 1) / processes + 1;
        if (kind == MPI_DISTRIBUTE_CYCLIC) block = 1;
        if (kind != MPI_DISTRIBUTE_NONE && argument != MPI_DISTRIBUTE_DFLT_DARG) block = argument;
        part.cyclic(size, block, processes, place % processes);
    }
    return part.element();
}

Element structure(const Contents& contents, const SizesInFile& sizes) noexcept {
    const Arguments arguments(contents);
    const auto number = static_cast<std::size_t>(arguments.count(0));
    datatype::ElementList list;
    for (std::size_t index = 0; index < number; ++index)
        list.add(element_in_file(contents.origin_at(index), sizes), arguments.address(index, 1 + number),
                 arguments.count(1 + index));
    return list.element();
}

Element blocks(const Contents& contents, const Element& old) noexcept {
    const Arguments arguments(contents);
    const Combiner combiner = contents.combiner();
    const bool equal = combiner == Combiner::indexed_block || combiner == Combiner::hindexed_block;
    const bool in_bytes = combiner == Combiner::hindexed || combiner == Combiner::hindexed_block;
    const auto number = static_cast<std::size_t>(arguments.count(0));
    const std::size_t lengths = equal ? 1 : number;
    return datatype::indexed(
        old, number, [&](std::size_t block) { return arguments.count(1 + (equal ? 0 : block)); },
        [&](std::size_t block) {
            return in_bytes ? arguments.address(block, 1 + lengths) : arguments.count(1 + lengths + block);
        },
        in_bytes ? 1 : old.bounds.extent());
}

Element vector(const Contents& contents, const Element& old) noexcept {
    const Arguments arguments(contents);
    const std::int64_t stride = contents.combiner() == Combiner::hvector
                                    ? arguments.address(0, 2)
                                    : arguments.count(2) * old.bounds.extent();
    return datatype::vector(old, arguments.count(0), arguments.count(1), stride);
}

Element made_of(const Contents& contents, const Element& old) noexcept {
    switch (contents.combiner()) {
    case Combiner::contiguous:
        return repeated(old, Arguments(contents).count(0));
    case Combiner::vector:
    case Combiner::hvector:
        return vector(contents, old);
    case Combiner::subarray:
        return subarray(contents, old);
    case Combiner::darray:
        return distributed(contents, old);
    case Combiner::resized:
        return resized(old, contents.wide_at(0), contents.wide_at(1));
    case Combiner::dup:
        return old;
    default:
        return blocks(contents, old);
    }
}

} // namespace

Element element_in_file(Origin origin, const SizesInFile& sizes) noexcept {
    if (datatype::is_predefined(origin)) return predefined(static_cast<std::intptr_t>(origin), sizes);
    const auto& type = datatype::Type<datatype::Layout>::of(origin);
    if (datatype::is_like_predefined(type.contents.combiner())) return predefined(type.element.item, sizes);
    if (type.contents.combiner() == Combiner::structure) return structure(type.contents, sizes);
    return made_of(type.contents, element_in_file(type.contents.origin_at(0), sizes));
}

} // namespace sartor::mpi

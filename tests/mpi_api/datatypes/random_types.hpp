// Random datatypes with their typemaps.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "mpi_api/datatypes/array.hpp"
#include "mpi_api/datatypes/commit.hpp"
#include "mpi_api/datatypes/contiguous.hpp"
#include "mpi_api/datatypes/indexed.hpp"
#include "mpi_api/datatypes/resized.hpp"
#include "mpi_api/datatypes/struct.hpp"
#include "mpi_api/datatypes/vector.hpp"
#include "tests/mpi_api/datatypes/typemap.hpp"

namespace sartor::test {

struct RandomType {
    MPI_Datatype type;
    Typemap map;
};

// Makes datatypes from a seed; those that it makes are freed with it.
template <class Program>
class RandomTypes {
  public:
    RandomTypes(mpi::Call<Program>& call, unsigned seed) : call_(call), random_(seed) {}
    RandomTypes(const RandomTypes&) = delete;
    RandomTypes& operator=(const RandomTypes&) = delete;
    ~RandomTypes() {
        for (MPI_Datatype type : made_) mpi::type_free(call_, &type);
    }

    int between(int least, int most) { return std::uniform_int_distribution<int>(least, most)(random_); }

    // Committed, of about `depth` constructors inside each other.
    RandomType make(int depth) {
        if (depth == 0) return basic();
        RandomType old = make(between(0, depth - 1));
        if (old.map.items.size() > 200) old = basic();
        RandomType made = construct(old, depth);
        made.map.pad();
        made_.push_back(made.type);
        mpi::type_commit(call_, &made.type);
        return made;
    }

    // Another datatype with the same signature.
    RandomType same_signature(const Typemap& map) {
        std::vector<int> lengths;
        std::vector<MPI_Aint> positions;
        std::vector<MPI_Datatype> types;
        RandomType made{MPI_DATATYPE_NULL, {}};
        std::int64_t position = between(-50, 50);
        for (const Typemap::Item& item : map.items) {
            lengths.push_back(1);
            positions.push_back(position);
            types.push_back(item.basic.type);
            made.map.items.push_back({item.basic, position});
            position += item.basic.bytes + (between(0, 2) == 0 ? between(0, 20) : 0);
        }
        made.map.pad();
        mpi::type_create_struct(call_, static_cast<int>(lengths.size()), lengths.data(), positions.data(),
                                types.data(), &made.type);
        made_.push_back(made.type);
        mpi::type_commit(call_, &made.type);
        return made;
    }

  private:
    RandomType basic() {
        const Basic& one =
            basics()[static_cast<std::size_t>(between(0, static_cast<int>(basics().size()) - 1))];
        return {one.type, {{{one, 0}}, {}, {}, 0}};
    }

    RandomType construct(const RandomType& old, int depth) {
        switch (between(0, 9)) {
        case 0:
            return contiguous(old);
        case 1:
            return vector(old);
        case 2:
            return indexed(old);
        case 3:
            return hindexed(old);
        case 4:
            return indexed_block(old);
        case 5:
            return hindexed_block(old);
        case 6:
            return structure(old, depth);
        case 7:
            return subarray(old);
        case 8:
            return darray(old);
        default:
            return resized(old);
        }
    }

    RandomType contiguous(const RandomType& old) {
        RandomType made{};
        const int count = between(0, 4);
        made.map.add(old.map, 0, count);
        mpi::type_contiguous(call_, count, old.type, &made.type);
        return made;
    }

    RandomType vector(const RandomType& old) {
        RandomType made{};
        const int count = between(0, 6);
        const int length = between(0, 3);
        const bool bytes = between(0, 1) == 0;
        const int stride = between(-5, 6);
        for (int block = 0; block < count; ++block)
            made.map.add(old.map, block * stride * (bytes ? 8 : old.map.extent()), length);
        if (bytes)
            mpi::type_create_hvector(call_, count, length, MPI_Aint{stride} * 8, old.type, &made.type);
        else
            mpi::type_vector(call_, count, length, stride, old.type, &made.type);
        return made;
    }

    struct Blocks {
        std::vector<int> lengths;
        std::vector<int> positions;
        std::vector<MPI_Aint> bytes;
        int count() const { return static_cast<int>(lengths.size()); }
    };
    Blocks blocks(bool equal) {
        Blocks made;
        const int count = between(0, between(0, 5) == 0 ? 30 : 5);
        const int length = between(0, 3);
        int position = between(-3, 3);
        for (int block = 0; block < count; ++block) {
            made.lengths.push_back(equal ? length : between(0, 3));
            made.positions.push_back(position);
            made.bytes.push_back(position * 4);
            position += between(0, 5);
        }
        return made;
    }
    void add_blocks(Typemap& map, const RandomType& old, const Blocks& blocks, bool bytes) {
        for (std::size_t block = 0; block < blocks.lengths.size(); ++block)
            map.add(old.map, bytes ? blocks.bytes[block] : blocks.positions[block] * old.map.extent(),
                    blocks.lengths[block]);
    }

    RandomType indexed(const RandomType& old) {
        RandomType made{};
        const Blocks list = blocks(false);
        add_blocks(made.map, old, list, false);
        mpi::type_indexed(call_, list.count(), list.lengths.data(), list.positions.data(), old.type,
                          &made.type);
        return made;
    }
    RandomType hindexed(const RandomType& old) {
        RandomType made{};
        const Blocks list = blocks(false);
        add_blocks(made.map, old, list, true);
        mpi::type_create_hindexed(call_, list.count(), list.lengths.data(), list.bytes.data(), old.type,
                                  &made.type);
        return made;
    }
    RandomType indexed_block(const RandomType& old) {
        RandomType made{};
        const Blocks list = blocks(true);
        add_blocks(made.map, old, list, false);
        const int length = list.count() > 0 ? list.lengths[0] : 1;
        mpi::type_create_indexed_block(call_, list.count(), length, list.positions.data(), old.type,
                                       &made.type);
        return made;
    }
    RandomType hindexed_block(const RandomType& old) {
        RandomType made{};
        const Blocks list = blocks(true);
        add_blocks(made.map, old, list, true);
        const int length = list.count() > 0 ? list.lengths[0] : 1;
        mpi::type_create_hindexed_block(call_, list.count(), length, list.bytes.data(), old.type, &made.type);
        return made;
    }

    RandomType structure(const RandomType& old, int depth) {
        RandomType made{};
        const Blocks list = blocks(false);
        std::vector<MPI_Datatype> types;
        std::vector<MPI_Aint> positions;
        for (int block = 0; block < list.count() && block < 6; ++block) {
            const RandomType part = between(0, 2) == 0 ? make(between(0, depth - 1)) : old;
            types.push_back(part.type);
            positions.push_back(list.bytes[static_cast<std::size_t>(block)] * 5);
            made.map.add(part.map, positions.back(), list.lengths[static_cast<std::size_t>(block)]);
        }
        made.map.pad();
        mpi::type_create_struct(call_, static_cast<int>(types.size()), list.lengths.data(), positions.data(),
                                types.data(), &made.type);
        return made;
    }

    // Entries of an array whose index in each dimension is one of `chosen`, dimension 0 outermost.
    static Typemap choose(const Typemap& old, const std::vector<int>& sizes,
                          const std::vector<std::vector<int>>& chosen) {
        Typemap part = old;
        part.lower_marker.reset();
        part.upper_marker.reset();
        part.padding = 0;
        std::int64_t stride = old.extent();
        for (std::size_t dimension = sizes.size(); dimension-- > 0;) {
            Typemap wider;
            for (const int index : chosen[dimension]) wider.add(part, index * stride);
            wider.padding = 0;
            part = wider;
            stride *= sizes[dimension];
        }
        part.lower_marker = 0;
        part.upper_marker = stride;
        return part;
    }

    RandomType subarray(const RandomType& old) {
        const int dimensions = between(1, 3);
        std::vector<int> sizes, subsizes, starts;
        std::vector<std::vector<int>> chosen;
        for (int dimension = 0; dimension < dimensions; ++dimension) {
            sizes.push_back(between(1, 4));
            subsizes.push_back(between(1, sizes.back()));
            starts.push_back(between(0, sizes.back() - subsizes.back()));
            std::vector<int>& indexes = chosen.emplace_back();
            for (int index = 0; index < subsizes.back(); ++index) indexes.push_back(starts.back() + index);
        }
        RandomType made{MPI_DATATYPE_NULL, choose(old.map, sizes, chosen)};
        int order = MPI_ORDER_C;
        if (between(0, 1) == 0) {
            order = MPI_ORDER_FORTRAN;
            for (auto* list : {&sizes, &subsizes, &starts}) std::reverse(list->begin(), list->end());
        }
        mpi::type_create_subarray(call_, dimensions, sizes.data(), subsizes.data(), starts.data(), order,
                                  old.type, &made.type);
        return made;
    }

    RandomType darray(const RandomType& old) {
        const int dimensions = between(1, 3);
        const bool fortran = between(0, 1) == 0;
        std::vector<int> sizes, kinds, arguments, grid;
        int processes = 1;
        for (int dimension = 0; dimension < dimensions; ++dimension) {
            sizes.push_back(between(1, 6));
            kinds.push_back(MPI_DISTRIBUTE_NONE + between(0, 2));
            grid.push_back(kinds.back() == MPI_DISTRIBUTE_NONE ? 1 : between(1, 3));
            const int share = (sizes.back() + grid.back() - 1) / grid.back();
            arguments.push_back(between(0, 1) == 0                     ? MPI_DISTRIBUTE_DFLT_DARG
                                : kinds.back() == MPI_DISTRIBUTE_BLOCK ? share + between(0, 1)
                                                                       : between(1, 3));
            processes *= grid.back();
        }
        const int rank = between(0, processes - 1);
        std::vector<std::vector<int>> chosen(static_cast<std::size_t>(dimensions));
        int rest = rank;
        for (std::size_t dimension = sizes.size(); dimension-- > 0; rest /= grid[dimension])
            for (int index = 0; index < sizes[dimension]; ++index)
                if (owner(index, sizes[dimension], kinds[dimension], arguments[dimension], grid[dimension]) ==
                    rest % grid[dimension])
                    chosen[dimension].push_back(index);
        std::vector<int> outer_sizes = sizes;
        if (fortran) {
            std::reverse(outer_sizes.begin(), outer_sizes.end());
            std::reverse(chosen.begin(), chosen.end());
        }
        RandomType made{MPI_DATATYPE_NULL, choose(old.map, outer_sizes, chosen)};
        mpi::type_create_darray(call_, processes, rank, dimensions, sizes.data(), kinds.data(),
                                arguments.data(), grid.data(), fortran ? MPI_ORDER_FORTRAN : MPI_ORDER_C,
                                old.type, &made.type);
        return made;
    }
    static int owner(int index, int size, int kind, int argument, int processes) {
        if (kind == MPI_DISTRIBUTE_NONE) return 0;
        int block = argument;
        if (argument == MPI_DISTRIBUTE_DFLT_DARG)
            block = kind == MPI_DISTRIBUTE_BLOCK ? (size + processes - 1) / processes : 1;
        return index / block % processes;
    }

    RandomType resized(const RandomType& old) {
        RandomType made = old;
        const std::int64_t lower = old.map.lower() + between(-2, 2) * 4;
        const std::int64_t extent = old.map.extent() + between(-1, 3) * 4;
        made.map.lower_marker = lower;
        made.map.upper_marker = lower + extent;
        mpi::type_create_resized(call_, old.type, lower, extent, &made.type);
        return made;
    }

    mpi::Call<Program>& call_;
    std::mt19937 random_;
    std::vector<MPI_Datatype> made_;
};

} // namespace sartor::test

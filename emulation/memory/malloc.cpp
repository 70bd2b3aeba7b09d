// malloc and its kin of a program on an emulated machine: charged to the memory of its rank's cluster.
//
// Each block has a header in front with its owner. What the executable itself allocates (the
// process runtime, the MPI library, the model) is no memory of the chip's and is not counted.
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "components/library_memory.hpp"
#include "emulation/memory/callers.hpp"
#include "emulation/memory/memory.hpp"
#include "runtime/process.hpp"

extern "C" {
void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t count, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);
void __libc_free(void* memory);
}

namespace {

using namespace sartor;

constexpr std::size_t usual_alignment = alignof(std::max_align_t);
constexpr std::int32_t no_node = -1;

struct Header {
    std::size_t bytes;
    std::int32_t node;
    std::uint32_t offset : 31; // from the start of the block to the program's part
    std::uint32_t is_library : 1;
};
static_assert(sizeof(Header) == usual_alignment);

Header& header_of(void* memory) noexcept {
    return static_cast<Header*>(memory)[-1];
}

enum class Contents : std::uint8_t { any, zeros };

void* take_block(std::size_t offset, std::size_t bytes, Contents contents) noexcept {
    if (offset != sizeof(Header)) return __libc_memalign(offset, bytes);
    return contents == Contents::zeros ? __libc_calloc(1, bytes) : __libc_malloc(bytes);
}

// For an allocating function that was called from there: what it does without memory.
struct Request {
    const void* caller; // null: the program
    const char* outcome;
};

void* allocate(std::size_t alignment, std::size_t bytes, Request request,
               Contents contents = Contents::any) noexcept {
    std::size_t offset = sizeof(Header);
    while (offset < alignment && offset < SIZE_MAX / 4) offset *= 2;
    int node = no_node;
    if (bytes > SIZE_MAX - offset || (machine::manycore::is_program(request.caller) &&
                                      !machine::manycore::take_heap(bytes, request.outcome, node))) {
        errno = ENOMEM;
        return nullptr;
    }
    void* block = take_block(offset, bytes + offset, contents);
    if (block == nullptr) {
        if (node != no_node) machine::manycore::put_back_heap(bytes, node);
        return nullptr;
    }
    void* memory = static_cast<char*>(block) + offset;
    header_of(memory) = {bytes, node, static_cast<std::uint32_t>(offset) & 0x7fffffffU, 0};
    return memory;
}

void put_back(const Header& header) noexcept {
    if (header.is_library != 0)
        machine::manycore::put_back_buffer(header.node, static_cast<std::int64_t>(header.bytes));
    else
        machine::manycore::put_back_heap(header.bytes, header.node);
}

void release(void* memory) noexcept {
    if (memory == nullptr) return;
    const Header header = header_of(memory);
    if (header.node != no_node) put_back(header);
    __libc_free(static_cast<char*>(memory) - header.offset);
}

bool is_power_of_two(std::size_t number) noexcept {
    return number != 0 && (number & (number - 1)) == 0;
}

constexpr Request of_executable = {&__executable_start, ""};

void* allocate_as_before(const Header& header, std::size_t bytes, Request request) noexcept {
    return header.is_library != 0 ? internal::allocate_counted(usual_alignment, bytes)
                                  : allocate(usual_alignment, bytes, request);
}

void* resize(void* memory, std::size_t bytes, Request request) noexcept {
    if (memory == nullptr) return allocate(usual_alignment, bytes, request);
    if (bytes == 0) {
        release(memory);
        return nullptr;
    }
    void* larger = allocate_as_before(header_of(memory), bytes, request);
    if (larger == nullptr) return nullptr;
    const std::size_t old = header_of(memory).bytes;
    std::memcpy(larger, memory, old < bytes ? old : bytes);
    release(memory);
    return larger;
}

} // namespace

namespace sartor::machine::manycore {

void* allocate_for_program(std::size_t alignment, std::size_t bytes) noexcept {
    return allocate(alignment, bytes, {nullptr, "the call of MPI gets no memory for the program"});
}

} // namespace sartor::machine::manycore

namespace sartor::internal {

// Before the first rank runs and after the last, memory is the executable's own.
void* allocate_counted(std::size_t alignment, std::size_t bytes) noexcept {
    const bool counts = machine::manycore::is_program(nullptr);
    int node = no_node;
    if (counts && !machine::manycore::take_library(bytes, node)) return nullptr;
    void* memory = allocate(alignment, bytes, of_executable);
    if (memory == nullptr) {
        if (counts) machine::manycore::put_back_buffer(node, static_cast<std::int64_t>(bytes));
        return nullptr;
    }
    header_of(memory).node = node;
    header_of(memory).is_library = 1;
    return memory;
}

} // namespace sartor::internal

extern "C" {

void* malloc(std::size_t bytes) {
    return allocate(usual_alignment, bytes, {__builtin_return_address(0), "malloc returns NULL"});
}

void* calloc(std::size_t count, std::size_t bytes) {
    std::size_t all = 0;
    if (__builtin_mul_overflow(count, bytes, &all)) {
        errno = ENOMEM;
        return nullptr;
    }
    return allocate(usual_alignment, all, {__builtin_return_address(0), "calloc returns NULL"},
                    Contents::zeros);
}

void* realloc(void* memory, std::size_t bytes) {
    return resize(memory, bytes, {__builtin_return_address(0), "realloc returns NULL"});
}

void* reallocarray(void* memory, std::size_t count, std::size_t bytes) {
    std::size_t all = 0;
    if (__builtin_mul_overflow(count, bytes, &all)) {
        errno = ENOMEM;
        return nullptr;
    }
    return resize(memory, all, {__builtin_return_address(0), "reallocarray returns NULL"});
}

void free(void* memory) {
    release(memory);
}

void* memalign(std::size_t alignment, std::size_t bytes) {
    return allocate(alignment, bytes, {__builtin_return_address(0), "memalign returns NULL"});
}

void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
    return allocate(alignment, bytes, {__builtin_return_address(0), "aligned_alloc returns NULL"});
}

int posix_memalign(void** result, std::size_t alignment, std::size_t bytes) {
    if (alignment % sizeof(void*) != 0 || !is_power_of_two(alignment)) return EINVAL;
    const int before = errno;
    void* memory = allocate(alignment, bytes, {__builtin_return_address(0), "posix_memalign returns ENOMEM"});
    errno = before;
    if (memory == nullptr) return ENOMEM;
    *result = memory;
    return 0;
}

void* valloc(std::size_t bytes) {
    constexpr std::size_t page = 4096;
    return allocate(page, bytes, {__builtin_return_address(0), "valloc returns NULL"});
}

std::size_t malloc_usable_size(void* memory) {
    return memory == nullptr ? 0 : header_of(memory).bytes;
}

} // extern "C"

// What ELF files of this architecture contain, and where its libraries are.
#pragma once

#include <concepts>
#include <string_view>

#include "runtime/architecture/name.hpp"

#include SARTOR_ARCHITECTURE_FILE(elf.hpp)

namespace sartor::architecture {

// name: for people. machine: e_machine of its files. multiarch: the name of Debian's folders of libraries.
// dynamic_linker: the name of its file, as far as ".so". kind_in_cache: of libraries in /etc/ld.so.cache.
// options_of_image: of the linker, for the image of a program.
// position_dependent(): the name of a relocation that only executables at a fixed address can have, otherwise
// null. only_if_external(): of these, one that any file can have if the symbol is its own.
// thread_local_model(): the model that a relocation belongs to ("initial exec"), otherwise null.
template <class E>
concept ElfOf = requires(unsigned relocation) {
    { E::name } -> std::convertible_to<std::string_view>;
    { E::machine } -> std::convertible_to<unsigned>;
    { E::multiarch } -> std::convertible_to<std::string_view>;
    { E::dynamic_linker } -> std::convertible_to<std::string_view>;
    { E::kind_in_cache } -> std::convertible_to<int>;
    { E::options_of_image.begin() } -> std::convertible_to<const char* const*>;
    { E::position_dependent(relocation) }
    noexcept->std::same_as<const char*>;
    { E::only_if_external(relocation) }
    noexcept->std::same_as<bool>;
    { E::thread_local_model(relocation) }
    noexcept->std::same_as<const char*>;
};
static_assert(ElfOf<ElfFiles>);

} // namespace sartor::architecture

// Addresses and names of the network with buffers for each rank.
#include <arpa/inet.h>
#include <netdb.h>

#include "components/process/image/parts/answer.hpp"

namespace {

Answer<hostent> host;
Answer<servent> service;

} // namespace

extern "C" {

[[gnu::weak]] char* inet_ntoa(in_addr address) noexcept {
    static char text[INET_ADDRSTRLEN];
    return const_cast<char*>(inet_ntop(AF_INET, &address, text, sizeof text));
}

[[gnu::weak]] hostent* gethostbyname(const char* name) {
    return host.of([&](hostent& answer, char* buffer, std::size_t bytes, hostent*& result) {
        return gethostbyname_r(name, &answer, buffer, bytes, &result, &h_errno);
    });
}
[[gnu::weak]] hostent* gethostbyaddr(const void* address, socklen_t length, int type) {
    return host.of([&](hostent& answer, char* buffer, std::size_t bytes, hostent*& result) {
        return gethostbyaddr_r(address, length, type, &answer, buffer, bytes, &result, &h_errno);
    });
}
[[gnu::weak]] servent* getservbyname(const char* name, const char* protocol) {
    return service.of([&](servent& answer, char* buffer, std::size_t bytes, servent*& result) {
        return getservbyname_r(name, protocol, &answer, buffer, bytes, &result);
    });
}

} // extern "C"

// Addresses and names of the network with buffers for each rank.
#include <arpa/inet.h>
#include <netdb.h>

#include "runtime/image/parts/answer.hpp"

namespace {

Answer<hostent> host;
Answer<servent> service;
Answer<protoent> protocol;

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
[[gnu::weak]] servent* getservbyname(const char* name, const char* of_protocol) {
    return service.of([&](servent& answer, char* buffer, std::size_t bytes, servent*& result) {
        return getservbyname_r(name, of_protocol, &answer, buffer, bytes, &result);
    });
}
[[gnu::weak]] servent* getservbyport(int port, const char* name) {
    return service.of([&](servent& answer, char* buffer, std::size_t bytes, servent*& result) {
        return getservbyport_r(port, name, &answer, buffer, bytes, &result);
    });
}
[[gnu::weak]] protoent* getprotobyname(const char* name) {
    return protocol.of([&](protoent& answer, char* buffer, std::size_t bytes, protoent*& result) {
        return getprotobyname_r(name, &answer, buffer, bytes, &result);
    });
}

} // extern "C"

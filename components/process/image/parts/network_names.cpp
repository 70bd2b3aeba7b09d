// Addresses and names of the network with buffers for each rank.
#include <arpa/inet.h>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <netdb.h>

namespace {

// For one function that returns a T with texts in a buffer, which grows until they fit.
template <class T>
class Answer {
  public:
    // ask(T&, char* buffer, size_t bytes, T*& result): an errno value.
    template <class Ask>
    T* of(Ask ask) noexcept {
        for (;;) {
            T* result = nullptr;
            const int error = bytes_ > 0 ? ask(answer_, buffer_, bytes_, result) : ERANGE;
            if (error != ERANGE) return error == 0 ? result : nullptr;
            const std::size_t more = 2 * bytes_ + 1024;
            auto* grown = static_cast<char*>(std::realloc(buffer_, more));
            if (grown == nullptr) return nullptr;
            buffer_ = grown;
            bytes_ = more;
        }
    }

  private:
    T answer_{};
    char* buffer_ = nullptr;
    std::size_t bytes_ = 0;
};

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

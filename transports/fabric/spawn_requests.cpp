#include "transports/fabric/spawn_requests.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <utility>

#include "runtime/process.hpp"
#include "runtime/spawning.hpp"
#include "transports/fabric/frames.hpp"
#include "transports/fabric/launcher.hpp"

namespace sartor::channel::fabric {

// ---- of this process

namespace {

process::SpawnRequest* kept = nullptr;
std::uint64_t next_token = 0;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

} // namespace

bool keep_request(process::SpawnRequest& request) noexcept {
    if (request.bytes > longest_spawn) {
        std::snprintf(
            request.error, sizeof request.error,
            "names and arguments of %zu bytes are too long: at most %u bytes can be requested at once",
            request.bytes, longest_spawn);
        request.has_reply.store(true);
        return false;
    }
    pthread_mutex_lock(&mutex);
    request.token = next_token++;
    request.next = std::exchange(kept, &request);
    pthread_mutex_unlock(&mutex);
    return true;
}

bool is_spawning() noexcept {
    pthread_mutex_lock(&mutex);
    const bool any = kept != nullptr;
    pthread_mutex_unlock(&mutex);
    return any;
}

bool answer_request(std::uint64_t token, const char* error, std::size_t bytes) noexcept {
    pthread_mutex_lock(&mutex);
    process::SpawnRequest** link = &kept;
    while (*link != nullptr && (*link)->token != token) link = &(*link)->next;
    process::SpawnRequest* const request = *link;
    if (request != nullptr) {
        *link = request->next;
        const std::size_t shown = std::min(bytes, sizeof request->error - 1);
        std::memcpy(request->error, error, shown);
        request->error[shown] = '\0';
        request->is_done = bytes == 0;
        process::Rank& requester = *request->requester;
        request->has_reply.store(true); // it may be gone from now on
        process::wake(requester);
    }
    pthread_mutex_unlock(&mutex);
    return request != nullptr;
}

// ---- by way of process 0

namespace {

// A request that comes in pieces; an empty one ends it.
struct Relayed {
    Relayed* next;
    std::uint64_t token;
    char* text;
    std::size_t bytes;
};
Relayed* relayed = nullptr; // frames are taken by one thread at a time

Relayed*& link_of(std::uint64_t token) noexcept {
    Relayed** link = &relayed;
    while (*link != nullptr && (*link)->token != token) link = &(*link)->next;
    return *link;
}

void pass_on(Relayed*& link) noexcept {
    Relayed* const whole = std::exchange(link, link->next);
    wire_up.relay(whole->token, whole->text, whole->bytes);
    std::free(whole->text);
    std::free(whole);
}

void take_piece(const Frame& frame, const char* data, std::size_t bytes) noexcept {
    if (wire_up.relay == nullptr) refuse(frame, "this process starts no programs");
    if (RelayedToken::is_one(frame.bytes)) refuse(frame, "its number");
    Relayed*& link = link_of(RelayedToken::of(frame.from, frame.bytes));
    if (link == nullptr) {
        link = static_cast<Relayed*>(std::calloc(1, sizeof(Relayed)));
        if (link == nullptr) process::end_without_memory("a request for further programs");
        link->token = RelayedToken::of(frame.from, frame.bytes);
    }
    if (bytes == 0) return pass_on(link);
    if (bytes > longest_spawn - link->bytes) refuse(frame, "its length");
    auto* const text = static_cast<char*>(std::realloc(link->text, link->bytes + bytes));
    if (text == nullptr) process::end_without_memory("a request for further programs");
    std::memcpy(text + link->bytes, data, bytes);
    link->text = text;
    link->bytes += bytes;
}

} // namespace

void request_from_first(process::SpawnRequest& request) noexcept {
    constexpr std::size_t longest_piece = 8 << 10;
    if (!keep_request(request)) return;
    const char* const text = request.text; // the request may be gone with the last piece
    const std::size_t bytes = request.bytes;
    const std::uint64_t token = request.token;
    for (std::size_t done = 0; done < bytes; done += longest_piece)
        send_frame(0, FrameKind::spawn, token, 0, text + done, std::min(bytes - done, longest_piece));
    send_frame(0, FrameKind::spawn, token);
}

void take_spawn_frame(const Frame& frame, const char* data, std::size_t bytes) noexcept {
    if (frame.kind == FrameKind::spawn) return take_piece(frame, data, bytes);
    if (frame.from != 0 || !answer_request(frame.bytes, data, bytes))
        refuse(frame, "an answer to no request");
}

} // namespace sartor::channel::fabric

/* <sartor/channel.h>: the channels of an emulated machine for programs without MPI, as the systems of the MPPA-256
   have them (MPPA-MPI, section I.B: Sync, Portal, RQueue, Channel; LWMPI, section 4.1.1: mailbox, portal, sync).

   Ranks are the program's copies, as with MPI: sartor run -n N --machine NAME; with --io PROGRAM the last one is that
   program's. Each kind of channel has ports of its
   own, numbered from 0 to 2^30; there may be many more than the chip has mailboxes and receive tags, which they share
   (LWMPI, section 4.3). All calls block until what they say has happened. Wrong arguments end the run with a line
   that names the call; so does any call on the host, which has no such channels. */
#ifndef SARTOR_CHANNEL_H
#define SARTOR_CHANNEL_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SARTOR_ANY_RANK (-1)

/* The calls of the machine. The functions below are how to use it. */
struct sartor_channel_calls {
    int (*rank)(void);
    int (*ranks)(void);
    int (*cluster)(int rank);
    size_t (*mailbox_bytes)(void);
    void (*mailbox_send)(int to, int port, const void *data, size_t bytes);
    size_t (*mailbox_receive)(int *from, int port, void *data, size_t bytes);
    void (*portal_allow)(int from, int port, void *data, size_t bytes);
    void (*portal_write)(const int *to, int count, int port, const void *data, size_t bytes, size_t offset);
    size_t (*portal_wait)(int from, int port);
    void (*sync_signal)(const int *to, int count, int port);
    void (*sync_wait)(const int *from, int count, int port);
    void (*channel_write)(int to, int port, const void *data, size_t bytes);
    size_t (*channel_read)(int from, int port, void *data, size_t bytes);
    void (*name_link)(const char *name, int port);
    int (*name_find)(const char *name, int *rank, int *port);
    double (*seconds)(void);
    void (*port_open)(int to, int port);
    void (*port_close)(int to, int port);
};

/* Ends the run on the host. */
const struct sartor_channel_calls *sartor_channels(void);

static inline int sartor_rank(void) { return sartor_channels()->rank(); }
static inline int sartor_ranks(void) { return sartor_channels()->ranks(); }
static inline int sartor_cluster(int rank) { return sartor_channels()->cluster(rank); }

/* Virtual time since the start of the program. */
static inline double sartor_seconds(void) { return sartor_channels()->seconds(); }

/* Opening a port of another rank for writing, and closing it: calls of the machine's kernel where there is one
   (kernel_open), as systems like Nanvix have them. Not needed: all ports can be written to at any time. */
static inline void sartor_port_open(int to, int port) { sartor_channels()->port_open(to, port); }
static inline void sartor_port_close(int to, int port) { sartor_channels()->port_close(to, port); }

/* Mailbox: control messages of up to sartor_mailbox_bytes(). A port keeps at most port_buffers (of the machine's file)
   unreceived messages; a sender that finds it full waits. Messages of one sender are received in order. */
static inline size_t sartor_mailbox_bytes(void) { return sartor_channels()->mailbox_bytes(); }
static inline void sartor_mailbox_send(int to, int port, const void *data, size_t bytes) {
    sartor_channels()->mailbox_send(to, port, data, bytes);
}
/* The oldest from *from, which may be SARTOR_ANY_RANK and is then set. Returns how many bytes were sent; `data` has
   room for them. */
static inline size_t sartor_mailbox_receive(int *from, int port, void *data, size_t bytes) {
    return sartor_channels()->mailbox_receive(from, port, data, bytes);
}

/* Portal: one rank allows another to write once into its memory; the writer waits for that, writes at an offset, by
   its core or the DMA engine as messages of that size go, and returns when its own memory is free again. */
static inline void sartor_portal_allow(int from, int port, void *data, size_t bytes) {
    sartor_channels()->portal_allow(from, port, data, bytes);
}
static inline void sartor_portal_write(int to, int port, const void *data, size_t bytes, size_t offset) {
    sartor_channels()->portal_write(&to, 1, port, data, bytes, offset);
}
/* The same data to several ranks. */
static inline void sartor_portal_multicast(const int *to, int count, int port, const void *data, size_t bytes,
                                           size_t offset) {
    sartor_channels()->portal_write(to, count, port, data, bytes, offset);
}
/* Until what the oldest allowance allowed was written. Returns the bytes written. */
static inline size_t sartor_portal_wait(int from, int port) { return sartor_channels()->portal_wait(from, port); }

/* Sync: a signal from each of N ranks to each of M. One to all: one signals, the others wait for it; all to one: the
   others signal, one waits for them. A sender whose last signal was not waited for yet waits. */
static inline void sartor_sync_signal(const int *to, int count, int port) {
    sartor_channels()->sync_signal(to, count, port);
}
static inline void sartor_sync_wait(const int *from, int count, int port) {
    sartor_channels()->sync_wait(from, count, port);
}

/* Channel: one rank's write meets another's read. Returns the bytes written. */
static inline void sartor_channel_write(int to, int port, const void *data, size_t bytes) {
    sartor_channels()->channel_write(to, port, data, bytes);
}
static inline size_t sartor_channel_read(int from, int port, void *data, size_t bytes) {
    return sartor_channels()->channel_read(from, port, data, bytes);
}

/* Names, of 1 to 31 characters, where the machine has a name service (sartor machines NAME: name_service; LWMPI,
   section 5.6). A rank gives one of its ports a name that no other has; ranks themselves are "rank-0", "rank-1"... with
   port 0. */
static inline void sartor_name_link(const char *name, int port) { sartor_channels()->name_link(name, port); }
/* Whether there is such a name. If so, sets rank and port. */
static inline int sartor_name_find(const char *name, int *rank, int *port) {
    return sartor_channels()->name_find(name, rank, port);
}

#ifdef __cplusplus
}
#endif

#endif

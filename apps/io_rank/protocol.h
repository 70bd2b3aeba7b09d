/* What io_server and compute agree on. */
#ifndef PROTOCOL_H
#define PROTOCOL_H

/* The matrix: 4 MB of doubles, twice what a cluster of the MPPA-256 has. */
enum { rows = 1024, columns = 512, rows_at_once = 16 };

/* Tags. The server replies to a request with rows, or with an empty message when there are none left; the tag of rows
   and of results is that of the first row. */
enum { request = rows, no_more = rows + 1 };

#endif

// Where the runtime's thread-local variables are: in an executable at a known distance from the thread's
// pointer, in a shared library (libmpi_abi.so) at one that the loader decides. Both cost one instruction or
// two, and no call.
#pragma once

#if defined(__PIC__) && !defined(__PIE__)
#define SARTOR_THREAD_LOCAL_MODEL "initial-exec"
#else
#define SARTOR_THREAD_LOCAL_MODEL "local-exec"
#endif

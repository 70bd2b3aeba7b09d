/* A library whose thread-local variable needs static TLS, of which there is little. */
__thread int slot __attribute__((tls_model("initial-exec"))) = 1;

int count_call(int calls) { return slot += calls; }

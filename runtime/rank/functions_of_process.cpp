// Functions of the process that parts of images may hide from each other.
#include <dlfcn.h>

#include "runtime/rank/for_parts.hpp"

void* (*const sartor_rank_dlsym)(void* handle, const char* name) = &dlsym;

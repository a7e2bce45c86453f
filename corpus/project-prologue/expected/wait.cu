#include <hip/hip_runtime.h>
#include "wait.inl"

template void fetch<float>(float *, const float *, size_t, hipStream_t);

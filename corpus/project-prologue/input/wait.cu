#include "wait.inl"

template void fetch<float>(float *, const float *, size_t, cudaStream_t);

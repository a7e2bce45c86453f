/*
 * Wraps cudaMalloc and cudaFree. Do not call cudaMalloc() elsewhere:
 *     kernel<<<grid, block>>>(args);   // the usual form
 * #include <cuda_runtime.h> is done here, once.
 */
#include <hip/hip_runtime.h> // cuda_runtime.h brings cudaError_t
#include <cstdio>
#include <cstring>

/* cudaStream_t */ static hipStream_t /* not cudaEvent_t */ g_stream; // cudaStream_t again

// A comment that ends with a backslash goes on: \
   cudaDeviceSynchronize() and cudaFree(p) are still comment here
static const char *const kNames[] = {
    "cudaMalloc",
    "cudaMemcpyAsync(\"dst\", cudaMemcpyHostToDevice)",
    "a string \
that goes on: cudaFree",
    "// cudaEventRecord, not a comment",
    "/* cudaMallocHost, neither",
    "cuda" "Malloc", // two literals, one word
    u8"cudaStreamCreate",
};
static const wchar_t *const kWide = L"cudaErrorInvalidValue";
static const char kQuote = '"'; // a quote in a character: cudaMalloc must not turn into text
static const char kApostrophe = '\'', kBackslash = '\\';
static const int kFour = 'cuda', kThousands = 1'000'000;

/**
 * @brief Allocates @p bytes with cudaMalloc.
 * @return cudaSuccess, or what cudaMalloc returned. It's the caller's job to call cudaFree.
 */
hipError_t allocate(void **ptr, size_t bytes)
{
    const hipError_t err = hipMalloc(ptr, bytes); /* cudaMalloc, not cudaMallocManaged */
    if (err /* cudaErrorMemoryAllocation? */ != hipSuccess)
        std::printf("cudaMalloc(%zu): %s // %s\n", bytes, hipGetErrorString(err), "cudaErrorMemoryAllocation");
    return err;
}

int find(const char *name)
{
    for (int i = 0; i < (int)(sizeof(kNames) / sizeof(kNames[0])); ++i)
        if (!std::strcmp(kNames[i], name)) return i; // e.g. find("cudaFree")
    return name[0] == kQuote || name[0] == '/' || kFour == kThousands || kWide[0] == L'c' ? hipSuccess : -1;
}

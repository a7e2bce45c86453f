#include <cuda_runtime.h>
#include <cstdio>
#include <string>

static const char *kUsage = R"(usage: bench [options]
  --alloc cudaMalloc|cudaMallocManaged|cudaMallocAsync
  --sync  cudaDeviceSynchronize() or "cudaStreamSynchronize"
  #include <cuda_runtime.h>
)";

static const char *kConfig = R"json({
  "allocator": "cudaMallocAsync",
  "flags": ["cudaHostAllocMapped", "cudaHostAllocPortable"],
  "note": "ends with )\" but not yet: cudaFree"
})json";

static const char *kPlain = R"--(a " quote, a \ backslash at the end: cudaFree \)--";
static const wchar_t *kWide = LR"(cudaStream_t)";
static const auto *kUtf8 = u8R"x(cudaEvent_t)x";
static const char16_t *kUtf16 = uR"(cudaGraph_t)";
static const char32_t *kUtf32 = UR"(cudaArray_t)";

// A macro that ends in R is no prefix, and an R of our own is an identifier.
#define BAR "bar"
static const std::string R = "cudaMemset";

int main(int argc, char **argv)
{
    if (argc < 2) {
        std::fputs(kUsage, stderr);
        return 2;
    }
    void *p = nullptr;
    const std::string mode = argv[1];
    cudaError_t err = mode == R"(cudaMallocManaged)" ? cudaMallocManaged(&p, 1024) : cudaMalloc(&p, 1024);
    if (err != cudaSuccess)
        std::printf(R"(%s failed: "%s" in %s%s)" "\n", mode.c_str(), cudaGetErrorString(err), kConfig, kPlain);
    std::printf("%s" BAR "%d%d%d%d\n", R.c_str(), kWide[0] == L'c', kUtf8[0] == 'c', kUtf16[0] == u'c', kUtf32[0] == U'c');
    return cudaFree(p) != cudaSuccess;
}

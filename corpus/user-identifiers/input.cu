#include <cuda_runtime.h>
#include <cstddef>
#include <map>

// Our own pool. Names follow the runtime's, with something before or behind.
static std::map<void *, std::size_t> g_cudaMallocs;

cudaError_t my_cudaMalloc(void **p, std::size_t n)
{
    cudaError_t status = cudaMalloc(p, n);
    if (status == cudaSuccess)
        g_cudaMallocs[*p] = n;
    return status;
}

cudaError_t cudaMallocX(void **p, std::size_t n) { return my_cudaMalloc(p, (n + 255) & ~std::size_t(255)); }
cudaError_t _cudaFree(void *p) { return g_cudaMallocs.erase(p) ? cudaFree(p) : cudaErrorInvalidValue; }
cudaError_t cudaFree2(void *a, void *b) { return _cudaFree(a) == cudaSuccess ? _cudaFree(b) : cudaErrorInvalidValue; }

enum Backend { BACKEND_cuda, BACKEND_cudaStream_t, cudaBackendCount };
struct cudaPlan {
    int cudaDevice;
    cudaStream_t cudaStream;
};

__global__ void gather(const int *index, const float *in, float *out, int n, int lanes)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int threadIdxInTile = threadIdx.x % lanes;
    if (i < n)
        out[i] = in[index[i]] + threadIdxInTile;
}

// A host function with a local variable that is called like the device built-in.
int groupsFor(int n, int device)
{
    int warpSize = 0;
    cudaDeviceGetAttribute(&warpSize, cudaDevAttrWarpSize, device);
    return (n + warpSize - 1) / warpSize;
}

int roundUp(int n, int warpSize) { return (n + warpSize - 1) / warpSize * warpSize; }

int execute(const cudaPlan &plan, const int *index, const float *in, float *out, int n)
{
    int cudaSuccess_count = 0;
    const int warpSize = 16, gridDimX = groupsFor(n, plan.cudaDevice);
    gather<<<gridDimX, roundUp(64, warpSize), 0, plan.cudaStream>>>(index, in, out, n, warpSize);
    cudaSuccess_count += cudaGetLastError() == cudaSuccess;
    return cudaSuccess_count == cudaBackendCount - BACKEND_cudaStream_t ? BACKEND_cuda : -1;
}

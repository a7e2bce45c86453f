#include <cuda_runtime.h>

#define MAX_THREADS 256

// hipify: ignore[D023] two blocks a multiprocessor was measured on both vendors
__global__ void __launch_bounds__(MAX_THREADS, 2) gather(const int *index, const float *in, float *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
#if __CUDA_ARCH__ >= 350 // hipify: ignore[M001] the other branch is right for every HIP device
    if (i < n) out[i] = __ldg(in + index[i]);
#else
    if (i < n) out[i] = in[index[i]];
#endif
}

__device__ unsigned clusterRank()
{
    unsigned rank = 0;
#ifdef USE_PTX
    /* hipify: ignore[D001] never compiled for HIP: USE_PTX is set by the CUDA build only */
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
#endif
    return rank;
}

// hipify: ignore[M003] the version is the CUDA build's own affair
#if CUDART_VERSION >= 12000
#define HAVE_CLUSTERS 1
#endif

__global__ void rank(unsigned *out) { out[blockIdx.x] = clusterRank(); }

cudaError_t run(const int *index, const float *in, float *out, unsigned *ranks, int n)
{
    gather<<<(n + MAX_THREADS - 1) / MAX_THREADS, MAX_THREADS>>>(index, in, out, n);
    rank<<<4, 1>>>(ranks);
    return cudaGetLastError();
}

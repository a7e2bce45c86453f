// Generic reductions given as device lambdas; the last block to finish folds the partial results of all of them.
#include <cstdio>
#include <cuda_runtime.h>

template <class T, class Combine>
__device__ T fold_warp(T v, Combine combine, int active_lanes = warpSize)
{
    const int me = threadIdx.x & (warpSize - 1);
    for (int hop = 1; hop < warpSize; hop <<= 1) {
        const T other = __shfl_down_sync(0xffffffffu, v, hop);
        if (me + hop < active_lanes)
            v = combine(v, other);
    }
    return v;
}

// valid: how many threads of the block, from the first on, hold a value
template <class T, class Combine>
__device__ T fold_block(T v, int valid, Combine combine)
{
    __shared__ T slot[32];
    const int wid = threadIdx.x / warpSize, lid = threadIdx.x & (warpSize - 1);
    const int left = valid - wid * warpSize;
    v = fold_warp(v, combine, left > warpSize ? warpSize : left);
    if (lid == 0)
        slot[wid] = v;
    __syncthreads();
    const int used = (valid + warpSize - 1) / warpSize;
    if (wid == 0)
        v = fold_warp(lid < used ? slot[lid] : T(), combine, used);
    __syncthreads();
    return v;
}

template <class T, class Map, class Combine>
__global__ void map_reduce(int n, T *partial, unsigned *arrived, T *result, Map map, Combine combine)
{
    __shared__ bool last;
    const int i0 = blockIdx.x * blockDim.x + threadIdx.x;
    T v = T();
    if (i0 < n) {
        v = map(i0);
        for (int i = i0 + gridDim.x * blockDim.x; i < n; i += gridDim.x * blockDim.x)
            v = combine(v, map(i));
    }
    const int rest = n - (int)(blockIdx.x * blockDim.x);
    v = fold_block(v, rest < (int)blockDim.x ? rest : (int)blockDim.x, combine);
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = v;
        __threadfence();
        last = atomicInc(arrived, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last)
        return;
    __threadfence();
    const int blocks = gridDim.x; // no more than a block's threads
    v = (int)threadIdx.x < blocks ? ((volatile T *)partial)[threadIdx.x] : T();
    v = fold_block(v, blocks, combine);
    if (threadIdx.x == 0)
        *result = v;
}

template <class T, class Map, class Combine>
T reduce(int n, Map map, Combine combine)
{
    const int warp = 32, threads = 3 * warp;
    const int blocks = (n + threads - 1) / threads < 5 ? (n + threads - 1) / threads : 5;
    T *partial, *result;
    unsigned *arrived;
    cudaMalloc(&partial, blocks * sizeof(T));
    cudaMallocManaged(&result, sizeof(T));
    cudaMalloc(&arrived, sizeof(unsigned));
    cudaMemset(arrived, 0, sizeof(unsigned));
    map_reduce<<<blocks, threads>>>(n, partial, arrived, result, map, combine);
    cudaDeviceSynchronize();
    const T r = *result;
    cudaFree(partial);
    cudaFree(result);
    cudaFree(arrived);
    return r;
}

int main()
{
    int wrong = 0;
    const int sizes[] = {1, 31, 64, 97, 250, 1301};
    for (int n : sizes) {
        int *x;
        cudaMallocManaged(&x, n * sizeof(int));
        for (int i = 0; i < n; i++)
            x[i] = (i * 179 + 57) % 263 - 100;
        const int lo = reduce<int>(n, [=] __device__(int i) { return x[i]; },
                                   [] __device__(int a, int b) { return a < b ? a : b; });
        const long long sq = reduce<long long>(n, [=] __device__(int i) { return (long long)x[i] * x[i]; },
                                               [] __device__(long long a, long long b) { return a + b; });
        const unsigned bits = reduce<unsigned>(n, [x] __device__(int i) { return 1u << (x[i] & 31); },
                                               [] __device__(unsigned a, unsigned b) { return a ^ b; });
        int elo = x[0];
        long long esq = 0;
        unsigned ebits = 0;
        for (int i = 0; i < n; i++) {
            elo = x[i] < elo ? x[i] : elo;
            esq += (long long)x[i] * x[i];
            ebits ^= 1u << (x[i] & 31);
        }
        wrong += (lo != elo) + (sq != esq) + (bits != ebits);
        printf("n %d: lowest %d, squares %lld, bits %08x\n", n, lo, sq, bits);
        cudaFree(x);
    }
    printf("wrong %d\n", wrong);
    return wrong;
}

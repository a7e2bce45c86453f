#include <cuda_runtime.h>
#include <cooperative_groups.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cub/cub.cuh>
#include <cstdio>
namespace cg = cooperative_groups;
#define LAUNCH(kernel, ...) \
    kernel<<<1, 64>>>(__VA_ARGS__)
__constant__ int factor[2];
__device__ int total;
__global__ void tiles(int *out) {
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
    auto small = cg::tiled_partition<4>(tile);
    int t = block.thread_rank();
    int r = tile.shfl(t, 2) * 1000000 + tile.meta_group_rank() * 10000 + tile.ballot(t % 8 > 5) * 10;
    out[t] = r + small.any(t % 4 == 3 && t < 4) + 2 * (tile.meta_group_size() == 8) + 4 * (small.shfl_down(t, 1) == t);
}
__global__ void empty() {}
__global__ void some(int *out) {
    int t = threadIdx.x;
    out[t] = 0;
    if (t % 3 == 0) {
        cg::coalesced_group g = cg::coalesced_threads();
        out[t] = g.size() * 10000 + g.thread_rank() * 100 + g.shfl_down(t, 1);
    }
}
template <typename T, int N>
__global__ void types(int *out) {
    __shared__ __half h[N], unused;
    __shared__ __align__(16) T pairs[N / 2][2];
    extern __shared__ unsigned char bytes[];
    int t = threadIdx.x;
    unsigned lane;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
    h[t] = __float2half(t * 0.5f);
    pairs[t / 2][t % 2] = __float2bfloat16(t);
    bytes[t] = t;
    unused = h[t];
    __syncthreads();
    float v = __half2float(__shfl_xor_sync(0xffffffffu, h[t] + __half(1.0f), 1));
    float b = __bfloat162float(__shfl_down_sync(0xffffffffu, pairs[t / 2][t % 2], 2));
    out[t] = (int)(v * 10) + 1000 * (int)b + 100000 * (int)lane + factor[1] * bytes[63 - t];
    atomicAdd(&total, (int)(sizeof(pairs) / sizeof(T)));
}
__global__ void sums(int *out) {
    typedef cub::WarpReduce<int> Warp;
    typedef cub::BlockScan<int, 64> Scan;
    __shared__ typename Warp::TempStorage warp[2];
    __shared__ typename Scan::TempStorage scan;
    int t = threadIdx.x, before;
    int sum = Warp(warp[t / 32]).Sum(t);
    Scan(scan).ExclusiveSum(1, before);
    out[t] = t % 32 ? before : sum * 100 + before;
}
__global__ void atomics(int *out) {
    unsigned *u = (unsigned *)out;
    atomicAdd(out, threadIdx.x); atomicSub(out + 1, 1); atomicMax(out + 2, (int)threadIdx.x); atomicMin(out + 3, -(int)threadIdx.x);
    atomicOr(out + 4, 1 << threadIdx.x % 8); atomicAnd(out + 5, ~(1 << threadIdx.x % 8)); atomicXor(out + 6, 3);
    atomicInc(u + 7, 9); atomicDec(u + 8, 9);
    int seen, old = out[9];
    do { seen = old; old = atomicCAS(out + 9, seen, seen * 2 % 1000003 + 1); } while (old != seen);
}
int main() {
    int *d, h[64], f[2] = {1, 2}, sum;
    cudaMalloc(&d, sizeof h);
    cudaMemcpyToSymbol(factor, f, sizeof f);
#define SHOW(name) cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost); \
    printf(name); for (int i = 0; i < 64; ++i) printf(" %d", h[i]); printf("\n");
    empty<<<1, 1>>>();
    LAUNCH(tiles, d);
    SHOW("tiles")
    int *at = d;
    some<<<dim3(1), dim3(8, 8)>>>(at++);  // once, not in every lane
    at == d + 1 || printf("evaluated %d times\n", int(at - d));
    some<<<1, 64>>>(d);
    SHOW("some")
    types<__nv_bfloat16, 64><<<1, 64, 64>>>(d);
    SHOW("types")
    cudaMemcpyFromSymbol(&sum, total, sizeof sum);
    sums<<<1, 64>>>(d);
    SHOW("sums")
    cudaMemset(d, 0, sizeof h);
    atomics<<<1, 64>>>(d);
    SHOW("atomics")
    printf("total %d\n", sum);
    return cudaFree(d) || cudaGetLastError() != cudaSuccess;
}

// Block-wide bitonic sort: strides inside a warp by shuffles, longer ones through shared memory.
#include <algorithm>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

#define WARP_SHIFT 5
#define WARP_WIDTH (1 << WARP_SHIFT)
#define WARP_MASK (WARP_WIDTH - 1)

#define SWAP_STEP(v, partner, small) ((small) ? min((v), (partner)) : max((v), (partner)))

template <int N>
__global__ void __launch_bounds__(N) block_sort(int *data)
{
    __shared__ int tile[N];
    const int t = threadIdx.x;
    int v = data[blockIdx.x * N + t];
    for (int k = 2; k <= N; k <<= 1) {
        const bool ascending = !(t & k);
        int j = k >> 1;
        for (; j >= WARP_WIDTH; j >>= 1) {
            tile[t] = v;
            __syncthreads();
            const int other = tile[t ^ j];
            v = SWAP_STEP(v, other, ascending == !(t & j));
            __syncthreads();
        }
        for (; j > 0; j >>= 1) {
            const int other = __shfl_xor_sync(0xffffffff, v, j);
            v = SWAP_STEP(v, other, ascending == !(t & j));
        }
    }
    data[blockIdx.x * N + t] = v;
}

// after sorting: distinct values of each block, heads found against the left neighbour
template <int N>
__global__ void unique_count(const int *data, int *distinct)
{
    __shared__ int last_of_warp[N / WARP_WIDTH];
    __shared__ int heads[N / WARP_WIDTH];
    const int t = threadIdx.x, lane = t & WARP_MASK, warp = t >> WARP_SHIFT;
    const int v = data[blockIdx.x * N + t];
    if (lane == WARP_MASK)
        last_of_warp[warp] = v;
    __syncthreads();
    int left = __shfl_up_sync(0xffffffff, v, 1);
    if (lane == 0 && warp > 0)
        left = last_of_warp[warp - 1];
    const unsigned m = __ballot_sync(0xffffffff, t == 0 || left != v);
    if (lane == 0)
        heads[warp] = __popc(m);
    __syncthreads();
    if (warp == 0) {
        int h = lane < (N >> WARP_SHIFT) ? heads[lane] : 0;
        for (int d = WARP_WIDTH >> 1; d; d >>= 1)
            h += __shfl_down_sync(0xffffffff, h, d);
        if (lane == 0)
            distinct[blockIdx.x] = h;
    }
}

template <int N>
int check(int blocks)
{
    std::vector<int> host(N * blocks), got(N * blocks), distinct(blocks);
    for (int i = 0; i < N * blocks; i++)
        host[i] = (int)((unsigned)i * 2654435761u >> 20) % (N + 7) - N / 3;
    int *data, *dist, wrong = 0;
    cudaMalloc(&data, host.size() * sizeof(int));
    cudaMalloc(&dist, blocks * sizeof(int));
    cudaMemcpy(data, host.data(), host.size() * sizeof(int), cudaMemcpyHostToDevice);
    block_sort<N><<<blocks, N>>>(data);
    unique_count<N><<<blocks, N>>>(data, dist);
    cudaMemcpy(got.data(), data, host.size() * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(distinct.data(), dist, blocks * sizeof(int), cudaMemcpyDeviceToHost);
    int sum = 0;
    for (int b = 0; b < blocks; b++) {
        auto first = host.begin() + b * N, end = first + N;
        std::sort(first, end);
        for (int i = 0; i < N; i++)
            wrong += host[b * N + i] != got[b * N + i];
        wrong += (int)(std::unique(first, end) - first) != distinct[b];
        sum += distinct[b];
    }
    printf("blocks of %d: %d distinct, %d wrong\n", N, sum, wrong);
    cudaFree(data);
    cudaFree(dist);
    return wrong;
}

int main()
{
    return check<32>(5) + check<128>(3) + check<512>(2) != 0;
}

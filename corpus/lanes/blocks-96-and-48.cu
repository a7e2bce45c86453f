// Blocks of 96 and of 48 threads: an odd number of warps, and a last warp that is half full.
#include <cstdio>
#include <cuda_runtime.h>

#define CEIL_DIV(a, b) (((a) + (b) - 1) / (b))

template <int THREADS>
__global__ void sumAndRank(const int *in, int *sums, int *ranks)
{
    constexpr int WARPS = CEIL_DIV(THREADS, 32), LAST = THREADS % 32;
    constexpr unsigned LAST_MASK = LAST ? (1u << LAST) - 1 : 0xffffffffu;
    __shared__ int counts[WARPS], sum[WARPS];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const unsigned mask = warp == WARPS - 1 ? LAST_MASK : 0xffffffffu;
    const int x = in[blockIdx.x * THREADS + threadIdx.x];
    const unsigned odd = __ballot_sync(mask, x & 1);
    int s = x;
    for (int d = LAST && warp == WARPS - 1 ? LAST / 2 : 16; d > 0; d >>= 1)
        s += __shfl_xor_sync(mask, s, d);
    if (lane == 0) {
        counts[warp] = __popc(odd);
        sum[warp] = s;
    }
    __syncthreads();
    int before = 0;
    for (int w = 0; w < warp; w++)
        before += counts[w];
    ranks[blockIdx.x * THREADS + threadIdx.x] = x & 1 ? before + __popc(odd & ((1u << lane) - 1)) : -1;
    if (threadIdx.x == 0) {
        int total = 0;
        for (int w = 0; w < WARPS; w++)
            total += sum[w];
        sums[blockIdx.x] = total;
    }
}

template <int THREADS>
int check(const int *in, int *sums, int *ranks, int blocks)
{
    sumAndRank<THREADS><<<blocks, THREADS>>>(in, sums, ranks);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int b = 0; b < blocks; b++) {
        int sum = 0, odd = 0;
        for (int i = b * THREADS; i < (b + 1) * THREADS; i++) {
            sum += in[i];
            wrong += ranks[i] != (in[i] & 1 ? odd++ : -1);
        }
        wrong += sums[b] != sum;
        printf("%d threads, block %d: %d, %d odd\n", THREADS, b, sums[b], odd);
    }
    return wrong;
}

int main()
{
    const int n = 96 * 4;
    int *in, *sums, *ranks;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&sums, 8 * sizeof(int));
    cudaMallocManaged(&ranks, n * sizeof(int));
    for (int i = 0; i < n; i++)
        in[i] = (i * i * 3 + i) / 2 % 29;
    int wrong = check<96>(in, sums, ranks, 4) + check<48>(in, sums, ranks, 8) + check<80>(in, sums, ranks, 3);
    printf("wrong: %d\n", wrong);
    cudaFree(in);
    cudaFree(sums);
    cudaFree(ranks);
    return wrong != 0;
}

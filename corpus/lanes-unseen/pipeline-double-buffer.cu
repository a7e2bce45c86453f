// Warp-specialised pipeline: warp 0 fills two buffers, the other warps consume; full/empty flags in shared memory.
#include <cstdio>
#include <cuda_runtime.h>

template <int CONSUMERS>
struct Channel {
    static const int CHUNK = 64;
    int buf[2][CHUNK];
    volatile int full[2];       // generation of the data
    volatile int drained[2][CONSUMERS]; // generation each consumer has finished
};

__device__ __forceinline__ void await(volatile int *flag, int value)
{
    while (*flag < value) {
    }
    __threadfence_block();
}

template <int C>
__device__ void produce(Channel<C> &ch, const int *src, int chunks, int lane)
{
    for (int k = 0; k < chunks; ++k) {
        const int slot = k & 1, gen = k / 2 + 1;
        if (lane < C)
            await(&ch.drained[slot][lane], gen - 1);
        __syncwarp();
        for (int i = lane; i < Channel<C>::CHUNK; i += 32)
            ch.buf[slot][i] = src[k * Channel<C>::CHUNK + i];
        __threadfence_block();
        __syncwarp();
        if (lane == 0)
            ch.full[slot] = gen;
    }
}

template <int C>
__device__ int consume(Channel<C> &ch, int chunks, int who, int lane)
{
    int sum = 0;
    for (int k = 0; k < chunks; ++k) {
        const int slot = k & 1, gen = k / 2 + 1;
        if (lane == 0)
            await(&ch.full[slot], gen);
        __syncwarp();
        for (int i = lane; i < Channel<C>::CHUNK; i += 32) {
            const int v = ch.buf[slot][i];
            if (v % C == who)
                sum += v * (k + 1);
        }
        __syncwarp();
        if (lane == 0) {
            __threadfence_block();
            ch.drained[slot][who] = gen;
        }
    }
    for (int o = 16; o; o >>= 1)
        sum += __shfl_xor_sync(0xffffffff, sum, o);
    return sum;
}

#define NUM_CONSUMERS 3

__global__ void pipeline(const int *src, int chunks, int *sums)
{
    __shared__ Channel<NUM_CONSUMERS> ch;
    const int warp_id = threadIdx.x / 32;
    const int lane = threadIdx.x % 32;
    if (threadIdx.x < 2) {
        ch.full[threadIdx.x] = 0;
        for (int c = 0; c < NUM_CONSUMERS; c++)
            ch.drained[threadIdx.x][c] = 0;
    }
    __syncthreads();
    const int *mine = src + blockIdx.x * chunks * Channel<NUM_CONSUMERS>::CHUNK;
    switch (warp_id) {
    case 0:
        produce(ch, mine, chunks, lane);
        break;
    default: {
        const int s = consume(ch, chunks, warp_id - 1, lane);
        if (lane == 0)
            sums[blockIdx.x * NUM_CONSUMERS + warp_id - 1] = s;
    }
    }
}

int main()
{
    const int blocks = 3, chunks = 7, n = blocks * chunks * 64;
    int *src, *sums;
    cudaMallocManaged(&src, n * sizeof(int));
    cudaMallocManaged(&sums, blocks * NUM_CONSUMERS * sizeof(int));
    for (int i = 0; i < n; i++)
        src[i] = (i * 31 + i / 17) % 251;
    pipeline<<<blocks, 32 * (1 + NUM_CONSUMERS)>>>(src, chunks, sums);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int b = 0; b < blocks; b++)
        for (int c = 0; c < NUM_CONSUMERS; c++) {
            int e = 0;
            for (int i = 0; i < chunks * 64; i++)
                if (src[b * chunks * 64 + i] % NUM_CONSUMERS == c)
                    e += src[b * chunks * 64 + i] * (i / 64 + 1);
            wrong += e != sums[b * NUM_CONSUMERS + c];
            printf("block %d consumer %d: %d\n", b, c, sums[b * NUM_CONSUMERS + c]);
        }
    cudaFree(src);
    cudaFree(sums);
    return wrong != 0;
}

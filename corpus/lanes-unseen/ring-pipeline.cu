// Warp specialisation: the first warp of a block reads chunks into a ring of buffers, the other warps take them in turn.
// Full and empty flags are volatile shared words, watched by one lane of each side.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

constexpr int kLanes = 32;
constexpr int kSlots = 4;
constexpr int kConsumers = 3;
constexpr int kPerLane = 2;
constexpr int kChunk = kLanes * kPerLane;

struct Ring {
    int data[kSlots][kChunk];
    int full[kSlots]; // number of the chunk in the slot plus one, negative when it was consumed
};

__device__ void wait_until(volatile int *flag, int wanted, int lane)
{
    if (lane == 0)
        while (*flag != wanted) { }
    __syncwarp();
    __threadfence_block();
}

__device__ void post(volatile int *flag, int value, int lane)
{
    __threadfence_block();
    __syncwarp();
    if (lane == 0)
        *flag = value;
}

__device__ void produce(Ring &ring, const int *in, int chunks, int lane)
{
    for (int c = 0; c < chunks; ++c) {
        const int slot = c % kSlots;
        wait_until(&ring.full[slot], c < kSlots ? 0 : -(c - kSlots + 1), lane);
        for (int k = 0; k < kPerLane; ++k)
            ring.data[slot][k * kLanes + lane] = in[c * kChunk + k * kLanes + lane];
        post(&ring.full[slot], c + 1, lane);
    }
}

__device__ void consume(Ring &ring, int *out, int chunks, int who, int lane)
{
    for (int c = who; c < chunks; c += kConsumers) {
        const int slot = c % kSlots;
        wait_until(&ring.full[slot], c + 1, lane);
        int best = ring.data[slot][lane];
        for (int k = 1; k < kPerLane; ++k)
            best = max(best, ring.data[slot][k * kLanes + lane]);
        post(&ring.full[slot], -(c + 1), lane);
        for (int mask = kLanes >> 1; mask; mask >>= 1)
            best = max(best, __shfl_xor_sync(0xffffffffu, best, mask));
        if (lane == 0)
            out[c] = best;
    }
}

__global__ void pipeline(const int *in, int *out, int chunks)
{
    __shared__ Ring ring;
    const int warp = threadIdx.x / kLanes, lane = threadIdx.x % kLanes;
    if (threadIdx.x < kSlots)
        ring.full[threadIdx.x] = 0;
    __syncthreads();
    const int *mine = in + blockIdx.x * chunks * kChunk;
    if (warp == 0)
        produce(ring, mine, chunks, lane);
    else
        consume(ring, out + blockIdx.x * chunks, chunks, warp - 1, lane);
}

int main()
{
    const int blocks = 2, chunks = 17, n = blocks * chunks * kChunk;
    std::vector<int> in(n), out(blocks * chunks);
    for (int i = 0; i < n; i++)
        in[i] = (i * 7919) % 10007 - i % 3;
    int *din, *dout;
    cudaMalloc(&din, n * sizeof(int));
    cudaMalloc(&dout, out.size() * sizeof(int));
    cudaMemcpy(din, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    pipeline<<<blocks, (1 + kConsumers) * kLanes>>>(din, dout, chunks);
    cudaMemcpy(out.data(), dout, out.size() * sizeof(int), cudaMemcpyDeviceToHost);
    int wrong = 0;
    long long sum = 0;
    for (size_t c = 0; c < out.size(); c++) {
        int best = in[c * kChunk];
        for (int k = 1; k < kChunk; k++)
            best = in[c * kChunk + k] > best ? in[c * kChunk + k] : best;
        wrong += best != out[c];
        sum += out[c];
    }
    printf("%zu chunks, sum of maxima %lld, wrong %d\n", out.size(), sum, wrong);
    cudaFree(din);
    cudaFree(dout);
    return wrong != 0;
}

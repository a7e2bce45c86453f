// A shuffle of any type, word by word; used for a reduction over a structure that is not a number.
#include <cstdio>
#include <cuda_runtime.h>

template <typename T>
__device__ __forceinline__ T shuffleDown(T input, int offset, unsigned mask)
{
    constexpr int WORDS = (sizeof(T) + sizeof(unsigned) - 1) / sizeof(unsigned);
    union Both {
        unsigned words[WORDS];
        T value;
        __device__ Both() {}
    } from, to;
    from.value = input;
#pragma unroll
    for (int w = 0; w < WORDS; w++)
        to.words[w] = __shfl_down_sync(mask, from.words[w], offset, 32);
    return to.value;
}

struct Box {
    short low[3], high[3];
    double weight;
};

__device__ Box join(const Box &a, const Box &b)
{
    Box both;
    for (int k = 0; k < 3; k++) {
        both.low[k] = a.low[k] < b.low[k] ? a.low[k] : b.low[k];
        both.high[k] = a.high[k] > b.high[k] ? a.high[k] : b.high[k];
    }
    both.weight = a.weight + b.weight;
    return both;
}

__global__ void bounds(const Box *boxes, Box *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    Box mine = boxes[i];
    for (int offset = 16; offset; offset >>= 1)
        mine = join(mine, shuffleDown(mine, offset, 0xffffffffu));
    if ((threadIdx.x & 31) == 0)
        out[i >> 5] = mine;
}

int main()
{
    const int n = 192;
    Box *boxes, *out;
    int wrong = 0;
    cudaMallocManaged(&boxes, n * sizeof(Box));
    cudaMallocManaged(&out, n / 32 * sizeof(Box));
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 3; k++) {
            boxes[i].low[k] = (short)((i * 37 + k * 11) % 1000);
            boxes[i].high[k] = (short)(boxes[i].low[k] + i % 50);
        }
        boxes[i].weight = i * 0.25;
    }
    bounds<<<2, 96>>>(boxes, out);
    cudaDeviceSynchronize();
    for (int w = 0; w < n / 32; w++) {
        Box all = boxes[w * 32];
        for (int i = w * 32 + 1; i < w * 32 + 32; i++) {
            for (int k = 0; k < 3; k++) {
                all.low[k] = boxes[i].low[k] < all.low[k] ? boxes[i].low[k] : all.low[k];
                all.high[k] = boxes[i].high[k] > all.high[k] ? boxes[i].high[k] : all.high[k];
            }
            all.weight += boxes[i].weight;
        }
        for (int k = 0; k < 3; k++)
            wrong += all.low[k] != out[w].low[k] || all.high[k] != out[w].high[k];
        wrong += all.weight != out[w].weight;
        printf("warp %d: %d..%d, %g\n", w, out[w].low[0], out[w].high[2], out[w].weight);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(boxes);
    cudaFree(out);
    return wrong != 0;
}

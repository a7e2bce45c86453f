// Softmax cross-entropy with label smoothing in base 2 and integers: maximum, sum of powers of two and the target's score
// in one struct, reduced through the warp by a generic functor, then over warps; block shapes from the host's warp size.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>
#include <cuda_runtime.h>

struct Stat {
    int top;               // largest logit
    unsigned long long sum; // of 2^(40 + logit - top)
    int target;            // the target's logit, or a very small number

    __host__ __device__ static Stat none() { return {-1000000, 0, -1000000}; }
};

struct Merge {
    __host__ __device__ static unsigned long long scaled(unsigned long long s, int down) { return down < 64 ? s >> down : 0; }
    __host__ __device__ Stat operator()(const Stat &a, const Stat &b) const
    {
        const int top = a.top > b.top ? a.top : b.top;
        return {top, scaled(a.sum, top - a.top) + scaled(b.sum, top - b.top), a.target > b.target ? a.target : b.target};
    }
};

template <typename T>
__device__ T shfl_words(T v, int src_xor, int width)
{
    static_assert(sizeof(T) % sizeof(int) == 0, "words");
    int w[sizeof(T) / sizeof(int)];
    memcpy(w, &v, sizeof(T));
    for (int &each : w)
        each = __shfl_xor_sync(0xffffffffu, each, src_xor, width);
    memcpy(&v, w, sizeof(T));
    return v;
}

template <typename T, typename Op>
__device__ T warp_all_reduce(T v, Op op, int width = warpSize)
{
    for (int d = width / 2; d >= 1; d /= 2)
        v = op(v, shfl_words(v, d, width));
    return v;
}

template <typename T, typename Op>
__device__ T block_all_reduce(T v, Op op, T neutral, T *scratch)
{
    const int warps = blockDim.x / warpSize, warp = threadIdx.x / warpSize, lane = threadIdx.x % warpSize;
    v = warp_all_reduce(v, op);
    if (lane == 0)
        scratch[warp] = v;
    __syncthreads();
    v = lane < warps ? scratch[lane] : neutral;
    return warp_all_reduce(v, op); // every warp for itself
}

__global__ void losses(const int *logits, const int *labels, int classes, Stat *out)
{
    extern __shared__ Stat scratch[]; // one for each warp
    const int *row = logits + blockIdx.x * classes;
    const Merge merge;
    Stat s = Stat::none();
    for (int c = threadIdx.x; c < classes; c += blockDim.x)
        s = merge(s, Stat{row[c], 1ull << 40, c == labels[blockIdx.x] ? row[c] : -1000000});
    s = block_all_reduce(s, merge, Stat::none(), scratch);
    if (threadIdx.x == blockDim.x - 1) // any thread will do
        out[blockIdx.x] = s;
}

int main()
{
    const int rows = 9, classes = 150;
    int device = 0, warp = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, device);
    int *logits, *labels;
    Stat *out;
    cudaMallocManaged(&logits, rows * classes * sizeof(int));
    cudaMallocManaged(&labels, rows * sizeof(int));
    cudaMallocManaged(&out, rows * sizeof(Stat));
    for (int i = 0; i < rows * classes; i++)
        logits[i] = i * 61 % 29 - (i / classes) * 3;
    for (int r = 0; r < rows; r++)
        labels[r] = (r * 47 + 140) % classes;
    const int warps = std::min(4, (classes + warp - 1) / warp);
    losses<<<rows, warps * warp, warps * sizeof(Stat)>>>(logits, labels, classes, out);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int r = 0; r < rows; r++) {
        const int *row = logits + r * classes;
        const int top = *std::max_element(row, row + classes);
        unsigned long long sum = 0;
        for (int c = 0; c < classes; c++)
            sum += (1ull << 40) >> (top - row[c]); // exact: 2^40 and at most 28 places down
        wrong += out[r].top != top || out[r].sum != sum || out[r].target != row[labels[r]];
        printf("row %d: top %d, target %d, sum %llx\n", r, out[r].top, out[r].target, out[r].sum);
    }
    printf("wrong rows: %d\n", wrong);
    cudaFree(logits);
    cudaFree(labels);
    cudaFree(out);
    return wrong != 0;
}

#include <hip/hip_runtime.h>

struct Stats {
    int minimum, maximum;
    unsigned count, wraps, bits;
    unsigned long long sum;
    float total;
    double precise;
};

__device__ float atomicMaxFloat(float *address, float value)
{
    int *word = reinterpret_cast<int *>(address);
    int old = *word, assumed;
    do {
        assumed = old;
        if (__int_as_float(assumed) >= value)
            break;
        old = atomicCAS(word, assumed, __float_as_int(value));
    } while (assumed != old);
    return __int_as_float(old);
}

__global__ void collect(const int *values, Stats *stats, float *peak, int n)
{
    __shared__ unsigned found;
    if (threadIdx.x == 0)
        found = 0;
    __syncthreads();

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const int v = values[i];
        atomicMin(&stats->minimum, v);
        atomicMax(&stats->maximum, v);
        atomicInc(&stats->wraps, 1023u);
        atomicDec(&stats->wraps, 1023u);
        atomicOr(&stats->bits, 1u << (v & 31));
        atomicAnd(&stats->bits, ~0u);
        atomicXor(&stats->bits, 0u);
        atomicAdd(&stats->sum, static_cast<unsigned long long>(v));
        atomicAdd(&stats->total, static_cast<float>(v));
        atomicAdd(&stats->precise, static_cast<double>(v));
        atomicSub(&stats->minimum, 0);
        atomicMaxFloat(peak, static_cast<float>(v));
        atomicAdd(&found, 1u);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd_system(&stats->count, found);
}

// The last block to finish does the rest of the work.
__device__ unsigned g_finished = 0;

__global__ void sumWithLastBlock(const float *in, float *partial, float *out, int n)
{
    __shared__ bool last;
    float sum = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += in[i];
    atomicAdd(&partial[blockIdx.x], sum);
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        last = atomicInc(&g_finished, gridDim.x) == gridDim.x - 1;
    __syncthreads();
    if (last && threadIdx.x == 0) {
        volatile float *cells = partial;
        for (unsigned b = 0; b < gridDim.x; ++b)
            *out += cells[b];
        atomicExch(&g_finished, 0u);
    }
}

void run(const int *values, const float *in, Stats *stats, float *scratch, int n)
{
    collect<<<32, 128>>>(values, stats, scratch, n);
    sumWithLastBlock<<<32, 128>>>(in, scratch + 1, scratch, n);
}

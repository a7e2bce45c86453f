// A project's own overloads of the shuffles for float2 and for a structure, under the intrinsics' names.
#include <cstdio>
#include <cuda_runtime.h>

struct Pair {
    int key;
    float value;
};

__device__ __forceinline__ float2 __shfl_xor_sync(unsigned mask, float2 v, int lane, int width = 32)
{
    return make_float2(__shfl_xor_sync(mask, v.x, lane, width), __shfl_xor_sync(mask, v.y, lane, width));
}

__device__ __forceinline__ Pair __shfl_down_sync(unsigned mask, Pair v, unsigned delta)
{
    return {__shfl_down_sync(mask, v.key, delta), __shfl_down_sync(mask, v.value, delta)};
}

__global__ void overloads(const float2 *in, float2 *sums, Pair *best)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float2 v = in[i];
    Pair p = {i, v.x - v.y};
    for (int o = 16; o > 0; o >>= 1) {
        const float2 other = __shfl_xor_sync(0xffffffffu, v, o);
        v.x += other.x;
        v.y += other.y;
        const Pair q = __shfl_down_sync(0xffffffffu, p, o);
        if (q.value > p.value || (q.value == p.value && q.key < p.key))
            p = q;
    }
    sums[i] = v;
    if ((threadIdx.x & 31) == 0)
        best[i >> 5] = p;
}

int main()
{
    const int n = 192;
    float2 *in, *sums;
    Pair *best;
    int wrong = 0;
    cudaMallocManaged(&in, n * sizeof(float2));
    cudaMallocManaged(&sums, n * sizeof(float2));
    cudaMallocManaged(&best, n / 32 * sizeof(Pair));
    for (int i = 0; i < n; i++)
        in[i] = make_float2((float)((i * 17) % 53), (float)((i * 29) % 31));
    overloads<<<2, 96>>>(in, sums, best);
    cudaDeviceSynchronize();
    for (int w = 0; w < n; w += 32) {
        float x = 0, y = 0;
        int at = w;
        for (int i = w; i < w + 32; i++) {
            x += in[i].x;
            y += in[i].y;
            at = in[i].x - in[i].y > in[at].x - in[at].y ? i : at;
        }
        for (int i = w; i < w + 32; i++)
            wrong += sums[i].x != x || sums[i].y != y;
        wrong += best[w / 32].key != at || best[w / 32].value != in[at].x - in[at].y;
        printf("warp %d: %g %g, %d\n", w / 32, sums[w].x, sums[w].y, best[w / 32].key);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(in);
    cudaFree(sums);
    cudaFree(best);
    return wrong != 0;
}

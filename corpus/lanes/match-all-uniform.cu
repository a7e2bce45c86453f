// A warp whose lanes all have the same material takes the fast way; others go material by material.
#include <cstdio>
#include <cuda_runtime.h>

constexpr unsigned ALL = 0xffffffffu;

__global__ void shade(const int *material, const float *table, float *out, int *fast)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x & 31, m = material[i];
    int uniform;
    const unsigned same = __match_all_sync(ALL, m, &uniform);
    float value;
    if (uniform) {
        float factor = lane == 0 ? table[m] : 0.0f;
        value = __shfl_sync(ALL, factor, 0) + (float)__popc(same);
        if (lane == 0)
            atomicAdd(fast, 1);
    } else {
        value = 0;
        for (unsigned left = __match_any_sync(ALL, m), first = __ffs(left) - 1; left; left = 0) {
            float factor = lane == first ? table[m] : 0.0f;
            value = __shfl_sync(left, factor, first) - (float)__popc(left);
        }
    }
    out[i] = value;
}

int main()
{
    const int n = 320, kinds = 7;
    int *material, *fast, wrong = 0, uniform = 0;
    float *table, *out, sum = 0;
    cudaMallocManaged(&material, n * sizeof(int));
    cudaMallocManaged(&table, kinds * sizeof(float));
    cudaMallocManaged(&out, n * sizeof(float));
    cudaMallocManaged(&fast, sizeof(int));
    *fast = 0;
    for (int k = 0; k < kinds; k++)
        table[k] = k * 1.5f + 2;
    for (int i = 0; i < n; i++)
        material[i] = i / 32 % 3 == 1 ? i / 32 % kinds : (i * i / 3) % kinds;
    shade<<<5, 64>>>(material, table, out, fast);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        int same = 0;
        for (int k = i / 32 * 32; k < i / 32 * 32 + 32; k++)
            same += material[k] == material[i];
        uniform += same == 32 && i % 32 == 0;
        wrong += out[i] != table[material[i]] + (same == 32 ? 32 : -same);
        sum += out[i];
    }
    wrong += *fast != uniform;
    printf("fast %d, sum %g, wrong: %d\n", *fast, sum, wrong);
    cudaFree(material);
    cudaFree(table);
    cudaFree(out);
    cudaFree(fast);
    return wrong != 0;
}

#include <hip/hip_runtime.h>
#include <cstdio>

__global__ void scale(float *values, float by) { values[threadIdx.x] *= by; }

void scale_all(float **planes, const int *widths, int count)
{
    hipStream_t streams[count] = {0};
    float factors[count];
    const int kinds = 2;
    int seen[kinds] = {0, 0};
    for (int i = 0; i < count; i++) {
        factors[i] = 0.5f * i;
        hipStreamCreate(&streams[i]);
        scale<<<1, widths[i], 0, streams[i]>>>(planes[i], factors[i]);
        seen[i % kinds]++;
    }
    printf("%d even, %d odd\n", seen[0], seen[1]);
}

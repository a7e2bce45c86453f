// Sums of segments that begin at flags: the end of a lane's segment comes from a ballot of the flags.
#include <cstdio>
#include <cuda_runtime.h>

#define ALL_LANES 0xffffffff

__global__ void segmentSums(const int *values, const unsigned char *heads, int *sums)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x & 31;
    int sum = values[i];
    const bool head = heads[i] || lane == 0;
    const unsigned starts = __ballot_sync(ALL_LANES, head);
    const unsigned after = starts & ~((2u << lane) - 1);
    const int end = after ? __ffs(after) - 1 : 32;
    for (int step = 1; step < 32; step <<= 1) {
        int other = __shfl_down_sync(ALL_LANES, sum, step);
        if (lane + step < end)
            sum += other;
    }
    sums[i] = head ? sum : -(lane - (31 - __clz(starts & ((2u << lane) - 1))));
}

int main()
{
    const int n = 96 * 4;
    int *values, *sums, wrong = 0, check = 0;
    unsigned char *heads;
    cudaMallocManaged(&values, n * sizeof(int));
    cudaMallocManaged(&sums, n * sizeof(int));
    cudaMallocManaged(&heads, n);
    for (int i = 0; i < n; i++) {
        values[i] = (i * 11) % 37;
        heads[i] = (i * i) % 7 == 2;
    }
    segmentSums<<<4, 96>>>(values, heads, sums);
    cudaDeviceSynchronize();
    for (int w = 0; w < n; w += 32) {
        int first = w;
        for (int i = w; i < w + 32; i++) {
            if (heads[i])
                first = i;
            int expected = first - i;
            if (first == i) {
                expected = values[i];
                for (int k = i + 1; k < w + 32 && !heads[k]; k++)
                    expected += values[k];
            }
            wrong += sums[i] != expected;
            check = (check * 31 + sums[i] + 64) % 1000003;
        }
    }
    printf("wrong: %d, check %d\n", wrong, check);
    cudaFree(values);
    cudaFree(sums);
    cudaFree(heads);
    return wrong != 0;
}

// Segmented prefix sum: a ballot of the head flags tells each lane where its segment begins in the warp.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void segmentedScan(const int *values, const int *heads, int *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x & 31;
    int value = i < n ? values[i] : 0;
    int head = i < n ? heads[i] : 1;

    unsigned flags = __ballot_sync(0xffffffffu, head) | 1u;
    unsigned upToMe = flags & (0xffffffffu >> (31 - lane));
    int start = 31 - __clz(upToMe);

    for (int delta = 1; delta < 32; delta *= 2) {
        int left = __shfl_up_sync(0xffffffffu, value, delta);
        if (lane - delta >= start)
            value += left;
    }
    if (i < n)
        out[i] = value;
}

int main()
{
    const int n = 1000;
    static int values[n], heads[n], result[n];
    for (int i = 0; i < n; i++) {
        values[i] = i % 9 + 1;
        heads[i] = (i * 7) % 23 < 2;
    }
    int *v, *h, *out, wrong = 0, running = 0, sum = 0;
    cudaMalloc(&v, sizeof(values));
    cudaMalloc(&h, sizeof(heads));
    cudaMalloc(&out, sizeof(result));
    cudaMemcpy(v, values, sizeof(values), cudaMemcpyHostToDevice);
    cudaMemcpy(h, heads, sizeof(heads), cudaMemcpyHostToDevice);
    segmentedScan<<<(n + 127) / 128, 128>>>(v, h, out, n);
    cudaMemcpy(result, out, sizeof(result), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) {
        running = heads[i] || i % 32 == 0 ? values[i] : running + values[i];
        wrong += result[i] != running;
        sum = (sum * 31 + result[i]) % 1000003;
    }
    printf("wrong: %d, checksum %d\n", wrong, sum);
    cudaFree(v);
    cudaFree(h);
    cudaFree(out);
    return wrong != 0;
}

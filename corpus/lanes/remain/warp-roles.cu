// Producer and consumer warps: one warp fills a buffer, the other drains it, with a flag in shared memory between them.
// As the halves of one wavefront they cannot wait for one another.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void pipeline(const int *in, int *out, int batches)
{
    __shared__ int buffer[32];
    __shared__ volatile int full;
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    if (threadIdx.x == 0)
        full = 0;
    __syncthreads();
    for (int b = 0; b < batches; b++) {
        if (warp != 0) {
            while (full == 0) {
            }
            __syncwarp();
            __threadfence_block();
            out[b * 32 + lane] = buffer[31 - lane] + 1;
            __syncwarp();
            if (lane == 0)
                full = 0;
        } else {
            while (full != 0) {
            }
            __syncwarp();
            buffer[lane] = in[b * 32 + lane] * 2;
            __threadfence_block();
            __syncwarp();
            if (lane == 0)
                full = 1;
        }
    }
}

int main()
{
    const int batches = 4, n = batches * 32;
    static int h[n], result[n];
    for (int i = 0; i < n; i++)
        h[i] = i * 3;
    int *in, *out, wrong = 0;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&out, sizeof(h));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    pipeline<<<1, 64>>>(in, out, batches);
    cudaMemcpy(result, out, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        wrong += result[i] != h[i / 32 * 32 + 31 - i % 32] * 2 + 1;
    printf("wrong: %d, %d %d\n", wrong, result[0], result[n - 1]);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}

// Blocks of 48 and 96 threads: the last warp is half full, and masks name the threads that exist.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void sums(const int *in, int *perWarp, int *perThread)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int inWarp = min(32, (int)blockDim.x - warp * 32);
    unsigned mask = inWarp == 32 ? 0xffffffffu : (1u << inWarp) - 1u;

    int value = in[i];
    for (int offset = 16; offset > 0; offset /= 2) {
        int other = __shfl_sync(mask, value, lane + offset < inWarp ? lane + offset : lane);
        if (lane + offset < inWarp)
            value += other;
    }
    if (lane == 0)
        perWarp[blockIdx.x * ((blockDim.x + 31) / 32) + warp] = value;
    perThread[i] = __shfl_sync(mask, in[i], inWarp - 1);
}

static int test(int threads, int blocks)
{
    const int n = 96 * 3;
    static int h[n], warps[64], last[n];
    int perBlock = (threads + 31) / 32, wrong = 0;
    for (int i = 0; i < n; i++)
        h[i] = (i * 13) % 50 + 1;
    int *in, *w, *l;
    cudaMalloc(&in, threads * blocks * sizeof(int));
    cudaMalloc(&w, perBlock * blocks * sizeof(int));
    cudaMalloc(&l, threads * blocks * sizeof(int));
    cudaMemcpy(in, h, threads * blocks * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(w, 0, perBlock * blocks * sizeof(int));
    sums<<<blocks, threads>>>(in, w, l);
    cudaMemcpy(warps, w, perBlock * blocks * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(last, l, threads * blocks * sizeof(int), cudaMemcpyDeviceToHost);
    for (int b = 0; b < blocks; b++)
        for (int k = 0; k < perBlock; k++) {
            int first = b * threads + k * 32, size = threads - k * 32 < 32 ? threads - k * 32 : 32, sum = 0;
            for (int i = first; i < first + size; i++) {
                sum += h[i];
                wrong += last[i] != h[first + size - 1];
            }
            wrong += warps[b * perBlock + k] != sum;
            printf("%d ", warps[b * perBlock + k]);
        }
    printf("\n%d threads, wrong: %d\n", threads, wrong);
    cudaFree(in);
    cudaFree(w);
    cudaFree(l);
    return wrong;
}

int main()
{
    int wrong = test(48, 3) + test(96, 3) + test(16, 2) + test(33, 2);
    return wrong != 0;
}

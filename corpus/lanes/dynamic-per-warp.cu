// Dynamic shared memory with a slot for each warp, whose number the host works out from the block size.
#include <cstdio>
#include <cuda_runtime.h>

extern __shared__ unsigned char scratch[];

__global__ void extremes(const short *in, int *out)
{
    int *least = reinterpret_cast<int *>(scratch);
    int *most = least + blockDim.x / 32;
    const int lane = threadIdx.x & 31, warp = threadIdx.x / 32;
    const int x = in[blockIdx.x * blockDim.x + threadIdx.x];
    int low = __reduce_min_sync(0xffffffff, x);
    int high = __reduce_max_sync(0xffffffff, x);
    if (lane == 31) {
        least[warp] = low;
        most[warp] = high;
    }
    __syncthreads();
    if (threadIdx.x == 0)
        for (unsigned w = 1; w < blockDim.x / 32; w++) {
            low = min(low, least[w]);
            high = max(high, most[w]);
        }
    if (threadIdx.x == 0) {
        out[blockIdx.x * 2] = low;
        out[blockIdx.x * 2 + 1] = high;
    }
    if (lane == 0)
        atomicAdd(&out[gridDim.x * 2], most[warp] - least[warp]);
}

int main()
{
    const int threads = 224, blocks = 3, n = threads * blocks;
    static short h[n];
    static int result[blocks * 2 + 1];
    for (int i = 0; i < n; i++)
        h[i] = (short)(i * 7919 % 2003 - 1000);
    short *in;
    int *out, wrong = 0, spread = 0;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&out, sizeof(result));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof(result));
    const size_t warps = threads / 32;
    extremes<<<blocks, threads, 2 * warps * sizeof(int)>>>(in, out);
    cudaMemcpy(result, out, sizeof(result), cudaMemcpyDeviceToHost);
    for (int b = 0; b < blocks; b++) {
        int low = h[b * threads], high = low;
        for (int w = 0; w < threads; w += 32) {
            int first = h[b * threads + w], last = first;
            for (int l = 0; l < 32; l++) {
                int x = h[b * threads + w + l];
                first = x < first ? x : first;
                last = x > last ? x : last;
            }
            spread += last - first;
            low = first < low ? first : low;
            high = last > high ? last : high;
        }
        wrong += result[b * 2] != low || result[b * 2 + 1] != high;
        printf("%d %d\n", result[b * 2], result[b * 2 + 1]);
    }
    wrong += result[blocks * 2] != spread;
    printf("spread %d, wrong: %d\n", result[blocks * 2], wrong);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}

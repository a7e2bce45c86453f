// Shuffles over any distance at run time: of 32 lanes and more CUDA takes the low five bits, whatever the width.
#include <cstdio>
#include <cuda_runtime.h>

#define SWAPPED(v, d) __shfl_xor_sync(0xffffffff, v, d)

__device__ int shifted(int v, int by) { return __shfl_up_sync(0xffffffff, v, by | 0); }
template <int By> __device__ int moved(int v) { return __shfl_down_sync(0xffffffff, v, By); }

__global__ void reach(int *out, int distances)
{
    const int t = threadIdx.x;
    for (int d = 0; d < distances; d++) {
        int *mine = out + 8 * (t * distances + d);
        mine[0] = shifted(t, d);
        mine[1] = __shfl_down_sync(0xffffffff, t, (unsigned)d);
        mine[2] = SWAPPED(t, d);
        mine[3] = __shfl_sync(0xffffffff, t, d);
        mine[4] = __shfl_up_sync(0xffffffff, t, d, 16);
        mine[5] = __shfl_down_sync(0xffffffff, t, d, 8);
        mine[6] = __shfl_xor_sync(0xffffffff, t, d, 4);
        mine[7] = moved<45>(t) + moved<32>(t) + __shfl_xor_sync(0xffffffff, t, 33);
    }
}

// PTX ISA, shfl.sync: kind 0 is idx, 1 up, 2 down, 3 bfly.
static int source(int kind, int t, int b, int width)
{
    const int lane = t % 32, low = b % 32, segment = 32 - width, clamp = kind == 1 ? 0 : 31;
    const int most = (lane & segment) | (clamp & ~segment), least = lane & segment;
    int j = least | (low & ~segment);
    bool inside = j <= most;
    if (kind == 1)
        inside = (j = lane - low) >= most;
    if (kind == 2)
        inside = (j = lane + low) <= most;
    if (kind == 3)
        inside = (j = lane ^ low) <= most;
    return t - lane + (inside ? j : lane);
}

int main()
{
    const int threads = 96, distances = 128;
    int *out, wrong = 0;
    unsigned sum = 0;
    cudaMallocManaged(&out, 8 * threads * distances * sizeof(int));
    reach<<<1, threads>>>(out, distances);
    cudaDeviceSynchronize();
    for (int t = 0; t < threads; t++)
        for (int d = 0; d < distances; d++) {
            const int *got = out + 8 * (t * distances + d);
            const int want[8] = {source(1, t, d, 32), source(2, t, d, 32), source(3, t, d, 32), source(0, t, d, 32),
                                 source(1, t, d, 16), source(2, t, d, 8), source(3, t, d, 4),
                                 source(2, t, 45, 32) + source(2, t, 32, 32) + source(3, t, 33, 32)};
            for (int k = 0; k < 8; k++) {
                wrong += got[k] != want[k];
                sum = sum * 31 + got[k];
            }
        }
    printf("sum %08x, wrong: %d\n", sum, wrong);
    cudaFree(out);
    return wrong != 0;
}

// The Game of Life on a torus of 32 rows: a lane holds a row of 32 cells as bits and gets its neighbours' by shuffles.
#include <cstdio>
#include <cuda_runtime.h>

__device__ unsigned rotate(unsigned x, int by)
{
    return by > 0 ? __funnelshift_l(x, x, by) : __funnelshift_r(x, x, -by);
}

__global__ void life(unsigned *worlds, int steps)
{
    const int lane = threadIdx.x % 32, i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned row = worlds[i];
    for (int s = 0; s < steps; s++) {
        unsigned above = __shfl_sync(0xffffffffu, row, (lane + 31) % 32);
        unsigned below = __shfl_sync(0xffffffffu, row, (lane + 1) % 32);
        unsigned next = 0;
        for (int c = 0; c < 32; c++) {
            int count = 0;
            for (int d = -1; d <= 1; d++) {
                int at = (c + d + 32) % 32;
                count += (above >> at & 1) + (below >> at & 1) + (d ? row >> at & 1 : 0);
            }
            if (count == 3 || (count == 2 && (row >> c & 1)))
                next |= 1u << c;
        }
        row = rotate(next, s % 2 ? 1 : -1);
    }
    worlds[i] = row;
}

static void reference(unsigned *world, int steps)
{
    for (int s = 0; s < steps; s++) {
        unsigned next[32];
        for (int r = 0; r < 32; r++) {
            unsigned bits = 0;
            for (int c = 0; c < 32; c++) {
                int count = 0;
                for (int y = -1; y <= 1; y++)
                    for (int x = -1; x <= 1; x++)
                        count += (x || y) && (world[(r + y + 32) % 32] >> (c + x + 32) % 32 & 1);
                if (count == 3 || (count == 2 && (world[r] >> c & 1)))
                    bits |= 1u << c;
            }
            next[r] = s % 2 ? bits << 1 | bits >> 31 : bits >> 1 | bits << 31;
        }
        for (int r = 0; r < 32; r++)
            world[r] = next[r];
    }
}

int main()
{
    const int worlds = 4, n = worlds * 32, steps = 6;
    static unsigned h[n], result[n];
    unsigned seed = 41, sum = 0, *d;
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        h[i] = seed & (seed >> 7 | seed << 11);
    }
    cudaMalloc(&d, sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    life<<<worlds / 2, 64>>>(d, steps);
    cudaMemcpy(result, d, sizeof(h), cudaMemcpyDeviceToHost);
    for (int w = 0; w < worlds; w++) {
        reference(h + w * 32, steps);
        for (int r = 0; r < 32; r++) {
            wrong += result[w * 32 + r] != h[w * 32 + r];
            sum = sum * 31 + result[w * 32 + r];
        }
    }
    printf("wrong: %d, checksum %08x\n", wrong, sum);
    cudaFree(d);
    return wrong != 0;
}

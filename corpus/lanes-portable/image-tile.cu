// A blur of an image in tiles of 32 by 32 with a border.
#include <cuda_runtime.h>

#define EDGE 32
#define R 2

__global__ void blur(const unsigned char *in, unsigned char *out, int width, int height)
{
    __shared__ unsigned char tile[EDGE + 2 * R][EDGE + 2 * R];
    int x0 = blockIdx.x * EDGE - R, y0 = blockIdx.y * EDGE - R;
    for (int i = threadIdx.y * EDGE + threadIdx.x; i < (EDGE + 2 * R) * (EDGE + 2 * R); i += EDGE * blockDim.y) {
        int x = min(max(x0 + i % (EDGE + 2 * R), 0), width - 1);
        int y = min(max(y0 + i / (EDGE + 2 * R), 0), height - 1);
        tile[i / (EDGE + 2 * R)][i % (EDGE + 2 * R)] = in[y * width + x];
    }
    __syncthreads();
    int sum = 0;
    for (int dy = 0; dy <= 2 * R; ++dy)
        for (int dx = 0; dx <= 2 * R; ++dx)
            sum += tile[threadIdx.y + dy][threadIdx.x + dx];
    int x = blockIdx.x * EDGE + threadIdx.x, y = blockIdx.y * EDGE + threadIdx.y;
    if (x < width && y < height)
        out[y * width + x] = sum / ((2 * R + 1) * (2 * R + 1));
}

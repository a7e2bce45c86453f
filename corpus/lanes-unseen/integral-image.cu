// Integral image: rows by warps (four pixels to a lane, read as uchar4), then columns by threads. Blocks are 32 x 8
// and the row of a block is its warp; box sums at the end are checked on the host.
#include <cstdio>
#include <cuda_runtime.h>

template <class T, int Width = 32>
struct WarpScan {
    T inclusive, total;
    __device__ explicit WarpScan(T v)
    {
        const int lane = threadIdx.x; // of a 32 x n block
        inclusive = v;
#pragma unroll
        for (int step = 1; step < Width; step += step) {
            const T up = __shfl_up_sync(0xffffffffu, inclusive, step, Width);
            if (lane >= step)
                inclusive += up;
        }
        total = __shfl_sync(0xffffffffu, inclusive, Width - 1);
    }
};

__global__ void rows(const uchar4 *image, int quads, int height, uint4 *sums)
{
    for (int y = blockIdx.x * blockDim.y + threadIdx.y; y < height; y += gridDim.x * blockDim.y) {
        unsigned before = 0;
        for (int q0 = 0; q0 < quads; q0 += blockDim.x) {
            const int q = q0 + threadIdx.x;
            uint4 s = make_uint4(0, 0, 0, 0);
            if (q < quads) {
                const uchar4 p = image[y * quads + q];
                s.x = p.x;
                s.y = s.x + p.y;
                s.z = s.y + p.z;
                s.w = s.z + p.w;
            }
            const WarpScan<unsigned> scan(s.w);
            const unsigned shift = before + scan.inclusive - s.w;
            if (q < quads)
                sums[y * quads + q] = make_uint4(s.x + shift, s.y + shift, s.z + shift, s.w + shift);
            before += scan.total;
        }
    }
}

__global__ void columns(unsigned *sums, int width, int height)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= width)
        return;
    unsigned run = 0;
    for (int y = 0; y < height; y++)
        sums[y * width + x] = run += sums[y * width + x];
}

int main()
{
    const int width = 300, height = 37;
    int warp = 0;
    cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, 0);
    unsigned char *image;
    unsigned *sums;
    cudaMallocManaged(&image, width * height);
    cudaMallocManaged(&sums, width * height * sizeof(unsigned));
    for (int i = 0; i < width * height; i++)
        image[i] = (unsigned char)(i * i / 7 + i);
    const dim3 block(32, 8);
    rows<<<2, block>>>((const uchar4 *)image, width / 4, height, (uint4 *)sums);
    columns<<<(width + 95) / 96, 96>>>(sums, width, height);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int y = 0; y < height; y++) {
        unsigned run = 0;
        for (int x = 0; x < width; x++) {
            run += image[y * width + x];
            wrong += sums[y * width + x] != run + (y ? sums[(y - 1) * width + x] : 0);
        }
    }
    const int x0 = 99, y0 = 3, x1 = 290, y1 = 30;
    printf("box %u, all %u\n",
           sums[y1 * width + x1] - sums[y0 * width + x1] - sums[y1 * width + x0] + sums[y0 * width + x0],
           sums[width * height - 1]);
    printf("wrong: %d%s\n", wrong, warp > 0 ? "" : " (no warp size)");
    cudaFree(image);
    cudaFree(sums);
    return wrong != 0;
}

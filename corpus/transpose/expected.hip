#include <hip/hip_runtime.h>
#include <iostream>
#include <memory>

constexpr int TILE_DIM = 32;
constexpr int BLOCK_ROWS = 8;

__global__ void transposeNaive(float *out, size_t outPitch, const float *in, size_t inPitch, int width, int height)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[x * outPitch + y] = in[y * inPitch + x];
}

__global__ void transposeTiled(float *out, size_t outPitch, const float *in, size_t inPitch, int width, int height)
{
    // one more column, so that a column of the tile falls into different banks
    __shared__ float tile[TILE_DIM][TILE_DIM + 1];

    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        if (x < width && y + j < height)
            tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * inPitch + x];

    __syncthreads();

    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        if (x < height && y + j < width)
            out[(y + j) * outPitch + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main()
{
    const int width = 1000, height = 700;
    std::unique_ptr<float[]> in(new float[width * height]), out(new float[width * height]);
    for (int i = 0; i < width * height; ++i)
        in[i] = float(i);

    float *dIn, *dOut;
    size_t inPitch, outPitch;  // bytes, then elements
    hipMallocPitch(&dIn, &inPitch, width * sizeof(float), height);
    hipMallocPitch(&dOut, &outPitch, height * sizeof(float), width);
    hipMemcpy2D(dIn, inPitch, in.get(), width * sizeof(float), width * sizeof(float), height, hipMemcpyHostToDevice);

    const dim3 grid((width + TILE_DIM - 1) / TILE_DIM, (height + TILE_DIM - 1) / TILE_DIM);
    const dim3 block(TILE_DIM, BLOCK_ROWS);
    transposeNaive<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)>>>(
        dOut, outPitch / sizeof(float), dIn, inPitch / sizeof(float), width, height);
    transposeTiled<<<grid, block>>>(dOut, outPitch / sizeof(float), dIn, inPitch / sizeof(float), width, height);

    hipMemcpy2D(out.get(), height * sizeof(float), dOut, outPitch, height * sizeof(float), width, hipMemcpyDeviceToHost);
    const bool ok = out[1] == in[width] && out[height] == in[1];
    std::cout << (ok ? "ok" : "wrong") << '\n';

    hipFree(dIn);
    hipFree(dOut);
    return !ok;
}

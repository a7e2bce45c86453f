// One warp per row scans a long row tile by tile and carries the sum of the tiles so far.
#include <cstdio>
#include <cuda_runtime.h>

const int warp_size = 32;

__global__ void cumsum(const float *in, float *out, int rows, int cols)
{
    const int lane = threadIdx.x;
    const int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows)
        return;
    float carry = 0.f;
    for (int base = 0; base < cols; base += warp_size) {
        const int c = base + lane;
        float value = c < cols ? in[row * cols + c] : 0.f;
        for (int d = 1; d < warp_size; d *= 2) {
            const float before = __shfl_up_sync(0xffffffff, value, d);
            if (lane >= d)
                value += before;
        }
        value += carry;
        if (c < cols)
            out[row * cols + c] = value;
        carry = __shfl_sync(0xffffffff, value, warp_size - 1);
    }
}

int main()
{
    const int rows = 9, cols = 131;
    float *in, *out;
    int wrong = 0;
    cudaMallocManaged(&in, rows * cols * sizeof(float));
    cudaMallocManaged(&out, rows * cols * sizeof(float));
    for (int i = 0; i < rows * cols; i++)
        in[i] = (float)((i * 29) % 31) * 0.25f - 3;
    dim3 block(32, 4);
    cumsum<<<(rows + 3) / 4, block>>>(in, out, rows, cols);
    cudaDeviceSynchronize();
    for (int r = 0; r < rows; r++) {
        float running = 0;
        for (int c = 0; c < cols; c++) {
            running += in[r * cols + c];
            wrong += out[r * cols + c] != running;
        }
        printf("row %d: %g\n", r, out[r * cols + cols - 1]);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}

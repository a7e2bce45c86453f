// How many runs of equal values a row has: each warp goes over whole warps of it, so that all lanes stay to the end.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void runs(const int *rows, int *out, int cols, int number)
{
    int lane = threadIdx.x & 31, row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    if (row >= number)
        return;
    const int *in = rows + row * cols;
    int end = (cols + 31) / 32 * 32, last = -1, begun = 0;
    for (int i = lane; i < end; i += 32) {
        int value = i < cols ? in[i] : -1;
        int before = __shfl_up_sync(0xffffffff, value, 1);
        if (lane == 0)
            before = last;
        begun += __popc(__ballot_sync(0xffffffff, i < cols && value != before));
        last = __shfl_sync(0xffffffff, value, 31);
    }
    if (lane == 0)
        out[row] = begun;
}

int main()
{
    const int number = 11, cols = 77;
    int *in, *out, wrong = 0;
    cudaMallocManaged(&in, number * cols * sizeof(int));
    cudaMallocManaged(&out, number * sizeof(int));
    for (int i = 0; i < number * cols; i++)
        in[i] = i % cols / (i / cols + 1) % 5;
    runs<<<3, 160>>>(in, out, cols, number);
    cudaDeviceSynchronize();
    for (int r = 0; r < number; r++) {
        int begun = 1;
        for (int c = 1; c < cols; c++)
            begun += in[r * cols + c] != in[r * cols + c - 1];
        wrong += out[r] != begun;
        printf("%d ", out[r]);
    }
    printf("\n%s\n", wrong ? "WRONG" : "right");
    return wrong != 0;
}

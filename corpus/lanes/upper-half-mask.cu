// The two halves of a warp do different work, each with the mask of its own lanes.
#include <cstdio>
#include <cuda_runtime.h>

#define LOW_HALF 0x0000ffffu
#define HIGH_HALF 0xffff0000u

__global__ void halves(const int *in, int *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    int x = in[i], result;
    if (lane < 16) {
        for (int o = 8; o > 0; o /= 2)
            x += __shfl_xor_sync(LOW_HALF, x, o);
        result = x + 1000 * __popc(__ballot_sync(LOW_HALF, in[i] & 1));
    } else {
        for (int o = 8; o > 0; o /= 2)
            x = max(x, __shfl_xor_sync(HIGH_HALF, x, o));
        const unsigned even = __ballot_sync(HIGH_HALF, !(in[i] & 1));
        const int first = even ? __ffs(even) - 1 : 16;
        result = x * 100 + __shfl_sync(HIGH_HALF, in[i], first);
    }
    __syncwarp();
    out[i] = result - __shfl_sync(0xffffffffu, result, 31 - lane);
}

int main()
{
    const int n = 192;
    int *in, *out, wrong = 0, check = 0;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    for (int i = 0; i < n; i++)
        in[i] = (i * 43) % 97 | (i / 32 == 2);
    halves<<<2, 96>>>(in, out);
    cudaDeviceSynchronize();
    for (int w = 0; w < n; w += 32) {
        int sum = 0, odd = 0, most = 0, first = -1;
        for (int k = 0; k < 16; k++) {
            sum += in[w + k];
            odd += in[w + k] & 1;
        }
        for (int k = 31; k >= 16; k--) {
            most = in[w + k] > most ? in[w + k] : most;
            first = in[w + k] & 1 ? first : in[w + k];
        }
        const int low = sum + 1000 * odd, high = most * 100 + (first < 0 ? in[w + 16] : first);
        for (int k = 0; k < 32; k++) {
            wrong += out[w + k] != (k < 16 ? low - high : high - low);
            check = (check * 31 + out[w + k] + 100000) % 1000003;
        }
    }
    printf("wrong: %d, check %d\n", wrong, check);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}

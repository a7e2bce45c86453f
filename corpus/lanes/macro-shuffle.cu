// Shuffles and votes behind macros, as in code that once had to serve CUDA 8 as well.
#include <cstdio>
#include <cuda_runtime.h>

#define WARP_SIZE 32
#define FULL_MASK 0xffffffff

#if defined(CUDART_VERSION) && CUDART_VERSION < 9000
#define SHFL_DOWN(val, offset) __shfl_down(val, offset)
#define SHFL_XOR(val, mask) __shfl_xor(val, mask)
#define SHFL(val, lane) __shfl(val, lane)
#define BALLOT(pred) __ballot(pred)
#define ANY(pred) __any(pred)
#else
#define SHFL_DOWN(val, offset) __shfl_down_sync(FULL_MASK, val, offset)
#define SHFL_XOR(val, mask) __shfl_xor_sync(FULL_MASK, val, mask)
#define SHFL(val, lane) __shfl_sync(FULL_MASK, val, lane)
#define BALLOT(pred) __ballot_sync(FULL_MASK, pred)
#define ANY(pred) __any_sync(FULL_MASK, pred)
#endif

#define WARP_REDUCE(op, val)                        \
    do {                                            \
        for (int o = WARP_SIZE / 2; o > 0; o /= 2)  \
            val = op(val, SHFL_XOR(val, o));        \
    } while (0)
#define LANE (threadIdx.x % WARP_SIZE)

__device__ int larger(int a, int b) { return a > b ? a : b; }
__device__ int sum(int a, int b) { return a + b; }

__global__ void macros(const int *in, int *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int most = in[i], all = in[i];
    WARP_REDUCE(larger, most);
    WARP_REDUCE(sum, all);
    const unsigned tops = BALLOT(in[i] == most);
    const int where = __ffs(tops) - 1;
    int half = in[i] + SHFL_DOWN(in[i], 16);
    half = SHFL(half, where % 16);
    int result = all * 100 + __popc(tops) * 10 + where + half;
    if (ANY(in[i] > 95))
        result = -result;
    out[i] = result;
}

int main()
{
    const int n = 192;
    int *in, *out, wrong = 0;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    for (int i = 0; i < n; i++)
        in[i] = (i * 29 + i / 32 * 11) % 97;
    macros<<<2, 96>>>(in, out);
    cudaDeviceSynchronize();
    for (int w = 0; w < n; w += 32) {
        int most = 0, all = 0, tops = 0, where = -1;
        for (int k = 0; k < 32; k++) {
            most = in[w + k] > most ? in[w + k] : most;
            all += in[w + k];
        }
        for (int k = 31; k >= 0; k--)
            if (in[w + k] == most) {
                tops++;
                where = k;
            }
        int expected = all * 100 + tops * 10 + where + in[w + where % 16] + in[w + where % 16 + 16];
        expected = most > 95 ? -expected : expected;
        for (int k = 0; k < 32; k++)
            wrong += out[w + k] != expected;
        printf("warp %d: %d\n", w / 32, out[w]);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}

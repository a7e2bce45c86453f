// Macros that are given the name of an intrinsic, that pass their arguments on, and that stand for a name.
#include <cstdio>
#include <cuda_runtime.h>

#define FULL 0xffffffffu
#define APPLY(function, value, by) function(FULL, value, by)
#define SHUFFLE_XOR(...) __shfl_xor_sync(FULL, __VA_ARGS__)
#define BALLOT __ballot_sync
#define FROM_ABOVE(v, d)     \
    ({                       \
        const int v_ = (v);  \
        __shfl_down_sync(    \
            FULL, v_, (d));  \
    })
#define DEVICE __device__ __forceinline__

DEVICE int before(int v)
{
    return APPLY(__shfl_up_sync, v, 1);
}


__global__ void mixed(const int *in, int *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = i % 32;
    int v = in[i];
    for (int o = 16; o > 0; o /= 2)
        v += SHUFFLE_XOR(v, o);
    v += SHUFFLE_XOR(in[i], 3, 8);
    const int below = before(in[i]);
    out[i] = v * 1000 + (lane ? below : 0) + FROM_ABOVE(in[i], 2) + __popc(BALLOT(FULL, in[i] & 1));
}

int main()
{
    static int h[96], result[96];
    int *in, *out, wrong = 0;
    for (int i = 0; i < 96; i++)
        h[i] = i * 5 % 23;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&out, sizeof(h));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    mixed<<<1, 96>>>(in, out);
    cudaMemcpy(result, out, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 96; i++) {
        int sum = 0, odd = 0;
        for (int j = i / 32 * 32; j < i / 32 * 32 + 32; j++) {
            sum += h[j];
            odd += h[j] & 1;
        }
        const int above = i % 32 + 2 < 32 ? h[i + 2] : h[i];
        wrong += result[i] != (sum + h[i ^ 3]) * 1000 + (i % 32 ? h[i - 1] : 0) + above + odd;
        printf("%d%c", result[i], i % 16 == 15 ? '\n' : ' ');
    }
    printf("wrong: %d\n", wrong);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}

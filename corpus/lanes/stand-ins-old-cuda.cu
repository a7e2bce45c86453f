// Stand-ins for the intrinsics that CUDA 9 brought, for compilers older than that.
#include <cstdio>
#include <cuda_runtime.h>

#if defined(CUDART_VERSION) && CUDART_VERSION < 9000
#define __shfl_down_sync(mask, value, delta) __shfl_down(value, delta)
#define __shfl_sync(mask, value, lane, width) __shfl(value, lane, width)
#define __ballot_sync(mask, predicate) __ballot(predicate)
#endif

__global__ void ranks(const int *in, int *out, int *sums)
{
    __shared__ int s[96];
    const int i = threadIdx.x, lane = i & 31;
    s[i] = in[i];
    __syncwarp();
    const unsigned odd = __ballot_sync(0xffffffff, s[i ^ 1] & 1);
    int v = in[i];
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_down_sync(0xffffffff, v, o);
    out[i] = __popc(odd & ((1u << lane) - 1)) + 100 * __shfl_sync(0xffffffff, in[i], 5, 8);
    if (lane == 0)
        sums[i / 32] = v;
}

int main()
{
    static int h[96], result[96], sums[3];
    int *in, *out, *s, wrong = 0;
    for (int i = 0; i < 96; i++)
        h[i] = (i * 11 + 3) % 29;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&out, sizeof(h));
    cudaMalloc(&s, sizeof(sums));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    ranks<<<1, 96>>>(in, out, s);
    cudaMemcpy(result, out, sizeof(h), cudaMemcpyDeviceToHost);
    cudaMemcpy(sums, s, sizeof(sums), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 96; i++) {
        int rank = 0;
        for (int j = i / 32 * 32; j < i; j++)
            rank += h[j ^ 1] & 1;
        wrong += result[i] != rank + 100 * h[i / 8 * 8 + 5];
        sums[i / 32] -= h[i];
        printf("%d%c", result[i], i % 16 == 15 ? '\n' : ' ');
    }
    wrong += sums[0] != 0 || sums[1] != 0 || sums[2] != 0;
    printf("wrong: %d\n", wrong);
    cudaFree(in);
    cudaFree(out);
    cudaFree(s);
    return wrong != 0;
}

// Threads without work return at once; those that stay have made a mask of themselves before.
#include <cstdio>
#include <cuda_runtime.h>

__device__ int maskedSum(unsigned mask, int x)
{
    int sum = 0;
    for (unsigned left = mask; left; left &= left - 1)
        sum += __shfl_sync(mask, x, __ffs(left) - 1);
    return sum;
}

__global__ void remaining(const int *in, int *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned active = __ballot_sync(0xffffffff, i < n && in[i] >= 0);
    if (i >= n || in[i] < 0)
        return;
    const int all = maskedSum(active, in[i]);
    active = __ballot_sync(active, in[i] % 3 != 0);
    if (in[i] % 3 == 0) {
        out[i] = -all;
        return;
    }
    const int rank = __popc(active & ((1u << threadIdx.x % 32) - 1));
    const int last = __shfl_sync(active, in[i], 31 - __clz(active));
    out[i] = maskedSum(active, in[i]) * 100 + rank + 7 * last * __popc(active);
}

int main()
{
    const int n = 405;
    int *in, *out, wrong = 0, check = 0;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    for (int i = 0; i < n; i++) {
        in[i] = (i * 53) % 71 - 20 + (i / 32 == 5 ? -100 : 0);
        out[i] = 12345;
    }
    remaining<<<4, 128>>>(in, out, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        int all = 0, some = 0, rank = 0, last = 0, count = 0, expected = 12345;
        for (int k = i / 32 * 32; k < i / 32 * 32 + 32 && k < n; k++) {
            all += in[k] >= 0 ? in[k] : 0;
            if (in[k] >= 0 && in[k] % 3) {
                some += in[k];
                rank += k < i;
                last = in[k];
                count++;
            }
        }
        if (in[i] >= 0)
            expected = in[i] % 3 ? some * 100 + rank + 7 * last * count : -all;
        wrong += out[i] != expected;
        check = (check * 31 + out[i] + 1000000) % 1000003;
    }
    printf("wrong: %d, check %d\n", wrong, check);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}

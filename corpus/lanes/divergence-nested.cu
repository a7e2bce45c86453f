// Votes at three depths of branches, each with the mask of the lanes that came along.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void nested(const int *in, int *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned lane = threadIdx.x & 31;
    const int x = in[i];
    int result = 0;

    const unsigned outer = __ballot_sync(0xffffffff, x % 2 == 0);
    if (x % 2 == 0) {
        const unsigned inner = __ballot_sync(outer, x % 3 == 0);
        if (x % 3 == 0) {
            result = __popc(inner) * 100;
            if (__any_sync(inner, x > 180))
                result += __shfl_sync(inner, x, 31 - __clz(inner));
        } else {
            const unsigned rest = outer & ~inner;
            result = -__popc(rest & ((1u << lane) - 1));
            if (__all_sync(rest, x < 150))
                result -= 1000;
        }
    } else {
        const unsigned odd = ~outer;
        result = 5000 + __popc(__match_any_sync(odd, x % 5));
    }
    __syncwarp();
    out[i] = result + 10000 * __popc(__ballot_sync(0xffffffff, result < 0));
}

int main()
{
    const int n = 320;
    static int h[n], result[n];
    for (int i = 0; i < n; i++)
        h[i] = (i * 89 + i / 32 * 7) % 199;
    int *in, *out, wrong = 0, sum = 0;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&out, sizeof(h));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    nested<<<n / 160, 160>>>(in, out);
    cudaMemcpy(result, out, sizeof(h), cudaMemcpyDeviceToHost);
    for (int w = 0; w < n; w += 32) {
        int expected[32], sixes = 0, large = 0, last = 0, fours = 0, below = 1, negative = 0;
        for (int l = 0; l < 32; l++) {
            int x = h[w + l];
            if (x % 6 == 0) {
                sixes++;
                large |= x > 180;
                last = x;
            } else if (x % 2 == 0) {
                fours++;
                below &= x < 150;
            }
        }
        for (int l = 0, before = 0; l < 32; l++) {
            int x = h[w + l];
            if (x % 6 == 0) {
                expected[l] = sixes * 100 + (large ? last : 0);
            } else if (x % 2 == 0) {
                expected[l] = -before++ - (below ? 1000 : 0);
            } else {
                expected[l] = 5000;
                for (int k = 0; k < 32; k++)
                    expected[l] += h[w + k] % 2 == 1 && h[w + k] % 5 == x % 5;
            }
            negative += expected[l] < 0;
        }
        for (int l = 0; l < 32; l++) {
            wrong += result[w + l] != expected[l] + 10000 * negative;
            sum = (sum * 31 + result[w + l]) % 1000003;
        }
        printf("%d %d %d\n", result[w], result[w + 15], result[w + 31]);
    }
    printf("wrong: %d, checksum %d\n", wrong, sum);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}

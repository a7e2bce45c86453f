// Number-theoretic transforms of length 8 (modulo 17), four to a warp, and back again.
#include <cstdio>
#include <cuda_runtime.h>

#define LEN 8
#define PRIME 17

__device__ int power(int base, int exponent)
{
    int result = 1;
    for (; exponent; exponent >>= 1) {
        if (exponent & 1)
            result = result * base % PRIME;
        base = base * base % PRIME;
    }
    return result;
}

template <int root>
__device__ int transform(int x, unsigned mask)
{
    const int lane = threadIdx.x % LEN;
    for (int half = LEN / 2; half >= 1; half >>= 1) {
        const int other = __shfl_xor_sync(mask, x, half, LEN);
        const int w = power(root, (lane & (half - 1)) * (LEN / 2 / half));
        x = lane & half ? (other - x + PRIME) * w % PRIME : (x + other) % PRIME;
    }
    return __shfl_sync(mask, x, __brev(lane) >> 29, LEN);
}

__global__ void ntt(const int *in, int *out, int *back, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned mask = __ballot_sync(0xffffffff, i < n);
    if (i < n) {
        const int y = transform<2>(in[i], mask); // 2 has order 8 modulo 17, 9 is its inverse
        out[i] = y;
        back[i] = transform<9>(y, mask) * 15 % PRIME; // 15 is the inverse of 8
    }
}

int main()
{
    const int n = 200;
    int *in, *out, *back, wrong = 0, check = 0;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    cudaMallocManaged(&back, n * sizeof(int));
    for (int i = 0; i < n; i++)
        in[i] = (i * 11 + i / 8) % PRIME;
    ntt<<<2, 128>>>(in, out, back, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        int expected = 0;
        for (int j = 0; j < LEN; j++) {
            int w = 1;
            for (int k = 0; k < j * (i % LEN) % LEN; k++)
                w = w * 2 % PRIME;
            expected = (expected + in[i / LEN * LEN + j] * w) % PRIME;
        }
        wrong += out[i] != expected || back[i] != in[i];
        check = (check * 17 + out[i]) % 1000003;
    }
    printf("wrong: %d, check %d\n", wrong, check);
    cudaFree(in);
    cudaFree(out);
    cudaFree(back);
    return wrong != 0;
}

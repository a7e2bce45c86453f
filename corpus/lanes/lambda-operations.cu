// A warp's reduction and scan that take a lambda, for several operations and types.
#include <cstdio>
#include <cuda_runtime.h>

template <class T, class Op>
__device__ T reduceWarp(T x, Op op)
{
    for (unsigned lanes = 32; lanes > 1; lanes /= 2)
        x = op(x, __shfl_xor_sync(0xffffffffu, x, lanes / 2));
    return x;
}

template <class T, class Op>
__device__ T scanWarp(T x, Op op)
{
    const auto lane = threadIdx.x % 32;
    for (auto step = 1u; step < 32u; step *= 2) {
        const T left = __shfl_up_sync(0xffffffffu, x, step);
        x = lane < step ? x : op(left, x);
    }
    return x;
}

__global__ void lambdas(const int *in, long long *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int x = in[i], limit = 40;
    const auto clampAdd = [=](int a, int b) { return a + b > limit ? limit : a + b; };
    const auto matrix = [](long long a, long long b) { return (a * b) % 10007; };
    const auto both = [](unsigned a, unsigned b) { return a & b; };
    out[i] = reduceWarp(x, [](int a, int b) { return a > b ? a : b; });
    out[n + i] = scanWarp(x, clampAdd);
    out[2 * n + i] = scanWarp((long long)x + 2, matrix);
    out[3 * n + i] = reduceWarp((unsigned)x | 8u, both);
}

int main()
{
    const int n = 192;
    int *in, wrong = 0;
    long long *out, check = 0;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, 4 * n * sizeof(long long));
    for (int i = 0; i < n; i++)
        in[i] = (i * 13) % 29 + i / 32;
    lambdas<<<3, 64>>>(in, out, n);
    cudaDeviceSynchronize();
    for (int w = 0; w < n; w += 32) {
        long long most = 0, sum = 0, product = 1;
        unsigned both = ~0u;
        for (int k = 0; k < 32; k++) {
            most = in[w + k] > most ? in[w + k] : most;
            both &= (unsigned)in[w + k] | 8u;
        }
        for (int k = 0; k < 32; k++) {
            sum = sum + in[w + k] > 40 ? 40 : sum + in[w + k];
            product = product * (in[w + k] + 2) % 10007;
            wrong += out[w + k] != most || out[n + w + k] != sum || out[2 * n + w + k] != product
                     || out[3 * n + w + k] != both;
            check = (check * 31 + out[2 * n + w + k]) % 1000003;
        }
        printf("warp %d: %lld %lld %lld\n", w / 32, most, product, out[3 * n + w]);
    }
    printf("wrong: %d, check %lld\n", wrong, check);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}

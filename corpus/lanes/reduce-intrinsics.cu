// The reductions of compute capability 8: add, min, max, and, or, xor, for whole warps and for parts of them.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void reductions(const int *in, int *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int x = in[i];
    out[i] = __reduce_add_sync(0xffffffff, x);
    out[n + i] = __reduce_min_sync(0xffffffff, x);
    out[2 * n + i] = __reduce_max_sync(0xffffffff, x);
    const unsigned mask = __match_any_sync(0xffffffff, x & 1);
    if (x & 1) {
        out[3 * n + i] = __reduce_and_sync(mask, (unsigned)x);
        out[4 * n + i] = __reduce_or_sync(mask, (unsigned)x);
    } else {
        out[3 * n + i] = __reduce_xor_sync(mask, (unsigned)x);
        out[4 * n + i] = (int)__reduce_max_sync(mask, (unsigned)x);
    }
}

int main()
{
    const int n = 256;
    int *in, *out, wrong = 0, check = 0;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, 5 * n * sizeof(int));
    for (int i = 0; i < n; i++)
        in[i] = ((i * 7919) % 503 - 200) | (i % 5 == 0 ? 64 : 0);
    reductions<<<2, 128>>>(in, out, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        int sum = 0, low = 1000, high = -1000;
        unsigned all = ~0u, any = 0, odd = 0, most = 0;
        for (int k = i / 32 * 32; k < i / 32 * 32 + 32; k++) {
            const unsigned u = in[k];
            sum += in[k];
            low = in[k] < low ? in[k] : low;
            high = in[k] > high ? in[k] : high;
            if (u & 1) {
                all &= u;
                any |= u;
            } else {
                odd ^= u;
                most = u > most ? u : most;
            }
        }
        wrong += out[i] != sum || out[n + i] != low || out[2 * n + i] != high;
        wrong += out[3 * n + i] != (int)(in[i] & 1 ? all : odd) || out[4 * n + i] != (int)(in[i] & 1 ? any : most);
        for (int k = 0; k < 5; k++)
            check = (check * 31 + out[k * n + i] % 1000 + 1000) % 1000003;
    }
    printf("wrong: %d, check %d\n", wrong, check);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}

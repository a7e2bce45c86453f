// A switch whose cases each hold collectives of the lanes that take them; masks come from __match_any_sync.
#include <cstdio>
#include <cuda_runtime.h>

enum Kind { SUM, MOST, FIRST, COUNT };

__device__ int answer(Kind kind, unsigned mask, int x)
{
    const unsigned lane = threadIdx.x & 31;
    switch (kind) {
    case SUM:
        return __reduce_add_sync(mask, x);
    case MOST: {
        int most = x;
        for (unsigned left = mask; left; left &= left - 1) {
            const int other = __shfl_sync(mask, x, __ffs(left) - 1);
            most = other > most ? other : most;
        }
        return most;
    }
    case FIRST:
        return __shfl_sync(mask, x, __ffs(mask) - 1);
    default:
        return __popc(__ballot_sync(mask, x > 30)) * 100 + __popc(mask & ((1u << lane) - 1));
    }
}

__global__ void dispatch(const int *kinds, const int *in, int *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned mask = __match_any_sync(0xffffffff, kinds[i]);
    out[i] = answer((Kind)kinds[i], mask, in[i]);
}

int main()
{
    const int n = 192;
    int *kinds, *in, *out, wrong = 0, check = 0;
    cudaMallocManaged(&kinds, n * sizeof(int));
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    for (int i = 0; i < n; i++) {
        kinds[i] = (i * i / 3) % 4;
        in[i] = (i * 23) % 67;
    }
    dispatch<<<2, 96>>>(kinds, in, out);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        int sum = 0, most = -1, first = -1, count = 0, rank = 0;
        for (int k = i / 32 * 32; k < i / 32 * 32 + 32; k++)
            if (kinds[k] == kinds[i]) {
                sum += in[k];
                most = in[k] > most ? in[k] : most;
                first = first < 0 ? in[k] : first;
                count += in[k] > 30;
                rank += k < i;
            }
        const int expected[4] = {sum, most, first, count * 100 + rank};
        wrong += out[i] != expected[kinds[i]];
        check = (check * 31 + out[i]) % 1000003;
    }
    printf("wrong: %d, check %d\n", wrong, check);
    cudaFree(kinds);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}

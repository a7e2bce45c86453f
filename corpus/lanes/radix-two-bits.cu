// Radix sort of the keys of a warp, two bits a pass: ballots count the digits, the order of equal keys is kept.
#include <cstdio>
#include <cuda_runtime.h>

__device__ __forceinline__ int digitPlace(unsigned digit, unsigned lane)
{
    const unsigned all = 0xffffffffu;
    const unsigned b0 = __ballot_sync(all, digit & 1), b1 = __ballot_sync(all, digit & 2);
    const unsigned sets[4] = {~b0 & ~b1, b0 & ~b1, ~b0 & b1, b0 & b1};
    int place = 0;
    for (unsigned d = 0; d < 4; d++)
        if (d < digit)
            place += __popc(sets[d]);
    return place + __popc(sets[digit] & ((1u << lane) - 1));
}

__global__ void radixSort(const unsigned *in, unsigned *out, int *from)
{
    extern __shared__ unsigned s[];
    const unsigned lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    unsigned *keys = s + warp * 64;
    int *order = (int *)keys + 32;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned key = in[i];
    int origin = lane;
    for (int shift = 0; shift < 12; shift += 2) {
        const int place = digitPlace(key >> shift & 3, lane);
        keys[place] = key;
        order[place] = origin;
        __syncwarp();
        key = keys[lane];
        origin = order[lane];
        __syncwarp();
    }
    out[i] = key;
    from[i] = origin;
}

int main()
{
    const int threads = 96, n = threads * 3;
    unsigned *in, *out, check = 0;
    int *from, wrong = 0;
    cudaMallocManaged(&in, n * sizeof(unsigned));
    cudaMallocManaged(&out, n * sizeof(unsigned));
    cudaMallocManaged(&from, n * sizeof(int));
    for (int i = 0; i < n; i++)
        in[i] = (i * 2654435761u >> 17) % 61 * 67;
    radixSort<<<3, threads, threads * 2 * sizeof(unsigned)>>>(in, out, from);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        wrong += in[i / 32 * 32 + from[i]] != out[i];
        if (i % 32)
            wrong += out[i - 1] > out[i] || (out[i - 1] == out[i] && from[i - 1] >= from[i]);
        check = check * 33 + out[i] + from[i];
    }
    printf("wrong: %d, check %u\n", wrong, check);
    cudaFree(in);
    cudaFree(out);
    cudaFree(from);
    return wrong != 0;
}

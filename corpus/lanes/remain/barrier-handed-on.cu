// What a warp does in its turn is handed to it as an object, and so is the barrier between the turns.
#include <cstdio>
#include <cuda_runtime.h>

struct Meet {
    __device__ void operator()() const { __syncthreads(); }
};

template <bool Waits, class Between>
__device__ void turn(int &into, const int &from, int add, Between between)
{
    if (Waits)
        between();
    into = from + add;
    if (!Waits)
        between();
}

__global__ void pass(const int *in, int *out)
{
    __shared__ int box[32];
    const int lane = threadIdx.x % 32;
    if (threadIdx.x < 32)
        turn<false>(box[lane], in[lane], 1, Meet{});
    else
        turn<true>(out[lane], box[lane], 2, Meet{});
}

int main()
{
    int h[32], result[32], *in, *out, wrong = 0;
    for (int i = 0; i < 32; i++)
        h[i] = i * 5 + 2;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&out, sizeof(h));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    pass<<<1, 64>>>(in, out);
    cudaMemcpy(result, out, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++) {
        wrong += result[i] != h[i] + 3;
        printf("%d ", result[i]);
    }
    printf("\nwrong: %d\n", wrong);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}

// A role goes through a swap, a copy and a union before it decides to which barriers a warp comes.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

union Word {
    int number;
    unsigned char bytes[4];
};

__device__ void exchanged(int &a, int &b)
{
    const int first = a;
    a = b;
    b = first;
}

__global__ void relay(const int *in, int *out)
{
    __shared__ int box[32];
    const int lane = threadIdx.x % 32;
    int role = 0, other = threadIdx.x / 32;
    exchanged(role, other);
    unsigned copied;
    memcpy(&copied, &role, sizeof copied);
    Word word;
    word.number = (int)copied;
    if (word.bytes[0] == 0) {
        box[lane] = in[lane] * 2;
        __syncthreads();
        __syncthreads();
        out[lane] = box[lane];
    } else {
        __syncthreads();
        box[lane] += in[32 + lane];
        __syncthreads();
        out[32 + lane] = in[lane];
    }
}

int main()
{
    int h[64], result[64], *in, *out, wrong = 0;
    for (int i = 0; i < 64; i++)
        h[i] = i * 3 + 1;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&out, sizeof(h));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    relay<<<1, 64>>>(in, out);
    cudaMemcpy(result, out, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++) {
        wrong += result[i] != (i < 32 ? h[i] * 2 + h[32 + i] : h[i - 32]);
        printf("%d ", result[i]);
    }
    printf("\nwrong: %d\n", wrong);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}

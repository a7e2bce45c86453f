// Sorts a block in shared memory with barriers.
#include <cuda_runtime.h>

__global__ void sortBlock(int *data)
{
    __shared__ int s[512];
    int t = threadIdx.x;
    s[t] = data[blockIdx.x * 512 + t];
    for (int k = 2; k <= 512; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            __syncthreads();
            int other = t ^ j;
            if (other > t) {
                int a = s[t], b = s[other];
                if ((a > b) == ((t & k) == 0)) {
                    s[t] = b;
                    s[other] = a;
                }
            }
        }
    __syncthreads();
    data[blockIdx.x * 512 + t] = s[t];
}

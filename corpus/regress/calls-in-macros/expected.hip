// Settings of a family of kernels, one macro for each kind of them.
#include <hip/hip_runtime.h>
#include <cstdio>
#include <cstdlib>

#define must(call)                                                          \
    do {                                                                    \
        hipError_t status = call;                                          \
        if (status != hipSuccess) {                                        \
            std::printf("%s: %s\n", #call, hipGetErrorString(status));     \
            std::exit(1);                                                   \
        }                                                                   \
    } while (0)

template <typename T, int Width>
__global__ void spread(const T *from, T *to)
{
    extern __shared__ char room[];
    T *tile = reinterpret_cast<T *>(room);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = from[i];
    __syncthreads();
    for (int n = 0; n < Width; n++)
        to[Width * i + n] = tile[threadIdx.x];
}

#define EACH_WIDTH(DO) DO(1); DO(2); DO(4)

void configure(int bytes)
{
#define BANKS(WIDTH) must(hipFuncSetSharedMemConfig((const void*)(spread<double, WIDTH>), hipSharedMemBankSizeEightByte))
    EACH_WIDTH(BANKS);
#undef BANKS

#define ROOM(WIDTH) must(hipFuncSetAttribute((const void*)(spread<float, WIDTH>), hipFuncAttributeMaxDynamicSharedMemorySize, bytes))
    EACH_WIDTH(ROOM);
#undef ROOM
}

int resident(int block)
{
    int blocks = 0;
#define COUNT(WIDTH) \
    must(hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, spread<float, WIDTH>, block, block * sizeof(float)))
    COUNT(2);
    return blocks;
}

#include <cstdio>
#include <new>
#include <cuda_runtime.h>

// Objects of a derived class can be used on both sides.
class Managed {
public:
    void *operator new(size_t len)
    {
        void *ptr = nullptr;
        if (cudaMallocManaged(&ptr, len) != cudaSuccess)
            throw std::bad_alloc();
        cudaDeviceSynchronize();
        return ptr;
    }

    void operator delete(void *ptr)
    {
        cudaDeviceSynchronize();
        cudaFree(ptr);
    }
};

class Grid : public Managed {
public:
    explicit Grid(int n) : size(n) { cudaMallocManaged(&cells, n * sizeof(int), cudaMemAttachGlobal); }
    ~Grid() { cudaFree(cells); }

    int size;
    int *cells;
};

__device__ __managed__ int filled = 0;
__managed__ float weight = 1.5f;

__global__ void fill(Grid *grid)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < grid->size) {
        grid->cells[i] = int(i * weight);
        atomicAdd(&filled, 1);
    }
}

int main()
{
    int managed = 0, concurrent = 0;
    cudaDeviceGetAttribute(&managed, cudaDevAttrManagedMemory, 0);
    cudaDeviceGetAttribute(&concurrent, cudaDevAttrConcurrentManagedAccess, 0);
    if (!managed) {
        std::puts("this device has no managed memory");
        return 0;
    }

    Grid *grid = new Grid(10000);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    if (!concurrent)
        cudaStreamAttachMemAsync(stream, grid->cells, 0, cudaMemAttachSingle);

    fill<<<(grid->size + 127) / 128, 128, 0, stream>>>(grid);
    cudaStreamSynchronize(stream);
    std::printf("%d cells, last %d, weight %g\n", filled, grid->cells[grid->size - 1], weight);

    cudaStreamDestroy(stream);
    delete grid;
    return 0;
}

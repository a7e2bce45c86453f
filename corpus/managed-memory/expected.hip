#include <cstdio>
#include <new>
#include <hip/hip_runtime.h>

// Objects of a derived class can be used on both sides.
class Managed {
public:
    void *operator new(size_t len)
    {
        void *ptr = nullptr;
        if (hipMallocManaged(&ptr, len) != hipSuccess)
            throw std::bad_alloc();
        hipDeviceSynchronize();
        return ptr;
    }

    void operator delete(void *ptr)
    {
        hipDeviceSynchronize();
        hipFree(ptr);
    }
};

class Grid : public Managed {
public:
    explicit Grid(int n) : size(n) { hipMallocManaged(&cells, n * sizeof(int), hipMemAttachGlobal); }
    ~Grid() { hipFree(cells); }

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
    hipDeviceGetAttribute(&managed, hipDeviceAttributeManagedMemory, 0);
    hipDeviceGetAttribute(&concurrent, hipDeviceAttributeConcurrentManagedAccess, 0);
    if (!managed) {
        std::puts("this device has no managed memory");
        return 0;
    }

    Grid *grid = new Grid(10000);
    hipStream_t stream;
    hipStreamCreate(&stream);
    if (!concurrent)
        hipStreamAttachMemAsync(stream, grid->cells, 0, hipMemAttachSingle);

    fill<<<(grid->size + 127) / 128, 128, 0, stream>>>(grid);
    hipStreamSynchronize(stream);
    std::printf("%d cells, last %d, weight %g\n", filled, grid->cells[grid->size - 1], weight);

    hipStreamDestroy(stream);
    delete grid;
    return 0;
}

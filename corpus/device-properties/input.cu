#include <cuda_runtime.h>
#include <cstdio>

static void print(const cudaDeviceProp &p)
{
    std::printf("%s\n", p.name);
    std::printf("  global memory        %zu MiB\n", p.totalGlobalMem >> 20);
    std::printf("  multiprocessors      %d\n", p.multiProcessorCount);
    std::printf("  shared per block     %zu, opt-in %zu\n", p.sharedMemPerBlock, p.sharedMemPerBlockOptin);
    std::printf("  registers per block  %d\n", p.regsPerBlock);
    std::printf("  lanes per warp       %d\n", p.warpSize);
    std::printf("  threads per block    %d (%d x %d x %d)\n", p.maxThreadsPerBlock, p.maxThreadsDim[0],
                p.maxThreadsDim[1], p.maxThreadsDim[2]);
    std::printf("  grid                 %d x %d x %d\n", p.maxGridSize[0], p.maxGridSize[1], p.maxGridSize[2]);
    std::printf("  memory bus, L2       %d bit, %d KiB\n", p.memoryBusWidth, p.l2CacheSize >> 10);
    std::printf("  PCI                  %04x:%02x:%02x\n", p.pciDomainID, p.pciBusID, p.pciDeviceID);
    std::printf("  UVA, managed, ECC    %d, %d, %d\n", p.unifiedAddressing, p.managedMemory, p.ECCEnabled);
    std::printf("  textures             1-D %d, 2-D %d x %d\n", p.maxTexture1D, p.maxTexture2D[0], p.maxTexture2D[1]);
}

int main()
{
    int count = 0, driver = 0, runtime = 0;
    cudaError_t err = cudaGetDeviceCount(&count);
    if (err != cudaSuccess) {
        std::printf("cudaGetDeviceCount returned %d: %s\n", static_cast<int>(err), cudaGetErrorString(err));
        return 1;
    }
    cudaDriverGetVersion(&driver);
    cudaRuntimeGetVersion(&runtime);
    std::printf("%d device(s), driver %d.%d, runtime %d.%d\n", count, driver / 1000, driver % 100 / 10, runtime / 1000,
                runtime % 100 / 10);

    for (int dev = 0; dev < count; ++dev) {
        struct cudaDeviceProp prop;
        cudaGetDeviceProperties(&prop, dev);
        cudaSetDevice(dev);
        print(prop);

        int clockKHz = 0, memoryKHz = 0, mode = 0;
        cudaDeviceGetAttribute(&clockKHz, cudaDevAttrClockRate, dev);
        cudaDeviceGetAttribute(&memoryKHz, cudaDevAttrMemoryClockRate, dev);
        cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, dev);
        if (mode == cudaComputeModeProhibited)
            std::printf("  no contexts allowed\n");

        size_t freeBytes = 0, totalBytes = 0, stack = 0;
        cudaMemGetInfo(&freeBytes, &totalBytes);
        cudaDeviceGetLimit(&stack, cudaLimitStackSize);
        char bus[32];
        cudaDeviceGetPCIBusId(bus, sizeof(bus), dev);
        std::printf("  %d MHz, memory %d MHz, %zu of %zu MiB free, stack %zu, %s\n", clockKHz / 1000, memoryKHz / 1000,
                    freeBytes >> 20, totalBytes >> 20, stack, bus);
        for (char byte : prop.uuid.bytes)
            std::printf("%02x", static_cast<unsigned char>(byte));
        std::printf("\n");
    }
    return 0;
}

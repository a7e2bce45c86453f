#include <hip/hip_runtime.h>
#include <cstdio>

static void print(const hipDeviceProp_t &p)
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
    hipError_t err = hipGetDeviceCount(&count);
    if (err != hipSuccess) {
        std::printf("cudaGetDeviceCount returned %d: %s\n", static_cast<int>(err), hipGetErrorString(err));
        return 1;
    }
    hipDriverGetVersion(&driver);
    hipRuntimeGetVersion(&runtime);
    std::printf("%d device(s), driver %d.%d, runtime %d.%d\n", count, driver / 1000, driver % 100 / 10, runtime / 1000,
                runtime % 100 / 10);

    for (int dev = 0; dev < count; ++dev) {
        struct hipDeviceProp_t prop;
        hipGetDeviceProperties(&prop, dev);
        hipSetDevice(dev);
        print(prop);

        int clockKHz = 0, memoryKHz = 0, mode = 0;
        hipDeviceGetAttribute(&clockKHz, hipDeviceAttributeClockRate, dev);
        hipDeviceGetAttribute(&memoryKHz, hipDeviceAttributeMemoryClockRate, dev);
        hipDeviceGetAttribute(&mode, hipDeviceAttributeComputeMode, dev);
        if (mode == hipComputeModeProhibited)
            std::printf("  no contexts allowed\n");

        size_t freeBytes = 0, totalBytes = 0, stack = 0;
        hipMemGetInfo(&freeBytes, &totalBytes);
        hipDeviceGetLimit(&stack, hipLimitStackSize);
        char bus[32];
        hipDeviceGetPCIBusId(bus, sizeof(bus), dev);
        std::printf("  %d MHz, memory %d MHz, %zu of %zu MiB free, stack %zu, %s\n", clockKHz / 1000, memoryKHz / 1000,
                    freeBytes >> 20, totalBytes >> 20, stack, bus);
        for (char byte : prop.uuid.bytes)
            std::printf("%02x", static_cast<unsigned char>(byte));
        std::printf("\n");
    }
    return 0;
}

#include <cuda_runtime.h>
#include <stdexcept>

struct Features {
    bool halfAtomics, tensorCores, asyncCopy;
    int sharedPerBlock;
};

Features featuresOf(int device)
{
    cudaDeviceProp prop;
    if (cudaGetDeviceProperties(&prop, device) != cudaSuccess)
        throw std::runtime_error("no such device");
    Features f;
    f.halfAtomics = prop.major >= 7;
    f.tensorCores = prop.major * 10 + prop.minor >= 70;
    f.asyncCopy = prop.major >= 8;
    f.sharedPerBlock = static_cast<int>(prop.sharedMemPerBlockOptin);
    return f;
}

int capability(int device)
{
    int major = 0, minor = 0;
    cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
    cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device);
    return 10 * major + minor;
}

int bestDevice()
{
    int count = 0, best = -1, bestScore = -1;
    cudaGetDeviceCount(&count);
    for (int i = 0; i < count; ++i) {
        cudaDeviceProp p;
        cudaGetDeviceProperties(&p, i);
        const int score = capability(i) * p.multiProcessorCount;
        if (score > bestScore)
            best = i, bestScore = score;
    }
    return best;
}

const char *variantOf(const Features &f)
{
    return f.asyncCopy ? "async" : f.halfAtomics || f.tensorCores ? "fast" : "plain";
}

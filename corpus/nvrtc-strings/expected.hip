#include <hip/hip_runtime_api.h>
#include <hip/hiprtc.h>
#include <cstdio>
#include <string>
#include <vector>

static const char *kSource = R"cuda(
extern "C" __global__ void saxpy(float a, const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}
)cuda";

static const char *kOneLine = "extern \"C\" __global__ void zero(float *x) { x[threadIdx.x] = 0; }";

// Text about kernels is no kernel.
static const char *kHelp = "the kernel must be declared extern \"C\"";

static std::string compile(const char *source, const char *name, const char *arch)
{
    hiprtcProgram program;
    if (hiprtcCreateProgram(&program, source, name, 0, nullptr, nullptr) != HIPRTC_SUCCESS)
        return {};
    const std::string option = std::string("--gpu-architecture=") + arch;
    const char *options[] = {option.c_str(), "--use_fast_math"};
    const hiprtcResult result = hiprtcCompileProgram(program, 2, options);
    if (result != HIPRTC_SUCCESS) {
        size_t size = 0;
        hiprtcGetProgramLogSize(program, &size);
        std::vector<char> log(size);
        hiprtcGetProgramLog(program, log.data());
        std::fprintf(stderr, "%s: %s\n%s\n%s\n", name, hiprtcGetErrorString(result), log.data(), kHelp);
    }
    size_t size = 0;
    hiprtcGetCodeSize(program, &size);
    std::string ptx(size, '\0');
    hiprtcGetCode(program, &ptx[0]);
    hiprtcDestroyProgram(&program);
    return ptx;
}

hipError_t load(hipModule_t *module, hipFunction_t *function)
{
    const std::string ptx = compile(kSource, "saxpy.cu", "compute_80") + compile(kOneLine, "zero.cu", "compute_80");
    hipError_t status = hipModuleLoadDataEx(module, ptx.c_str(), 0, nullptr, nullptr);
    return status == hipSuccess ? hipModuleGetFunction(function, *module, "saxpy") : status;
}

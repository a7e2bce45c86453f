#include <cuda_runtime_api.h>
#include <stdexcept>
#include <string>
#include <system_error>

namespace gpu {

class Error : public std::runtime_error {
public:
    Error(cudaError_t code, const char *file, int line)
        : std::runtime_error(std::string(file) + ":" + std::to_string(line) + ": " + cudaGetErrorName(code) + ": " +
                             cudaGetErrorString(code)),
          code_(code)
    {
    }
    cudaError_t code() const noexcept { return code_; }
    bool isSticky() const noexcept
    {
        switch (code_) {
        case cudaErrorIllegalAddress:
        case cudaErrorLaunchFailure:
        case cudaErrorLaunchTimeout:
        case cudaErrorAssert:
        case cudaErrorECCUncorrectable:
            return true;
        case cudaErrorMemoryAllocation:
        case cudaErrorInvalidConfiguration:
        case cudaErrorLaunchOutOfResources:
        default:
            return false;
        }
    }

private:
    cudaError_t code_;
};

inline void check(cudaError_t status, const char *file, int line)
{
    if (status != cudaSuccess)
        throw Error(status, file, line);
}

class Category final : public std::error_category {
public:
    const char *name() const noexcept override { return "cuda"; }
    std::string message(int value) const override { return cudaGetErrorString(static_cast<cudaError_t>(value)); }
    std::error_condition default_error_condition(int value) const noexcept override
    {
        if (value == cudaErrorMemoryAllocation)
            return std::errc::not_enough_memory;
        if (value == cudaErrorInvalidValue || value == cudaErrorInvalidDevicePointer)
            return std::errc::invalid_argument;
        return {value, *this};
    }
};

inline const std::error_category &category()
{
    static const Category instance;
    return instance;
}

} // namespace gpu

#define GPU_CHECK(expr) ::gpu::check((expr), __FILE__, __LINE__)

std::error_code resetQuietly()
{
    try {
        GPU_CHECK(cudaDeviceSynchronize());
        GPU_CHECK(cudaDeviceReset());
    } catch (const gpu::Error &error) {
        if (error.code() == cudaErrorNoDevice || error.code() == cudaErrorInsufficientDriver)
            return {};
        return {error.code(), gpu::category()};
    }
    return {cudaPeekAtLastError(), gpu::category()};
}

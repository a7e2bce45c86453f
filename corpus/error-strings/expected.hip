#include <hip/hip_runtime_api.h>
#include <stdexcept>
#include <string>
#include <system_error>

namespace gpu {

class Error : public std::runtime_error {
public:
    Error(hipError_t code, const char *file, int line)
        : std::runtime_error(std::string(file) + ":" + std::to_string(line) + ": " + hipGetErrorName(code) + ": " +
                             hipGetErrorString(code)),
          code_(code)
    {
    }
    hipError_t code() const noexcept { return code_; }
    bool isSticky() const noexcept
    {
        switch (code_) {
        case hipErrorIllegalAddress:
        case hipErrorLaunchFailure:
        case hipErrorLaunchTimeOut:
        case hipErrorAssert:
        case hipErrorECCNotCorrectable:
            return true;
        case hipErrorMemoryAllocation:
        case hipErrorInvalidConfiguration:
        case hipErrorLaunchOutOfResources:
        default:
            return false;
        }
    }

private:
    hipError_t code_;
};

inline void check(hipError_t status, const char *file, int line)
{
    if (status != hipSuccess)
        throw Error(status, file, line);
}

class Category final : public std::error_category {
public:
    const char *name() const noexcept override { return "cuda"; }
    std::string message(int value) const override { return hipGetErrorString(static_cast<hipError_t>(value)); }
    std::error_condition default_error_condition(int value) const noexcept override
    {
        if (value == hipErrorMemoryAllocation)
            return std::errc::not_enough_memory;
        if (value == hipErrorInvalidValue || value == hipErrorInvalidDevicePointer)
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
        GPU_CHECK(hipDeviceSynchronize());
        GPU_CHECK(hipDeviceReset());
    } catch (const gpu::Error &error) {
        if (error.code() == hipErrorNoDevice || error.code() == hipErrorInsufficientDriver)
            return {};
        return {error.code(), gpu::category()};
    }
    return {hipPeekAtLastError(), gpu::category()};
}

#pragma once

#include <cuda_runtime.h>

#include <sstream>
#include <stdexcept>

// Throws with the text of the call when a CUDA call fails.
#define CUDA_CHECK(call)                                                              \
    do {                                                                              \
        const cudaError_t status_ = (call);                                           \
        if (status_ != cudaSuccess) {                                                 \
            std::ostringstream text_;                                                 \
            text_ << __FILE__ << ':' << __LINE__ << ": " << #call << ": "             \
                  << cudaGetErrorString(status_);                                     \
            throw std::runtime_error(text_.str());                                    \
        }                                                                             \
    } while (0)

#ifdef NDEBUG
#define CUDA_CHECK_LAUNCH() CUDA_CHECK(cudaGetLastError())
#else
#define CUDA_CHECK_LAUNCH()                      \
    do {                                         \
        CUDA_CHECK(cudaGetLastError());          \
        CUDA_CHECK(cudaDeviceSynchronize());     \
    } while (0)
#endif

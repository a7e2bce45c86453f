#pragma once
#include <hip/hip_runtime.h>

// A class for the device and one for the host share a name; the members of both are defined outside of them.
namespace gpu {
template <class F> struct point {
    F x, y;
    __device__ point(const F &a, const F &b);
    __device__ F sum() const;
};

template <class F> __device__ point<F>::point(const F &a, const F &b) : x(a), y(b) {}
template <class F> __device__ F point<F>::sum() const { return x + y; }
}

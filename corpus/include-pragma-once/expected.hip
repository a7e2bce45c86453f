// Copyright (c) the authors of this library.
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <hip/hip_runtime.h>
#include <cstdint>

template <typename T>
__device__ __forceinline__ T clampTo(T value, T low, T high)
{
    return value < low ? low : (value > high ? high : value);
}

__device__ __forceinline__ std::uint32_t packRgba(float4 c)
{
    const float s = 255.0f;
    return static_cast<std::uint32_t>(clampTo(c.x, 0.0f, 1.0f) * s) |
           static_cast<std::uint32_t>(clampTo(c.y, 0.0f, 1.0f) * s) << 8 |
           static_cast<std::uint32_t>(clampTo(c.z, 0.0f, 1.0f) * s) << 16 |
           static_cast<std::uint32_t>(clampTo(c.w, 0.0f, 1.0f) * s) << 24;
}

static __device__ __constant__ float kGamma[256];

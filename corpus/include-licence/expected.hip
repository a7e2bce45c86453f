/*
 * Copyright (c) the authors of this library.
 *
 * Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
 * documentation files, to deal in the Software without restriction, including the rights to use, copy, modify,
 * merge, publish and distribute it. THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND.
 */

/**
 * @file distance.cu
 * @brief Squared distances of all pairs of points.
 */

#include <hip/hip_runtime.h>

extern "C" __global__ void squaredDistances(const float *points, float *out, int n, int dims)
{
    const int a = blockIdx.y * blockDim.y + threadIdx.y;
    const int b = blockIdx.x * blockDim.x + threadIdx.x;
    if (a >= n || b >= n)
        return;
    float sum = 0.0f;
    for (int d = 0; d < dims; ++d) {
        const float diff = points[a * dims + d] - points[b * dims + d];
        sum += diff * diff;
    }
    out[a * n + b] = sum;
}

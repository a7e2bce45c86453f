#pragma once

#include <hip/hip_runtime.h>

struct Box
{
    float2 low;
    float2 high;
};

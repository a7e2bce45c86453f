// HIP's bfloat16 with emulated lanes.
#pragma once
#include "hip_runtime.h"
#include "simt/half.h"

SIMT_SMALL_FLOAT(__hip_bfloat16, simt::bfloat_to_float, simt::float_to_bfloat)
using __hip_bfloat162 = __hip_bfloat16_pair;
#define SIMT_BFLOAT __hip_bfloat16
#define SIMT_BFLOAT2 __hip_bfloat162
#include "simt/bf16.h"

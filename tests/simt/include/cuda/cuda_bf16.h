// CUDA's bfloat16 with emulated lanes.
#pragma once
#include "cuda_runtime.h"
#include "simt/half.h"

SIMT_SMALL_FLOAT(__nv_bfloat16, simt::bfloat_to_float, simt::float_to_bfloat)
using __nv_bfloat162 = __nv_bfloat16_pair;
using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;
#define SIMT_BFLOAT __nv_bfloat16
#define SIMT_BFLOAT2 __nv_bfloat162
#include "simt/bf16.h"

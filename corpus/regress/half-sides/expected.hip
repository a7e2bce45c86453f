#include <hip/hip_runtime.h>
#include "hipify_half.h"
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>

__device__ __half on_device(unsigned n) { return __hadd_sat(__uint2half_rn(n), __int2half_rz(-1)); }

__half on_host(int n) { return __int2half_rn(n); }



__half refused(unsigned n) { return __uint2half_rn(n); }



int back(__half h) { return __half2int_rz(h); }

__device__ __half2 of_half(__half2 a, __half2 b) { return __hequ2(a, b); }



__device__ __hip_bfloat162 of_bfloat(__hip_bfloat162 a, __hip_bfloat162 b) { return hipify_half::hequ2(a, b); }

// HIP's 16-bit floating point with emulated lanes.
#pragma once
#include "hip_runtime.h"
#include "simt/fp16.h"

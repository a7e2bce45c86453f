// hipCUB's warp and block primitives with emulated lanes.
#pragma once
#include "../hip/hip_runtime.h"
#define SIMT_CUB hipcub
#include "simt/collectives.h"

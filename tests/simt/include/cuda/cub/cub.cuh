// CUB's warp and block primitives with emulated lanes.
#pragma once
#include "../cuda_runtime.h"
#define SIMT_CUB cub
#include "simt/collectives.h"

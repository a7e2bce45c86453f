#ifndef __CUDA_FP16_H__
#define __CUDA_FP16_H__

struct half_bits {
    unsigned short bits;
};

#include "cuda_fp16.hpp"

#endif

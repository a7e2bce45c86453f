#include "cuda_fp16.h"

#ifndef __CUDA_FP16_H__
#error "there is no half"
#endif

int main()
{
    half_bits minus_one = {0xbc00};
    return is_negative(minus_one) ? 0 : 1;
}

#if !defined(__CUDA_FP16_HPP__)
#define __CUDA_FP16_HPP__

#if !defined(__CUDA_FP16_H__)
#error "include cuda_fp16.h instead"
#endif

inline bool is_negative(half_bits half) { return half.bits >> 15; }

#endif

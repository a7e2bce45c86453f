// 16-bit floating point of both sides, as far as shuffles, sums and comparisons go. Each operation rounds once from the
// exact float or double result, to nearest even.
#pragma once

namespace simt {

SIMT_INLINE float bfloat_to_float(unsigned short bits) { return simt_bits<float>(static_cast<unsigned>(bits) << 16); }
SIMT_INLINE unsigned short float_to_bfloat(float value) {
  unsigned bits = simt_bits<unsigned>(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return 0x7fff;
  return static_cast<unsigned short>((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}
SIMT_INLINE float half_to_float(unsigned short bits) { return static_cast<float>(simt_bits<_Float16>(bits)); }
SIMT_INLINE unsigned short float_to_half(float value) { return simt_bits<unsigned short>(static_cast<_Float16>(value)); }

}  // namespace simt

#define SIMT_SMALL_FLOAT(name, to_float, from_float)                                                     \
  struct name {                                                                                          \
    unsigned short bits;                                                                                 \
    name() = default;                                                                                    \
    name(float value) : bits(from_float(value)) {}                                                       \
    name(double value) : bits(from_float(static_cast<float>(value))) {}                                  \
    name(int value) : bits(from_float(static_cast<float>(value))) {}                                     \
    operator float() const { return to_float(bits); }                                                    \
    name& operator+=(name other) { return *this = name(float(*this) + float(other)); }                   \
    name& operator-=(name other) { return *this = name(float(*this) - float(other)); }                   \
    name& operator*=(name other) { return *this = name(float(*this) * float(other)); }                   \
  };                                                                                                     \
  struct alignas(4) name##_pair {                                                                        \
    name x, y;                                                                                           \
  };                                                                                                     \
  SIMT_INLINE name operator+(name a, name b) { return name(float(a) + float(b)); }                       \
  SIMT_INLINE name operator-(name a, name b) { return name(float(a) - float(b)); }                       \
  SIMT_INLINE name operator*(name a, name b) { return name(float(a) * float(b)); }                       \
  SIMT_INLINE name operator/(name a, name b) { return name(float(a) / float(b)); }                       \
  SIMT_INLINE name operator-(name a) { return name(-float(a)); }                                         \
  SIMT_INLINE bool operator<(name a, name b) { return float(a) < float(b); }                             \
  SIMT_INLINE bool operator>(name a, name b) { return float(a) > float(b); }                             \
  SIMT_INLINE bool operator<=(name a, name b) { return float(a) <= float(b); }                           \
  SIMT_INLINE bool operator>=(name a, name b) { return float(a) >= float(b); }                           \
  SIMT_INLINE bool operator==(name a, name b) { return float(a) == float(b); }                           \
  SIMT_INLINE bool operator!=(name a, name b) { return float(a) != float(b); }                           \
  SIMT_INLINE name __hadd(name a, name b) { return a + b; }                                              \
  SIMT_INLINE name __hsub(name a, name b) { return a - b; }                                              \
  SIMT_INLINE name __hmul(name a, name b) { return a * b; }                                              \
  SIMT_INLINE name __hdiv(name a, name b) { return a / b; }                                              \
  SIMT_INLINE name __hneg(name a) { return -a; }                                                         \
  SIMT_INLINE name __hfma(name a, name b, name c) { return name(float(double(float(a)) * float(b) + float(c))); } \
  SIMT_INLINE name __hmax(name a, name b) { return a < b ? b : a; }                                      \
  SIMT_INLINE name __hmin(name a, name b) { return b < a ? b : a; }                                      \
  SIMT_INLINE bool __hgt(name a, name b) { return a > b; }                                               \
  SIMT_INLINE bool __hlt(name a, name b) { return a < b; }                                               \
  SIMT_INLINE bool __heq(name a, name b) { return a == b; }                                              \
  SIMT_INLINE name##_pair operator+(name##_pair a, name##_pair b) { return {a.x + b.x, a.y + b.y}; }     \
  SIMT_INLINE name##_pair operator*(name##_pair a, name##_pair b) { return {a.x * b.x, a.y * b.y}; }     \
  SIMT_INLINE name##_pair __hadd2(name##_pair a, name##_pair b) { return a + b; }                        \
  SIMT_INLINE name##_pair __hmul2(name##_pair a, name##_pair b) { return a * b; }                        \
  SIMT_INLINE name##_pair __hmax2(name##_pair a, name##_pair b) { return {__hmax(a.x, b.x), __hmax(a.y, b.y)}; }

#pragma once
namespace cpu {
template <class F> point<F>::point(const F &a, const F &b) : x(a), y(b) {}
template <class F> F point<F>::sum() const { return x + y; }
}

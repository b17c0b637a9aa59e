// Functions of numbers that C++ does not have as Julia means them; part of every kernel, after the prelude.
/// NaN wins, and 0 is larger than -0.
template <class T> __device__ __forceinline__ T larger(T a, T b) { return a != a ? a : b != b ? b : a > b ? a : b > a ? b : a == 0 ? T(a + b) : a; }
template <class T> __device__ __forceinline__ T smaller(T a, T b) { return a != a ? a : b != b ? b : a < b ? a : b < a ? b : a == 0 ? T(-(-a - b)) : a; }

#ifndef HALF_COMPARES
__device__ __forceinline__ f16 larger(f16 a, f16 b) { return down(larger(up(a), up(b))); }
__device__ __forceinline__ f16 smaller(f16 a, f16 b) { return down(smaller(up(a), up(b))); }
#endif
__device__ __forceinline__ f16 absolute(f16 a) { return f16{(unsigned short)(a.bits & 0x7fff)}; }
__device__ __forceinline__ f16 negative(f16 a) { return f16{(unsigned short)(a.bits ^ 0x8000)}; }

/// Some neighbours, loaded and stored at once.
template <class T, int width> struct alignas(sizeof(T) * width) Vector {
  T x[width];
};

/// `width` elements from an address on: neighbours, or one element for all of them where the stride is zero.
template <int width, class T> __device__ __forceinline__ Vector<T, width> fetch_elements(const T *from, long long stride) {
  if (width == 1 || stride == 1)
    return *reinterpret_cast<const Vector<T, width> *>(from);
  Vector<T, width> all;
  for (int i = 0; i < width; i++)
    all.x[i] = *from;
  return all;
}

/// From `first` to `last`; empty if that is less.
template <class I> struct Range {
  I first, last;
};

/// What comes next in a range, if something does.
template <class I> struct Step {
  bool some;
  I value, state;
};

template <class I> __device__ __forceinline__ Range<I> range(I first, I last) { return {first, last}; }
template <class I> __device__ __forceinline__ Step<I> first_step(Range<I> r) { return {r.first <= r.last, r.first, r.first}; }
template <class I> __device__ __forceinline__ Step<I> next_step(Range<I> r, I at) { return {at != r.last, I(at + 1), I(at + 1)}; }

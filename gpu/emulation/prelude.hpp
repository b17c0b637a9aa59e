// What a generated kernel finds around itself when it is compiled for the processor: the words of CUDA, and half precision.
//
// A block's threads run one after the other, so a kernel must not wait for another thread. Kernels that do so on the device have a text of
// their own here (`reduce.hpp`, `gemm.hpp`). No header is read: that would take longer than the rest.

#define __global__
#define __device__
#define __forceinline__ inline

typedef unsigned short bits16;

struct Dim3 {
  unsigned x, y, z;
};
[[maybe_unused]] static Dim3 blockIdx, threadIdx, gridDim, blockDim;

/// IEEE half precision by its bits; all arithmetic goes through `float`.
struct f16 {
  bits16 bits;
};

static inline float up(f16 h) {
  unsigned sign = unsigned(h.bits & 0x8000) << 16, exponent = (h.bits >> 10) & 31, fraction = h.bits & 1023, out;
  if (exponent == 31) {
    out = sign | 0x7f800000 | (fraction << 13);
  } else if (exponent) {
    out = sign | ((exponent + 112) << 23) | (fraction << 13);
  } else {
    float small = __builtin_ldexpf(float(fraction), -24);
    __builtin_memcpy(&out, &small, 4);
    out |= sign;
  }
  float result;
  __builtin_memcpy(&result, &out, 4);
  return result;
}

/// To the nearest, ties to even.
static inline f16 down(float x) {
  unsigned in;
  __builtin_memcpy(&in, &x, 4);
  bits16 sign = bits16((in >> 16) & 0x8000);
  in &= 0x7fffffff;
  if (in > 0x7f800000)
    return f16{bits16(sign | 0x7e00)};
  if (in >= 0x477ff000)
    return f16{bits16(sign | 0x7c00)};
  if (in < 0x38800000) { // below the smallest normal number: in units of 2^-24
    float size;
    __builtin_memcpy(&size, &in, 4);
    return f16{bits16(sign | bits16(__builtin_nearbyintf(__builtin_ldexpf(size, 24))))};
  }
  unsigned rest = in & 0x1fff, cut = (in - 0x38000000) >> 13;
  if (rest > 0x1000 || (rest == 0x1000 && (cut & 1)))
    cut++;
  return f16{bits16(sign | cut)};
}

[[maybe_unused]] static inline f16 plus(f16 a, f16 b) { return down(up(a) + up(b)); }
[[maybe_unused]] static inline f16 minus(f16 a, f16 b) { return down(up(a) - up(b)); }
[[maybe_unused]] static inline f16 times(f16 a, f16 b) { return down(up(a) * up(b)); }

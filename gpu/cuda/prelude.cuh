// What a generated kernel finds around itself on the device: half precision, without the headers of CUDA, which take longer to read than the
// kernel to compile.

/// IEEE half precision by its bits.
struct f16 {
  unsigned short bits;
};

__device__ __forceinline__ float up(f16 h) {
  float x;
  asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(h.bits));
  return x;
}

/// To the nearest, ties to even.
__device__ __forceinline__ f16 down(float x) {
  f16 h;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h.bits) : "f"(x));
  return h;
}

// Each rounds once, as the same operation in single precision rounded to half does.
__device__ __forceinline__ f16 plus(f16 a, f16 b) {
  f16 x;
  asm("add.rn.f16 %0, %1, %2;" : "=h"(x.bits) : "h"(a.bits), "h"(b.bits));
  return x;
}

__device__ __forceinline__ f16 minus(f16 a, f16 b) {
  f16 x;
  asm("sub.rn.f16 %0, %1, %2;" : "=h"(x.bits) : "h"(a.bits), "h"(b.bits));
  return x;
}

__device__ __forceinline__ f16 times(f16 a, f16 b) {
  f16 x;
  asm("mul.rn.f16 %0, %1, %2;" : "=h"(x.bits) : "h"(a.bits), "h"(b.bits));
  return x;
}

// NaN wins, and 0 is larger than -0.
#define HALF_COMPARES
__device__ __forceinline__ f16 larger(f16 a, f16 b) {
  f16 x;
  asm("max.NaN.f16 %0, %1, %2;" : "=h"(x.bits) : "h"(a.bits), "h"(b.bits));
  return x;
}

__device__ __forceinline__ f16 smaller(f16 a, f16 b) {
  f16 x;
  asm("min.NaN.f16 %0, %1, %2;" : "=h"(x.bits) : "h"(a.bits), "h"(b.bits));
  return x;
}

__device__ __forceinline__ float larger(float a, float b) {
  float x;
  asm("max.NaN.f32 %0, %1, %2;" : "=f"(x) : "f"(a), "f"(b));
  return x;
}

__device__ __forceinline__ float smaller(float a, float b) {
  float x;
  asm("min.NaN.f32 %0, %1, %2;" : "=f"(x) : "f"(a), "f"(b));
  return x;
}

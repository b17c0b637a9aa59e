// What a generated kernel finds around itself on the device: half precision, without the headers of CUDA, which take longer to read than the
// kernel to compile.

/// IEEE half precision by its bits; all arithmetic goes through `float`.
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

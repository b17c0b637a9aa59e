/* The C interface between Julia and a device: memory, products of matrices, kernels from text, time.
 *
 * Two libraries have it. `cuda/` does the work on an NVIDIA GPU; `emulation/` does the same on the processor, so that types, rules and
 * generated kernels are tested on machines without a device. A caller cannot tell them apart but by `gpu_backend`, and by time.
 *
 *     gpu *device;
 *     gpu_open(0, &device);
 *     gpu_alloc(device, 1024, &memory);
 *     gpu_upload(device, memory, host, 1024);
 *
 * Order: a device has one stream. What is given to it runs in that order; calls come back before the work is done. `gpu_download`,
 * `gpu_upload` and `gpu_synchronize` wait for it. So memory that was freed may be given out again at once: whoever gets it comes later.
 *
 * Errors: every function that can fail gives a code, zero if it did not. `gpu_error` then has the name of the call that failed and what it
 * said, for this thread, until its next failure. Nothing throws across this interface and nothing prints.
 *
 * Threads: every function may be called from every thread.
 */
#ifndef SATURATE_GPU_H
#define SATURATE_GPU_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define GPU_VERSION 2

/* What went wrong. */
enum gpu_code {
  GPU_OK = 0,
  GPU_NO_DEVICE = 1,     /* there is none, or its driver is missing */
  GPU_OUT_OF_MEMORY = 2, /* free some and try again */
  GPU_BAD_ARGUMENT = 3,  /* the caller's mistake */
  GPU_NOT_SUPPORTED = 4, /* true of these types or sizes: take another way */
  GPU_COMPILE = 5,       /* the text of a kernel; the message has the compiler's words */
  GPU_FAILED = 6         /* the device or one of its libraries */
};

enum gpu_type { GPU_F16 = 0, GPU_F32 = 1, GPU_F64 = 2 };

/* What a product does to each element before it stores it. */
enum gpu_epilogue { GPU_NOTHING = 0, GPU_RELU = 1, GPU_GELU = 2 };

typedef struct gpu gpu;
typedef struct gpu_kernel gpu_kernel;
typedef struct gpu_event gpu_event;

typedef struct {
  uint64_t live;     /* bytes given out */
  uint64_t cached;   /* bytes kept for the next to ask */
  uint64_t peak;     /* largest sum of both */
  uint64_t requests; /* calls of gpu_alloc that succeeded */
  uint64_t misses;   /* those of them that asked the device */
} gpu_memory;

/* D ← epilogue(α A B + β C + bias), column by column as Fortran has it. A is m × k, B is k × n after they were transposed where that is asked for;
 * `bias` has m elements and is added to each column, or is null. C and D have the same leading dimension and may be the same matrix. */
typedef struct {
  int32_t type;       /* of all matrices; half precision is summed in single precision */
  int32_t transpose_a, transpose_b;
  int32_t epilogue;
  int64_t m, n, k, lda, ldb, ldc;
  double alpha, beta;
  const void *a, *b, *c, *bias;
  void *d;
} gpu_product;

int32_t gpu_version(void);
const char *gpu_backend(void); /* "cuda" or "emulation" */
const char *gpu_error(void);

int32_t gpu_count(int32_t *devices);
int32_t gpu_open(int32_t device, gpu **out);
int32_t gpu_close(gpu *device);
/* Name, driver, versions: one `key: value` a line, cut off where the buffer ends. */
int32_t gpu_describe(gpu *device, char *text, size_t size);
int32_t gpu_multiprocessors(gpu *device, int32_t *count);

/* Memory comes from a pool that keeps what is freed. Addresses are multiples of 256. */
int32_t gpu_alloc(gpu *device, size_t bytes, void **out);
int32_t gpu_free(gpu *device, void *memory);
int32_t gpu_trim(gpu *device); /* gives what is cached back to the device */
int32_t gpu_memory_now(gpu *device, gpu_memory *out);

int32_t gpu_upload(gpu *device, void *to, const void *from, size_t bytes);
int32_t gpu_download(gpu *device, void *to, const void *from, size_t bytes);
int32_t gpu_copy(gpu *device, void *to, const void *from, size_t bytes);
int32_t gpu_synchronize(gpu *device);

/* One product through the library for products: no epilogue, no bias, C and D the same. */
int32_t gpu_gemm(gpu *device, const gpu_product *product);
/* Two such products with the same first factor at once: the given one, and D2 ← α A B2 + β D2 of the same sizes. The second addresses are not below the
 * first ones, and D2 is another matrix than D. */
int32_t gpu_gemm_pair(gpu *device, const gpu_product *product, const void *b2, void *d2);
/* One product with everything around it in one kernel; GPU_NOT_SUPPORTED where there is none for it. */
int32_t gpu_matmul(gpu *device, const gpu_product *product);

/* Compiles a text and finds the kernel of that name in it. A kernel takes one parameter, a struct by value. It lives as long as the device. */
int32_t gpu_compile(gpu *device, const char *text, const char *name, gpu_kernel **out);
int32_t gpu_launch(gpu *device, gpu_kernel *kernel, uint32_t grid_x, uint32_t grid_y, uint32_t block, const void *parameter);

/* Events mark a place in the stream. */
int32_t gpu_event_new(gpu *device, gpu_event **out);
int32_t gpu_event_free(gpu *device, gpu_event *event);
int32_t gpu_event_record(gpu *device, gpu_event *event);
/* Waits for the second event; milliseconds between the two. */
int32_t gpu_event_elapsed(gpu *device, gpu_event *from, gpu_event *to, float *milliseconds);

#ifdef __cplusplus
}
#endif
#endif

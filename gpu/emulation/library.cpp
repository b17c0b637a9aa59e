// The interface of `gpu.h` on the processor: for tests of what is built on it, not for speed.
//
// Everything is done when a call comes back. Kernels are compiled by the C++ compiler of the machine (`c++`, or what SATURATE_GPU_CXX names) and
// loaded; one processor runs them, thread by thread.
#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "../common/failure.hpp"
#include "../common/pool.hpp"

namespace half {
#include "prelude.hpp"
}

using saturate::fail;

struct gpu_event {
  std::chrono::steady_clock::time_point at;
};

struct gpu_kernel {
  void *library;
  void (*launch)(unsigned, unsigned, unsigned, const void *);
};

struct gpu {
  saturate::Pool pool{[](size_t bytes) -> void * {
                        // Fresh memory holds anything: what reads it before it was written shows.
                        void *memory = aligned_alloc(256, (bytes + 255) / 256 * 256);
                        if (memory)
                          memset(memory, 0xff, bytes);
                        return memory;
                      },
                      [](void *memory) { free(memory); }};
  std::mutex lock;
  std::vector<std::unique_ptr<gpu_kernel>> kernels;
  ~gpu() {
    for (auto &kernel : kernels)
      dlclose(kernel->library);
  }
};

namespace {

template <class T> struct Number {
  static double get(const void *memory, int64_t at) { return static_cast<const T *>(memory)[at]; }
  static void set(void *memory, int64_t at, double value) { static_cast<T *>(memory)[at] = T(value); }
  static double round(double sum) { return T(sum); }
};
template <> struct Number<half::f16> {
  static double get(const void *memory, int64_t at) { return half::up(static_cast<const half::f16 *>(memory)[at]); }
  static void set(void *memory, int64_t at, double value) { static_cast<half::f16 *>(memory)[at] = half::down(float(value)); }
  static double round(double sum) { return float(sum); }
};

double activated(int32_t epilogue, double x) {
  if (epilogue == GPU_RELU)
    return x > 0 ? x : x < 0 ? 0 : x;
  if (epilogue == GPU_GELU)
    return 0.5 * x * (1 + std::tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)));
  return x;
}

template <class T> void product(const gpu_product &p) {
  using N = Number<T>;
  for (int64_t j = 0; j < p.n; j++)
    for (int64_t i = 0; i < p.m; i++) {
      double sum = 0;
      for (int64_t l = 0; l < p.k; l++)
        sum = N::round(sum + N::get(p.a, p.transpose_a ? l + i * p.lda : i + l * p.lda) *
                                 N::get(p.b, p.transpose_b ? j + l * p.ldb : l + j * p.ldb));
      sum *= p.alpha;
      if (p.beta != 0)
        sum += p.beta * N::get(p.c, i + j * p.ldc);
      if (p.bias)
        sum += N::get(p.bias, i);
      N::set(p.d, i + j * p.ldc, activated(p.epilogue, sum));
    }
}

int32_t checked(const gpu_product *p) {
  if (!p || p->type < GPU_F16 || p->type > GPU_F64 || p->m < 0 || p->n < 0 || p->k < 0 || p->epilogue < GPU_NOTHING || p->epilogue > GPU_GELU)
    return fail(GPU_BAD_ARGUMENT, "product: its type, sizes or epilogue");
  if (p->lda < (p->transpose_a ? p->k : p->m) || p->ldb < (p->transpose_b ? p->n : p->k) || p->ldc < p->m)
    return fail(GPU_BAD_ARGUMENT, "product: a leading dimension is too small");
  return GPU_OK;
}

int32_t plain(const gpu_product *p) {
  int32_t code = checked(p);
  if (code == GPU_OK && (p->epilogue != GPU_NOTHING || p->bias || p->c != p->d))
    code = fail(GPU_BAD_ARGUMENT, "product: a plain one has no epilogue, no bias and one matrix to write");
  return code;
}

int32_t run(const gpu_product &p) {
  if (p.type == GPU_F16)
    product<half::f16>(p);
  else if (p.type == GPU_F32)
    product<float>(p);
  else
    product<double>(p);
  return GPU_OK;
}

/// Runs a program and waits for it; its words go to a file. Nothing is read by a shell.
int run_program(const std::vector<std::string> &words, const std::string &log) {
  std::vector<char *> arguments;
  for (auto &word : words)
    arguments.push_back(const_cast<char *>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 2, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  pid_t child;
  int failed = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed)
    return 127;
  int status = 0;
  if (waitpid(child, &status, 0) < 0)
    return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// The functions of the C library that kernels call.
std::string declarations() {
  std::string text = "extern \"C\" {\n";
  for (const char *name : {"sqrt", "exp", "exp2", "exp10", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "asin", "acos", "atan", "sinh",
                           "cosh", "tanh", "asinh", "acosh", "atanh", "cbrt", "fabs", "floor", "ceil", "trunc", "rint"})
    text += std::string("double ") + name + "(double); float " + name + "f(float);\n";
  for (const char *name : {"pow", "atan2", "copysign"})
    text += std::string("double ") + name + "(double, double); float " + name + "f(float, float);\n";
  return text + "double fma(double, double, double); float fmaf(float, float, float);\ndouble nan(const char *); float nanf(const char *);\n}\n";
}

const char *launcher = R"(
template <class P> static void run_all(void (*kernel)(P), unsigned x, unsigned y, unsigned block, const void *parameter) {
  P p;
  __builtin_memcpy(&p, parameter, sizeof p);
  gridDim = Dim3{x, y, 1};
  blockDim = Dim3{block, 1, 1};
  for (unsigned j = 0; j < y; j++)
    for (unsigned i = 0; i < x; i++)
      for (unsigned t = 0; t < block; t++) {
        blockIdx = Dim3{i, j, 0};
        threadIdx = Dim3{t, 0, 0};
        kernel(p);
      }
}
)";

} // namespace

extern "C" {

int32_t gpu_version(void) { return GPU_VERSION; }
const char *gpu_backend(void) { return "emulation"; }
const char *gpu_error(void) { return saturate::last_failure().c_str(); }

int32_t gpu_count(int32_t *devices) {
  *devices = 1;
  return GPU_OK;
}

int32_t gpu_open(int32_t device, gpu **out) {
  if (device != 0)
    return fail(GPU_NO_DEVICE, "gpu_open: the emulation has one device, number 0");
  *out = new gpu;
  return GPU_OK;
}

int32_t gpu_close(gpu *device) {
  delete device;
  return GPU_OK;
}

int32_t gpu_describe(gpu *, char *text, size_t size) {
  snprintf(text, size, "device: emulation on the processor\n");
  return GPU_OK;
}

int32_t gpu_multiprocessors(gpu *, int32_t *count) {
  *count = 2;
  return GPU_OK;
}

int32_t gpu_alloc(gpu *device, size_t bytes, void **out) {
  *out = device->pool.allocate(bytes);
  return *out ? GPU_OK : fail(GPU_OUT_OF_MEMORY, "aligned_alloc: no memory for " + std::to_string(bytes) + " bytes");
}

int32_t gpu_free(gpu *device, void *memory) {
  return device->pool.release(memory) ? GPU_OK : fail(GPU_BAD_ARGUMENT, "gpu_free: this memory is not in use");
}

int32_t gpu_trim(gpu *device) {
  device->pool.trim();
  return GPU_OK;
}

int32_t gpu_memory_now(gpu *device, gpu_memory *out) {
  *out = device->pool.now();
  return GPU_OK;
}

int32_t gpu_upload(gpu *, void *to, const void *from, size_t bytes) {
  memcpy(to, from, bytes);
  return GPU_OK;
}
int32_t gpu_download(gpu *, void *to, const void *from, size_t bytes) {
  memcpy(to, from, bytes);
  return GPU_OK;
}
int32_t gpu_copy(gpu *, void *to, const void *from, size_t bytes) {
  memmove(to, from, bytes);
  return GPU_OK;
}
int32_t gpu_synchronize(gpu *) { return GPU_OK; }

int32_t gpu_gemm(gpu *, const gpu_product *product) {
  int32_t code = plain(product);
  return code == GPU_OK ? run(*product) : code;
}

int32_t gpu_gemm_pair(gpu *, const gpu_product *product, const void *b2, void *d2) {
  int32_t code = plain(product);
  if (code != GPU_OK)
    return code;
  // As on the device, and before anything is written.
  const gpu_product &p = *product;
  long long size = p.type == GPU_F16 ? 2 : p.type == GPU_F32 ? 4 : 8;
  long long stride_b = (static_cast<const char *>(b2) - static_cast<const char *>(p.b)) / size;
  long long stride_d = (static_cast<char *>(d2) - static_cast<char *>(p.d)) / size;
  if (stride_b < 0 || stride_d < p.ldc * p.n)
    return fail(GPU_BAD_ARGUMENT, "gpu_gemm_pair: the second matrices lie before the first ones, or overlap");
  gpu_product second = p;
  second.b = b2;
  second.c = second.d = d2;
  code = run(p);
  return code == GPU_OK ? run(second) : code;
}

int32_t gpu_matmul(gpu *, const gpu_product *product) {
  int32_t code = checked(product);
  // As the library on the device: in double precision there is nothing but the product.
  if (code == GPU_OK && product->type == GPU_F64 && (product->epilogue != GPU_NOTHING || product->bias))
    code = fail(GPU_NOT_SUPPORTED, "gpu_matmul: no epilogue in double precision");
  return code == GPU_OK ? run(*product) : code;
}

int32_t gpu_compile(gpu *device, const char *text, const char *name, gpu_kernel **out) {
  char folder[] = "/tmp/saturate-gpu-XXXXXX";
  if (!mkdtemp(folder))
    return fail(GPU_FAILED, "mkdtemp: no folder for a kernel");
  std::string base = folder, source = base + "/kernel.cpp", object = base + "/kernel.so", log = base + "/log";
  std::ofstream(source) << declarations() << text << launcher << "extern \"C\" void saturate_launch(unsigned x, unsigned y, unsigned block, const void *p) { run_all("
                        << name << ", x, y, block, p); }\n";
  const char *compiler = getenv("SATURATE_GPU_CXX");
  std::vector<std::string> words = {compiler && *compiler ? compiler : "c++", "-std=c++17", "-O1", "-w", "-fwrapv", "-ffp-contract=off",
                                    "-shared", "-fPIC", "-o", object, source};
  int status = run_program(words, log);
  void *library = status == 0 ? dlopen(object.c_str(), RTLD_NOW | RTLD_LOCAL) : nullptr;
  std::stringstream said;
  said << std::ifstream(log).rdbuf();
  for (auto &file : {source, object, log})
    unlink(file.c_str());
  rmdir(folder);
  if (status != 0)
    return fail(GPU_COMPILE, words[0] + (status == 127 ? ": there is no such program" : ": " + said.str()));
  if (!library)
    return fail(GPU_FAILED, std::string("dlopen: ") + dlerror());
  auto kernel = std::make_unique<gpu_kernel>();
  kernel->library = library;
  kernel->launch = reinterpret_cast<decltype(kernel->launch)>(dlsym(library, "saturate_launch"));
  std::lock_guard<std::mutex> guard(device->lock);
  *out = kernel.get();
  device->kernels.push_back(std::move(kernel));
  return GPU_OK;
}

int32_t gpu_launch(gpu *, gpu_kernel *kernel, uint32_t grid_x, uint32_t grid_y, uint32_t block, const void *parameter) {
  if (!grid_x || !grid_y || !block || block > 1024 || grid_y > 65535)
    return fail(GPU_BAD_ARGUMENT, "gpu_launch: the number of blocks or threads");
  kernel->launch(grid_x, grid_y, block, parameter);
  return GPU_OK;
}

int32_t gpu_event_new(gpu *, gpu_event **out) {
  *out = new gpu_event{std::chrono::steady_clock::now()};
  return GPU_OK;
}
int32_t gpu_event_free(gpu *, gpu_event *event) {
  delete event;
  return GPU_OK;
}
int32_t gpu_event_record(gpu *, gpu_event *event) {
  event->at = std::chrono::steady_clock::now();
  return GPU_OK;
}
int32_t gpu_event_elapsed(gpu *, gpu_event *from, gpu_event *to, float *milliseconds) {
  *milliseconds = std::chrono::duration<float, std::milli>(to->at - from->at).count();
  return GPU_OK;
}

} // extern "C"

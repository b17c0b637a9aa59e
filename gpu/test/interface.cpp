// Tests the C interface itself, without Julia, on whichever library it is linked with: memory, copies, products, and the kernels whose threads wait for each
// other, which the emulation has another text for.
//
//   c++ -std=c++17 gpu/test/interface.cpp LIBRARY -o interface && ./interface gpu
//
// On a device it is run under compute-sanitizer, which finds accesses out of bounds and races between threads (scripts/gpu.sh).
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "../gpu.h"

namespace half {
#include "../emulation/prelude.hpp"
}
using half::f16;

static gpu *device;
static std::string folder;
static int failures = 0;

static void expect(bool holds, const std::string &what) {
  if (!holds) {
    printf("FAILED: %s\n", what.c_str());
    failures++;
  }
}

static void ok(int32_t code, const char *what) {
  if (code != GPU_OK) {
    printf("%s: code %d, %s\n", what, code, gpu_error());
    exit(1);
  }
}

static std::string read(const std::string &path) {
  std::ifstream file(folder + "/" + path);
  std::stringstream text;
  text << file.rdbuf();
  if (text.str().empty()) {
    printf("cannot read %s/%s\n", folder.c_str(), path.c_str());
    exit(1);
  }
  return text.str();
}

static std::string around(const std::string &generated, const std::string &name) {
  std::string backend = gpu_backend(), ending = backend == "cuda" ? ".cuh" : ".hpp";
  return read(backend + "/prelude" + ending) + read("common/functions.hpp") + generated + (name.empty() ? "" : read(backend + "/" + name + ending));
}

/// An array on the device, with its contents here.
struct Array {
  std::vector<f16> here;
  void *there = nullptr;
  Array(size_t n, std::function<float(size_t)> value) : here(n) {
    for (size_t i = 0; i < n; i++)
      here[i] = half::down(value(i));
    ok(gpu_alloc(device, n * 2, &there), "gpu_alloc");
    ok(gpu_upload(device, there, here.data(), n * 2), "gpu_upload");
  }
  ~Array() { ok(gpu_free(device, there), "gpu_free"); }
  float operator[](size_t i) const { return half::up(here[i]); }
  void fetch() { ok(gpu_download(device, here.data(), there, here.size() * 2), "gpu_download"); }
};

static std::mt19937 generator(1);
static float random_number(size_t) { return std::normal_distribution<float>()(generator); }

/// The largest difference, in units of what rounding to half of numbers that large explains.
static double difference(const Array &got, const std::vector<double> &want) {
  double worst = 0;
  for (size_t i = 0; i < want.size(); i++) {
    double d = std::fabs(got[i] - want[i]) / (std::fabs(want[i]) + 1) * 1024;
    worst = d < worst ? worst : d; // NaN stays
  }
  return worst;
}

static void memory() {
  void *a, *b;
  ok(gpu_alloc(device, 1000, &a), "gpu_alloc");
  ok(gpu_free(device, a), "gpu_free");
  ok(gpu_alloc(device, 1000, &b), "gpu_alloc");
  expect(a == b, "freed memory is given out again");
  ok(gpu_free(device, b), "gpu_free");
  expect(gpu_free(device, b) == GPU_BAD_ARGUMENT, "memory is freed once");
  void *huge;
  expect(gpu_alloc(device, size_t(1) << 52, &huge) == GPU_OUT_OF_MEMORY, "too much memory is an error");
  ok(gpu_trim(device), "gpu_trim");
  gpu_memory now;
  ok(gpu_memory_now(device, &now), "gpu_memory_now");
  expect(now.live == 0 && now.cached == 0, "everything was given back");
}

static void products() {
  for (int epilogue : {GPU_NOTHING, GPU_RELU, GPU_GELU})
    for (bool with_bias : {false, true})
      for (bool flip : {false, true}) {
        const int m = 24, n = 40, k = 16;
        Array a(m * k, random_number), b(k * n, random_number), c(m * n, random_number), bias(m, random_number);
        std::vector<double> want(m * n);
        for (int j = 0; j < n; j++)
          for (int i = 0; i < m; i++) {
            double sum = 0;
            for (int l = 0; l < k; l++)
              sum += double(flip ? a[l + i * k] : a[i + l * m]) * (flip ? b[j + l * n] : b[l + j * k]);
            sum = 0.5 * sum - 0.25 * c[i + j * m] + (with_bias ? bias[i] : 0.0);
            want[i + j * m] = epilogue == GPU_RELU   ? std::fmax(sum, 0)
                              : epilogue == GPU_GELU ? 0.5 * sum * (1 + std::tanh(0.7978845608028654 * (sum + 0.044715 * sum * sum * sum)))
                                                     : sum;
          }
        gpu_product p = {GPU_F16, flip, flip, epilogue, m, n, k, flip ? k : m, flip ? n : k, m, 0.5, -0.25, a.there, b.there, c.there, with_bias ? bias.there : nullptr, c.there};
        ok(gpu_matmul(device, &p), "gpu_matmul");
        c.fetch();
        expect(difference(c, want) < 4, "gpu_matmul, epilogue " + std::to_string(epilogue));
      }
  gpu_product bad = {};
  bad.m = 4;
  expect(gpu_matmul(device, &bad) == GPU_BAD_ARGUMENT, "a leading dimension that is too small");
}

// Two products with one factor: the second matrices lie behind the first ones.
static void two_products() {
  const int m = 8, n = 6, k = 5;
  Array a(m * k, random_number), one(k * n, random_number), other(k * n, random_number), lower(m * n, random_number), upper(m * n, random_number);
  Array *b = &one, *b2 = &other, *d = &lower, *d2 = &upper;
  if (b2->there < b->there)
    std::swap(b, b2);
  if (d2->there < d->there)
    std::swap(d, d2);
  gpu_product p = {GPU_F16, 0, 0, GPU_NOTHING, m, n, k, m, k, m, 1.0, 0.0, a.there, b->there, d->there, nullptr, d->there};
  ok(gpu_gemm_pair(device, &p, b2->there, d2->there), "gpu_gemm_pair");
  for (auto [factor, result] : {std::pair(b, d), std::pair(b2, d2)}) {
    std::vector<double> want(m * n);
    for (int j = 0; j < n; j++)
      for (int i = 0; i < m; i++)
        for (int l = 0; l < k; l++)
          want[i + j * m] += double(a[i + l * m]) * (*factor)[l + j * k];
    result->fetch();
    expect(difference(*result, want) < 4, "gpu_gemm_pair");
  }
  p.c = p.d = d2->there;
  expect(gpu_gemm_pair(device, &p, b2->there, d->there) == GPU_BAD_ARGUMENT, "second matrices before the first ones");
}

struct Tile {
  int m, n, k, warps_m, warps_n;
};

static void fused_product() {
  for (Tile tile : {Tile{32, 32, 64, 2, 2}, Tile{64, 64, 64, 2, 2}, Tile{128, 128, 32, 4, 2}})
    for (bool aligned : {true, false}) {
      std::stringstream text;
      text << "#define TILE_M " << tile.m << "\n#define TILE_N " << tile.n << "\n#define TILE_K " << tile.k << "\n#define WARPS_M " << tile.warps_m
           << "\n#define WARPS_N " << tile.warps_n << "\n#define ALIGNED " << aligned << R"(
        struct Params { const f16 *a, *b, *c, *bias; f16 *d; long long m, n, k; float alpha, beta; };
        // Neither gives zero for zero: what lies outside must not count.
        __device__ f16 on_a(const Params &p, f16 x) { return plus(x, down(1.0f)); }
        __device__ f16 on_b(const Params &p, f16 x) { return minus(x, down(2.0f)); }
        __device__ f16 on_d(const Params &p, f16 x) { return larger(x, down(0.0f)); }
      )";
      gpu_kernel *kernel;
      ok(gpu_compile(device, around(text.str(), "gemm").c_str(), "gemm", &kernel), "gpu_compile");
      for (auto [m, n, k] : aligned ? std::vector<std::array<int, 3>>{{16, 16, 16}, {72, 67, 136}, {200, 130, 72}} : std::vector<std::array<int, 3>>{{5, 3, 7}, {130, 67, 33}, {65, 140, 71}})
        for (bool with_bias : {false, true}) {
          Array a(m * k, random_number), b(k * n, random_number), c(m * n, random_number), bias(m, random_number), d(m * n, [](size_t) { return NAN; });
          std::vector<double> want(m * n);
          for (int j = 0; j < n; j++)
            for (int i = 0; i < m; i++) {
              double sum = 0;
              for (int l = 0; l < k; l++)
                sum += double(half::up(half::plus(a.here[i + l * m], half::down(1)))) * half::up(half::minus(b.here[l + j * k], half::down(2)));
              want[i + j * m] = std::fmax(0.125 * sum + 0.5 * c[i + j * m] + (with_bias ? bias[i] : 0.0), 0);
            }
          struct {
            const void *a, *b, *c, *bias;
            void *d;
            long long m, n, k;
            float alpha, beta;
          } p = {a.there, b.there, c.there, with_bias ? bias.there : nullptr, d.there, m, n, k, 0.125f, 0.5f};
          ok(gpu_launch(device, kernel, (m + tile.m - 1) / tile.m, (n + tile.n - 1) / tile.n, 32 * tile.warps_m * tile.warps_n, &p), "gpu_launch");
          d.fetch();
          expect(difference(d, want) < 4, "product in one kernel, tile " + std::to_string(tile.m) + ", " + std::to_string(m) + " x " + std::to_string(n) + " x " + std::to_string(k));
        }
    }
}

static void reduction() {
  gpu_kernel *kernel;
  ok(gpu_compile(device, around(R"(
    typedef float Sum;
    struct Params { const f16 *input; Sum *output; long long n; };
    __device__ Sum element(const Params &p, long long i) { return up(p.input[i]); }
    __device__ Sum combine(Sum a, Sum b) { return a + b; }
  )", "reduce").c_str(), "reduce", &kernel), "gpu_compile");
  for (int n : {1, 255, 256, 257, 5000}) {
    Array a(n, random_number);
    int blocks = std::min((n + 255) / 256, 7);
    std::vector<float> parts(blocks);
    void *output;
    ok(gpu_alloc(device, blocks * 4, &output), "gpu_alloc");
    struct {
      const void *input;
      void *output;
      long long n;
    } p = {a.there, output, n};
    ok(gpu_launch(device, kernel, blocks, 1, 256, &p), "gpu_launch");
    ok(gpu_download(device, parts.data(), output, blocks * 4), "gpu_download");
    ok(gpu_free(device, output), "gpu_free");
    double got = 0, want = 0;
    for (float part : parts)
      got += part;
    for (int i = 0; i < n; i++)
      want += a[i];
    expect(std::fabs(got - want) < 1e-3 * (1 + std::fabs(want)), "sum of " + std::to_string(n));
  }
}

static void bad_text() {
  gpu_kernel *kernel;
  expect(gpu_compile(device, "this is no kernel", "none", &kernel) == GPU_COMPILE && strstr(gpu_error(), "error"), "the compiler's words are the message");
}

int main(int arguments, char **values) {
  folder = arguments > 1 ? values[1] : "gpu";
  ok(gpu_open(0, &device), "gpu_open");
  memory();
  products();
  two_products();
  fused_product();
  reduction();
  bad_text();
  gpu_memory now;
  ok(gpu_memory_now(device, &now), "gpu_memory_now");
  expect(now.live == 0, "nothing is left");
  ok(gpu_close(device), "gpu_close");
  printf("the interface on %s: %s\n", gpu_backend(), failures ? "failed" : "passed");
  return failures != 0;
}

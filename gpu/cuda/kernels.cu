// Kernels from text: NVRTC compiles them for the device at hand, the driver loads and launches them.
#include <nvrtc.h>

#include "device.hpp"

using saturate::fail;

namespace {

int32_t nvrtc_failed(const char *call, nvrtcResult result) {
  return fail(result == NVRTC_ERROR_COMPILATION ? GPU_COMPILE : GPU_FAILED, std::string(call) + ": " + nvrtcGetErrorString(result));
}

std::string log_of(nvrtcProgram program) {
  size_t size = 0;
  if (nvrtcGetProgramLogSize(program, &size) != NVRTC_SUCCESS || size <= 1)
    return "";
  std::string log(size, '\0');
  nvrtcGetProgramLog(program, &log[0]);
  log.resize(size - 1);
  return log;
}

/// A program of NVRTC that goes away by itself.
struct Program {
  nvrtcProgram program = nullptr;
  ~Program() {
    if (program)
      nvrtcDestroyProgram(&program);
  }
};

int32_t compile(gpu *device, const char *text, std::vector<char> &code) {
  Program made;
  nvrtcResult result = nvrtcCreateProgram(&made.program, text, "kernel.cu", 0, nullptr, nullptr);
  if (result != NVRTC_SUCCESS)
    return nvrtc_failed("nvrtcCreateProgram", result);
  std::string architecture = "--gpu-architecture=sm_" + std::to_string(device->properties.major) + std::to_string(device->properties.minor);
  // Products and sums are rounded one by one, as Julia does.
  const char *options[] = {architecture.c_str(), "--std=c++17", "--fmad=false"};
  result = nvrtcCompileProgram(made.program, 3, options);
  if (result != NVRTC_SUCCESS)
    return fail(GPU_COMPILE, std::string("nvrtcCompileProgram: ") + nvrtcGetErrorString(result) + "\n" + log_of(made.program));
  size_t size = 0;
  result = nvrtcGetCUBINSize(made.program, &size);
  if (result != NVRTC_SUCCESS)
    return nvrtc_failed("nvrtcGetCUBINSize", result);
  code.resize(size);
  result = nvrtcGetCUBIN(made.program, code.data());
  return result == NVRTC_SUCCESS ? int32_t(GPU_OK) : nvrtc_failed("nvrtcGetCUBIN", result);
}

} // namespace

extern "C" {

int32_t gpu_compile(gpu *device, const char *text, const char *name, gpu_kernel **out) {
  std::vector<char> code;
  int32_t failed = compile(device, text, code);
  if (failed != GPU_OK)
    return failed;
  CUDA_CALL(cudaSetDevice, device->number);
  auto kernel = std::make_unique<gpu_kernel>();
  DRIVER_CALL(cuModuleLoadData, &kernel->module, code.data());
  DRIVER_CALL(cuModuleGetFunction, &kernel->function, kernel->module, name);
  std::lock_guard<std::mutex> guard(device->lock);
  *out = kernel.get();
  device->kernels.push_back(std::move(kernel));
  return GPU_OK;
}

int32_t gpu_launch(gpu *device, gpu_kernel *kernel, uint32_t grid_x, uint32_t grid_y, uint32_t block, const void *parameter) {
  thread_local int bound = -1; // the driver wants to be told once in each thread
  if (bound != device->number) {
    CUDA_CALL(cudaSetDevice, device->number);
    bound = device->number;
  }
  void *parameters[] = {const_cast<void *>(parameter)};
  DRIVER_CALL(cuLaunchKernel, kernel->function, grid_x, grid_y, 1, block, 1, 1, 0, device->stream, parameters, nullptr);
  return GPU_OK;
}

} // extern "C"

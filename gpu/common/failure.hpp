// The message of a thread's last failure.
#pragma once

#include <cstdint>
#include <string>

#include "../gpu.h"

namespace saturate {

inline std::string &last_failure() {
  thread_local std::string message;
  return message;
}

inline int32_t fail(int32_t code, std::string message) {
  last_failure() = std::move(message);
  return code;
}

} // namespace saturate

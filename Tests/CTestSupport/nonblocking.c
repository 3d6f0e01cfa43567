#include "CTestSupport.h"

void ctest_call_nonblocking(void (*body)(void *context), void *context) [[clang::nonblocking]] {
  body(context);
}

#include "CHeaderChecks.h"

#include <Availability.h>
#include <CoreServices/CoreServices.h>
#include <MacTypes.h>
#include <os/log.h>

static bool numbersCount(void) {
  volatile int32_t number = 5;
  volatile int64_t wide = 1LL << 40;
  volatile uint32_t bits = 12;
  return OSAtomicIncrement32(&number) == 6 && OSAtomicAdd32Barrier(-10, &number) == -4
      && OSAtomicDecrement32Barrier(&number) == -5 && OSAtomicAdd64(1, &wide) == (1LL << 40) + 1
      && OSAtomicDecrement64(&wide) == 1LL << 40 && OSAtomicOr32(1, &bits) == 13
      && OSAtomicAnd32Barrier(5, &bits) == 5 && OSAtomicXor32(4, &bits) == 1 && bits == 1;
}

static bool valuesSwap(void) {
  volatile int32_t number = 5;
  int target = 0;
  void *volatile pointer = 0;
  return !OSAtomicCompareAndSwap32(4, 6, &number) && number == 5
      && OSAtomicCompareAndSwap32Barrier(5, 6, &number) && number == 6
      && OSAtomicCompareAndSwapPtr(0, &target, &pointer) && pointer == &target;
}

// The first bit is the highest one of the first byte.
static bool bitsAreSet(void) {
  volatile uint8_t bytes[2] = {0, 0};
  return !OSAtomicTestAndSet(9, bytes) && bytes[0] == 0 && bytes[1] == 0x40
      && OSAtomicTestAndSetBarrier(9, bytes) && OSAtomicTestAndClear(9, bytes)
      && !OSAtomicTestAndClearBarrier(9, bytes) && bytes[1] == 0;
}

static bool locksLock(void) {
  OSSpinLock lock = OS_SPINLOCK_INIT;
  OSSpinLockLock(&lock);
  bool taken = OSSpinLockTry(&lock);
  OSSpinLockUnlock(&lock);
  return !taken && OSSpinLockTry(&lock);
}

static bool bytesSwap(void) {
  const uint8_t bytes[4] = {1, 2, 3, 4};
  uint32_t value;
  memcpy(&value, bytes, 4);
  return OSSwapBigToHostInt32(value) == 0x01020304 && OSSwapLittleToHostInt32(value) == 0x04030201
      && OSSwapInt16(0x0102) == 0x0201 && OSSwapConstInt64(1) == 1ULL << 56
      && CFSwapInt32HostToBig(0x01020304) == value;
}

// Ten times the number of cleanups, plus the number of the exit.
static int leaving(OSStatus status, bool condition) {
  int count = 0;
  require_noerr_action_quiet(status, failed, count += 10);
  __Require_Quiet(condition, failed);
  return count + 1;
failed:
  return count + 2;
}

static bool checksLeave(void) {
  verify_noerr(noErr);
  check(1 + 1 == 2);
  return leaving(noErr, true) == 1 && leaving(noErr, false) == 2 && leaving(paramErr, true) == 12
      && eofErr == -39 && fsRdPerm == 1;
}

static bool errorsHaveNames(void) {
  return strcmp(GetMacOSStatusErrorString(paramErr), "paramErr") == 0
      && strcmp(GetMacOSStatusErrorString('!dev'), "kAudioHardwareBadDeviceError") == 0
      && strcmp(GetMacOSStatusErrorString(noErr), "noErr") == 0
      && strcmp(GetMacOSStatusErrorString(-9999), "") == 0
      && __MAC_OS_X_VERSION_MAX_ALLOWED >= __MAC_12_0;
}

static bool logsAreEnabled(void) {
  os_log_t log = os_log_create("org.example", "checks");
  os_log(OS_LOG_DISABLED, "%{public}s", "never written");
  return os_log_type_enabled(log, OS_LOG_TYPE_ERROR)
      && os_log_type_enabled(OS_LOG_DEFAULT, OS_LOG_TYPE_DEFAULT)
      && !os_log_type_enabled(OS_LOG_DISABLED, OS_LOG_TYPE_FAULT);
}

int CHeaderChecksOfSystemHeaders(void) {
  const bool results[] = {
    numbersCount(), valuesSwap(), bitsAreSet(), locksLock(), bytesSwap(), checksLeave(),
    errorsHaveNames(), logsAreEnabled(),
  };
  for (unsigned index = 0; index < sizeof results / sizeof *results; index += 1) {
    if (!results[index]) return (int)index + 1;
  }
  return 0;
}

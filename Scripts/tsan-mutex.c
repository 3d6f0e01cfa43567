// Reports the locks that ThreadSanitizer cannot see: a contended `Mutex` of Swift's Synchronization
// module changes hands in that library, which is not instrumented, or in the kernel. `Scripts/tsan`
// preloads this.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

// The two functions of the library to which the inlined fast paths fall back; `self` is the lock's word.
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef __attribute__((swiftcall)) void LockSlow(uint32_t, __attribute__((swift_context)) void *);
typedef __attribute__((swiftcall)) void UnlockSlow(__attribute__((swift_context)) void *);
LockSlow lockSlow __asm__(LOCK_SLOW);
UnlockSlow unlockSlow __asm__(UNLOCK_SLOW);

__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

static LockSlow *nextLockSlow;
static UnlockSlow *nextUnlockSlow;

__attribute__((constructor)) static void findNext(void) {
  nextLockSlow = (LockSlow *)dlsym(RTLD_NEXT, LOCK_SLOW);
  nextUnlockSlow = (UnlockSlow *)dlsym(RTLD_NEXT, UNLOCK_SLOW);
}

__attribute__((swiftcall)) void lockSlow(
    uint32_t thread, __attribute__((swift_context)) void *self) {
  nextLockSlow(thread, self);
  if (__tsan_acquire)
    __tsan_acquire(self);
}

__attribute__((swiftcall)) void unlockSlow(__attribute__((swift_context)) void *self) {
  if (__tsan_release)
    __tsan_release(self);
  nextUnlockSlow(self);
}

#define _GNU_SOURCE
#include "CAudioRealtime.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int64_t OCARender(void *renderer, float *frames, int64_t frameCount) [[clang::nonblocking]] {
  return OCARendererRender(renderer, frames, frameCount);
}

void OCACapture(void *capturer, const float *frames, int64_t frameCount, int64_t nanoseconds)
    [[clang::nonblocking]] {
  OCACapturerTake(capturer, frames, frameCount, nanoseconds);
}

// Functions of RealtimeSanitizer, which only its builds contain.
void __rtsan_disable(void) __attribute__((weak));
void __rtsan_enable(void) __attribute__((weak));

void OCAClientCodeBegin(void) {
  if (__rtsan_disable)
    __rtsan_disable();
}

void OCAClientCodeEnd(void) {
  if (__rtsan_enable)
    __rtsan_enable();
}

struct OCASemaphore {
  sem_t semaphore;
};

OCASemaphore *OCASemaphoreCreate(void) {
  OCASemaphore *made = malloc(sizeof *made);
  if (made && sem_init(&made->semaphore, 0, 0) != 0) {
    free(made);
    return NULL;
  }
  return made;
}

void OCASemaphoreDestroy(OCASemaphore *semaphore) {
  sem_destroy(&semaphore->semaphore);
  free(semaphore);
}

void OCASemaphorePost(OCASemaphore *semaphore) { sem_post(&semaphore->semaphore); }

bool OCASemaphoreWait(OCASemaphore *semaphore, int64_t deadline) {
  struct timespec until = {deadline / 1000000000, deadline % 1000000000};
  while (sem_clockwait(&semaphore->semaphore, CLOCK_MONOTONIC, &until) != 0) {
    if (errno != EINTR)
      return false;
  }
  // Several posts count as one.
  while (sem_trywait(&semaphore->semaphore) == 0) {
  }
  return true;
}

int64_t OCAMonotonicNanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

void OCANameThread(const char *name) {
  char cut[16] = {0};
  strncpy(cut, name, sizeof cut - 1);
  pthread_setname_np(pthread_self(), cut);
}

static _Thread_local void *virtualClock;

void *OCAVirtualClock(void) { return virtualClock; }

void OCASetVirtualClock(void *clock) { virtualClock = clock; }

// The only file that knows libsonic. Its functions are found when the first stream is made.

#ifdef OCA_SONIC

#include "CSonic.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sonic.h>
#include <stddef.h>

static struct {
  __typeof__(&sonicCreateStream) create;
  __typeof__(&sonicDestroyStream) destroy;
  __typeof__(&sonicSetSpeed) setSpeed;
  __typeof__(&sonicSetPitch) setPitch;
  __typeof__(&sonicSetRate) setRate;
  __typeof__(&sonicSetQuality) setQuality;
  __typeof__(&sonicWriteFloatToStream) write;
  __typeof__(&sonicReadFloatFromStream) read;
  __typeof__(&sonicFlushStream) flush;
} library;

static bool isLoaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *handle = dlopen("libsonic.so.0", RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return;
  library.create = dlsym(handle, "sonicCreateStream");
  library.destroy = dlsym(handle, "sonicDestroyStream");
  library.setSpeed = dlsym(handle, "sonicSetSpeed");
  library.setPitch = dlsym(handle, "sonicSetPitch");
  library.setRate = dlsym(handle, "sonicSetRate");
  library.setQuality = dlsym(handle, "sonicSetQuality");
  library.write = dlsym(handle, "sonicWriteFloatToStream");
  library.read = dlsym(handle, "sonicReadFloatFromStream");
  library.flush = dlsym(handle, "sonicFlushStream");
  isLoaded = library.create && library.destroy && library.setSpeed && library.setPitch &&
             library.setRate && library.setQuality && library.write && library.read && library.flush;
  if (!isLoaded) dlclose(handle);
}

bool OCASonicIsThere(void) {
  pthread_once(&once, load);
  return isLoaded;
}

OCASonic *OCASonicOpen(int sampleRate, int channelCount) {
  if (!OCASonicIsThere()) return NULL;
  return (OCASonic *)library.create(sampleRate, channelCount);
}

void OCASonicSet(OCASonic *stream, float speed, float pitch, float rate, bool isExact) {
  library.setSpeed((sonicStream)stream, speed);
  library.setPitch((sonicStream)stream, pitch);
  library.setRate((sonicStream)stream, rate);
  library.setQuality((sonicStream)stream, isExact);
}

bool OCASonicWrite(OCASonic *stream, const float *frames, int frameCount) {
  // The library only reads what its header does not call constant.
  return library.write((sonicStream)stream, (float *)frames, frameCount) != 0;
}

bool OCASonicFlush(OCASonic *stream) { return library.flush((sonicStream)stream) != 0; }

int OCASonicRead(OCASonic *stream, float *frames, int frameCount) {
  return library.read((sonicStream)stream, frames, frameCount);
}

void OCASonicClose(OCASonic *stream) { library.destroy((sonicStream)stream); }

#endif

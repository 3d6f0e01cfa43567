#define _GNU_SOURCE
#include "CSourcePeer.h"

#include <AL/al.h>
#include <AL/alc.h>
#include <AL/alext.h>
#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>

struct OCAPeerSources {
  void *library;
  ALCdevice *device;
  ALCcontext *context;
  LPALCRENDERSAMPLESSOFT render;
};

/// Calls a function of the library by its name.
#define CALL(name) ((__typeof__(&name))dlsym(sources->library, #name))

static int makeContext(OCAPeerSources *sources, long sourceCount, int sampleRate) {
  const LPALCLOOPBACKOPENDEVICESOFT open =
      (LPALCLOOPBACKOPENDEVICESOFT)CALL(alcGetProcAddress)(NULL, "alcLoopbackOpenDeviceSOFT");
  sources->device = open ? open(NULL) : NULL;
  if (!sources->device) return 0;
  const ALCint attributes[] = {
      ALC_FORMAT_CHANNELS_SOFT, ALC_STEREO_SOFT, ALC_FORMAT_TYPE_SOFT, ALC_FLOAT_SOFT,
      ALC_FREQUENCY, sampleRate, ALC_MONO_SOURCES, (ALCint)sourceCount, ALC_HRTF_SOFT, ALC_FALSE, 0,
  };
  sources->context = CALL(alcCreateContext)(sources->device, attributes);
  sources->render =
      (LPALCRENDERSAMPLESSOFT)CALL(alcGetProcAddress)(sources->device, "alcRenderSamplesSOFT");
  return sources->context && sources->render && CALL(alcMakeContextCurrent)(sources->context);
}

OCAPeerSources *OCAPeerSourcesMake(const int16_t *sound, long frameCount, const float *angles,
                                   long sourceCount, int sampleRate) {
  OCAPeerSources *sources = calloc(1, sizeof *sources);
  sources->library = dlopen("libopenal.so.1", RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
  if (!sources->library || !makeContext(sources, sourceCount, sampleRate)) {
    OCAPeerSourcesFree(sources);
    return NULL;
  }
  ALuint buffer = 0;
  CALL(alGenBuffers)(1, &buffer);
  CALL(alBufferData)(buffer, AL_FORMAT_MONO16, sound, (ALsizei)(frameCount * 2), sampleRate);
  for (long index = 0; index < sourceCount; index++) {
    ALuint source = 0;
    CALL(alGenSources)(1, &source);
    CALL(alSourcei)(source, AL_BUFFER, (ALint)buffer);
    CALL(alSourcei)(source, AL_LOOPING, AL_TRUE);
    CALL(alSourcei)(source, AL_SAMPLE_OFFSET, (ALint)(index * 37 % frameCount));
    CALL(alSource3f)(source, AL_POSITION, sinf(angles[index]), 0, -cosf(angles[index]));
    CALL(alSourcef)(source, AL_GAIN, 0.01f);
    CALL(alSourcePlay)(source);
  }
  if (CALL(alGetError)() == AL_NO_ERROR) return sources;
  OCAPeerSourcesFree(sources);
  return NULL;
}

void OCAPeerSourcesRender(OCAPeerSources *sources, float *frames, long count) {
  sources->render(sources->device, frames, (ALCsizei)count);
}

void OCAPeerSourcesFree(OCAPeerSources *sources) {
  if (sources->context) {
    CALL(alcMakeContextCurrent)(NULL);
    CALL(alcDestroyContext)(sources->context);
  }
  if (sources->device) CALL(alcCloseDevice)(sources->device);
  if (sources->library) dlclose(sources->library);
  free(sources);
}

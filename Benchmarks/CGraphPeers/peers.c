#include "CGraphPeers.h"

#include <AL/al.h>
#include <AL/alc.h>
#include <AL/alext.h>
#include <stdlib.h>
#include <string.h>

static inline float filtered(OCAPeerFilter *filter, float sample) {
  const double input = sample;
  const double output = filter->b0 * input + filter->first;
  filter->first = filter->b1 * input - filter->a1 * output + filter->second;
  filter->second = filter->b2 * input - filter->a2 * output;
  return (float)output;
}

void OCAPeerEqualizeFrames(OCAPeerFilter *filters, long bandCount, float *left, float *right,
                           long count) {
  for (long frame = 0; frame < count; frame++) {
    float samples[] = {left[frame], right[frame]};
    for (long band = 0; band < bandCount; band++) {
      samples[0] = filtered(filters + band, samples[0]);
      samples[1] = filtered(filters + bandCount + band, samples[1]);
    }
    left[frame] = samples[0];
    right[frame] = samples[1];
  }
}

void OCAPeerEqualizeBands(OCAPeerFilter *filters, long bandCount, float *left, float *right,
                          long count) {
  for (long band = 0; band < bandCount; band++) {
    OCAPeerFilter one = filters[band], other = filters[bandCount + band];
    for (long frame = 0; frame < count; frame++) {
      left[frame] = filtered(&one, left[frame]);
      right[frame] = filtered(&other, right[frame]);
    }
    filters[band] = one;
    filters[bandCount + band] = other;
  }
}

void OCAPeerMix(OCAPeerVoice *voices, long voiceCount, float *restrict left, float *restrict right,
                long count) {
  memset(left, 0, count * sizeof *left);
  memset(right, 0, count * sizeof *right);
  for (long index = 0; index < voiceCount; index++) {
    OCAPeerVoice *voice = voices + index;
    for (long done = 0; done < count;) {
      long length = voice->frameCount - voice->place;
      if (length > count - done) length = count - done;
      const float *first = voice->left + voice->place, *second = voice->right + voice->place;
      for (long frame = 0; frame < length; frame++) {
        const float a = first[frame], b = second[frame];
        left[done + frame] += voice->leftToLeft * a + voice->rightToLeft * b;
        right[done + frame] += voice->leftToRight * a + voice->rightToRight * b;
      }
      done += length;
      voice->place = (voice->place + length) % voice->frameCount;
    }
  }
}

struct OCAPeerOpenAL {
  ALCdevice *device;
  ALCcontext *context;
  LPALCRENDERSAMPLESSOFT render;
  long count;
  ALuint *buffers, *sources;
};

static void addSource(OCAPeerOpenAL *mix, long index, const OCAPeerVoice *voice, float gain,
                      int sampleRate) {
  float *frames = malloc(voice->frameCount * 2 * sizeof *frames);
  for (long frame = 0; frame < voice->frameCount; frame++) {
    frames[2 * frame] = voice->left[frame];
    frames[2 * frame + 1] = voice->right[frame];
  }
  alBufferData(mix->buffers[index], AL_FORMAT_STEREO_FLOAT32, frames,
               (ALsizei)(voice->frameCount * 2 * sizeof *frames), sampleRate);
  free(frames);
  const ALuint source = mix->sources[index];
  alSourcei(source, AL_BUFFER, (ALint)mix->buffers[index]);
  alSourcei(source, AL_LOOPING, AL_TRUE);
  alSourcef(source, AL_GAIN, gain);
  alSourcePlay(source);
}

OCAPeerOpenAL *OCAPeerOpenALMake(const OCAPeerVoice *voices, const float *gains, long voiceCount,
                                 int sampleRate) {
  const LPALCLOOPBACKOPENDEVICESOFT open =
      (LPALCLOOPBACKOPENDEVICESOFT)alcGetProcAddress(NULL, "alcLoopbackOpenDeviceSOFT");
  ALCdevice *device = open ? open(NULL) : NULL;
  if (!device) return NULL;
  const ALCint attributes[] = {
      ALC_FORMAT_CHANNELS_SOFT, ALC_STEREO_SOFT, ALC_FORMAT_TYPE_SOFT, ALC_FLOAT_SOFT,
      ALC_FREQUENCY, sampleRate, ALC_HRTF_SOFT, ALC_FALSE,
      ALC_MONO_SOURCES, 0, ALC_STEREO_SOURCES, (ALCint)voiceCount, 0,
  };
  ALCcontext *context = alcCreateContext(device, attributes);
  if (!context || !alcMakeContextCurrent(context)) return NULL;
  OCAPeerOpenAL *mix = calloc(1, sizeof *mix);
  mix->device = device;
  mix->context = context;
  mix->render = (LPALCRENDERSAMPLESSOFT)alcGetProcAddress(device, "alcRenderSamplesSOFT");
  mix->count = voiceCount;
  mix->buffers = calloc(voiceCount, sizeof *mix->buffers);
  mix->sources = calloc(voiceCount, sizeof *mix->sources);
  alGenBuffers((ALsizei)voiceCount, mix->buffers);
  alGenSources((ALsizei)voiceCount, mix->sources);
  for (long index = 0; index < voiceCount; index++)
    addSource(mix, index, voices + index, gains[index], sampleRate);
  if (alGetError() == AL_NO_ERROR) return mix;
  OCAPeerOpenALFree(mix);
  return NULL;
}

void OCAPeerOpenALRender(OCAPeerOpenAL *mix, float *frames, long count) {
  mix->render(mix->device, frames, (ALCsizei)count);
}

void OCAPeerOpenALFree(OCAPeerOpenAL *mix) {
  alDeleteSources((ALsizei)mix->count, mix->sources);
  alDeleteBuffers((ALsizei)mix->count, mix->buffers);
  alcMakeContextCurrent(NULL);
  alcDestroyContext(mix->context);
  alcCloseDevice(mix->device);
  free(mix->buffers);
  free(mix->sources);
  free(mix);
}

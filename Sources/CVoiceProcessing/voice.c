// Voice processing by the installed version of webrtc-audio-processing.

#include "versions.h"

#include <CDynamicLibrary.h>
#include <stddef.h>
#include <stdlib.h>

/// The status of the library for a delay that it limits.
enum { delayIsLimited = -13 };

typedef int (*ProcessFrames)(void *object, const float *const *source, const VoiceFormat *input,
                             const VoiceFormat *output, float *const *target);

static const VoiceVersion *installedVersion(void) {
#ifdef OCA_VOICEPROCESSING
  if (voiceVersion1.load()) return &voiceVersion1;
  if (voiceVersion0.load()) return &voiceVersion0;
#endif
  return NULL;
}

bool OCAVoiceIsThere(void) { return installedVersion() != NULL; }

void OCAVoiceReportMissing(void) {
  if (!OCAVoiceIsThere()) OCAReportMissingLibraries(OCALibraryForVoices);
}

OCAVoice *OCAVoiceOpen(int rate, int farRate, OCAVoiceSettings settings) {
  const VoiceVersion *version = installedVersion();
  if (version == NULL || rate < 8000 || farRate < 8000) return NULL;
  OCAVoice *voice = calloc(1, sizeof *voice);
  if (voice == NULL) return NULL;
  *voice = (OCAVoice){version, NULL, rate, farRate, settings, NULL};
  voice->unchanged = calloc((size_t)farRate / 100, sizeof(float));
  voice->object = voice->unchanged == NULL ? NULL : version->open(voice);
  if (voice->object != NULL) return voice;
  free(voice->unchanged);
  free(voice);
  return NULL;
}

bool OCAVoiceSet(OCAVoice *voice, OCAVoiceSettings settings) {
  voice->settings = settings;
  return voice->version->set(voice->object, settings);
}

bool OCAVoiceAddFarEnd(OCAVoice *voice, const float *frames) {
  VoiceFormat format = voice->version->format(voice->farRate);
  ProcessFrames process = virtualFunction(voice->object, voice->version->placeOfFarEnd);
  return process(voice->object, &frames, &format, &format, &voice->unchanged) == 0;
}

bool OCAVoiceProcess(OCAVoice *voice, float *frames, int delay) {
  VoiceFormat format = voice->version->format(voice->rate);
  int (*setDelay)(void *, int) = virtualFunction(voice->object, voice->version->placeOfDelay);
  int status = setDelay(voice->object, delay);
  if (status != 0 && status != delayIsLimited) return false;
  const float *source = frames;
  ProcessFrames process = virtualFunction(voice->object, voice->version->placeOfProcess);
  return process(voice->object, &source, &format, &format, &frames) == 0;
}

void OCAVoiceClose(OCAVoice *voice) {
  voice->version->close(voice->object);
  free(voice->unchanged);
  free(voice);
}

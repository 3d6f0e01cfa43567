// The only file that uses FluidSynth. The first synthesizer loads its functions.

#if defined(OCA_FLUIDSYNTH) && __has_include(<fluidsynth.h>)

#include "CFluidSynth.h"

#include <CDynamicLibrary.h>
#include <fluidsynth.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// All the functions that this target uses.
#define OCA_FUNCTIONS(X)                                                                          \
  X(new_fluid_settings)                                                                           \
  X(delete_fluid_settings)                                                                        \
  X(fluid_settings_setint)                                                                        \
  X(fluid_settings_setnum)                                                                        \
  X(new_fluid_synth)                                                                              \
  X(delete_fluid_synth)                                                                           \
  X(fluid_synth_sfload)                                                                           \
  X(fluid_synth_get_sfont_by_id)                                                                  \
  X(fluid_synth_add_sfloader)                                                                     \
  X(new_fluid_defsfloader)                                                                        \
  X(fluid_sfloader_set_callbacks)                                                                 \
  X(fluid_sfont_iteration_start)                                                                  \
  X(fluid_sfont_iteration_next)                                                                   \
  X(fluid_preset_get_banknum)                                                                     \
  X(fluid_preset_get_num)                                                                         \
  X(fluid_preset_get_name)                                                                        \
  X(fluid_synth_pin_preset)                                                                       \
  X(fluid_synth_program_select)                                                                   \
  X(fluid_synth_noteon)                                                                           \
  X(fluid_synth_noteoff)                                                                          \
  X(fluid_synth_cc)                                                                               \
  X(fluid_synth_pitch_bend)                                                                       \
  X(fluid_synth_channel_pressure)                                                                 \
  X(fluid_synth_key_pressure)                                                                     \
  X(fluid_synth_sysex)                                                                            \
  X(fluid_synth_system_reset)                                                                     \
  X(fluid_synth_all_sounds_off)                                                                   \
  X(fluid_synth_set_gen)                                                                          \
  X(fluid_synth_get_voicelist)                                                                    \
  X(fluid_voice_get_id)                                                                           \
  X(fluid_voice_get_channel)                                                                      \
  X(fluid_voice_get_key)                                                                          \
  X(fluid_voice_gen_incr)                                                                         \
  X(fluid_voice_update_param)                                                                     \
  X(fluid_synth_get_active_voice_count)                                                           \
  X(fluid_synth_write_float)                                                                      \
  X(fluid_set_log_function)

#define OCA_MEMBER(name) __typeof__(&name) name;
static struct {
  OCA_FUNCTIONS(OCA_MEMBER)
} library;

#define OCA_ENTRY(name) {#name, (void **)&library.name},
static const OCADynamicFunction functions[] = {OCA_FUNCTIONS(OCA_ENTRY){NULL, NULL}};

// Errors are returned to the caller, and nothing else is written to a client's terminal.
static void dropMessage(int level, const char *message, void *data) {
  (void)level;
  (void)message;
  (void)data;
}

static bool prepare(void) {
  for (int level = FLUID_PANIC; level < LAST_LOG_LEVEL; level++)
    library.fluid_set_log_function(level, dropMessage, NULL);
  return true;
}

static OCADynamicLibrary dynamicLibrary = {
    .name = "libfluidsynth.so.3",
    .package = "libfluidsynth3",
    .purpose = OCALibraryForSynthesis,
    .functions = functions,
    .prepare = prepare,
};

enum { mostVoices = 256 };

struct OCAFluidSynth {
  fluid_settings_t *settings;
  fluid_synth_t *synth;
  int fontNumber;
  fluid_sfont_t *font;
  fluid_voice_t *voices[mostVoices];
};

bool OCAFluidSynthIsThere(void) { return OCADynamicLibraryLoad(&dynamicLibrary); }

OCAFluidSynth *OCAFluidSynthOpen(double sampleRate, bool hasEffects) {
  if (!OCAFluidSynthIsThere()) return NULL;
  OCAFluidSynth *result = calloc(1, sizeof *result);
  if (result == NULL) return NULL;
  result->settings = library.new_fluid_settings();
  if (result->settings == NULL) {
    free(result);
    return NULL;
  }
  library.fluid_settings_setnum(result->settings, "synth.sample-rate", sampleRate);
  library.fluid_settings_setint(result->settings, "synth.polyphony", mostVoices);
  library.fluid_settings_setint(result->settings, "synth.reverb.active", hasEffects);
  library.fluid_settings_setint(result->settings, "synth.chorus.active", hasEffects);
  // The caller orders the calls, so the library needs no lock.
  library.fluid_settings_setint(result->settings, "synth.threadsafe-api", 0);
  library.fluid_settings_setint(result->settings, "synth.dynamic-sample-loading", 1);
  result->synth = library.new_fluid_synth(result->settings);
  if (result->synth == NULL) {
    library.delete_fluid_settings(result->settings);
    free(result);
    return NULL;
  }
  return result;
}

static bool finishLoading(OCAFluidSynth *synth, int number) {
  if (number == FLUID_FAILED) return false;
  synth->fontNumber = number;
  synth->font = library.fluid_synth_get_sfont_by_id(synth->synth, number);
  return synth->font != NULL;
}

bool OCAFluidSynthLoadFile(OCAFluidSynth *synth, const char *path) {
  return finishLoading(synth, library.fluid_synth_sfload(synth->synth, path, 1));
}

// MARK: Bytes in memory

/// A place in the bytes of a sound bank.
typedef struct Reader {
  const uint8_t *bytes;
  size_t count;
  size_t position;
} Reader;

// The library passes the name to the function that opens a file, so the name states the memory.
static void *openBytes(const char *name) {
  unsigned long long address;
  unsigned long long count;
  if (sscanf(name, "&%llx:%llx", &address, &count) != 2) return NULL;
  Reader *reader = malloc(sizeof *reader);
  if (reader == NULL) return NULL;
  *reader = (Reader){(const uint8_t *)(uintptr_t)address, (size_t)count, 0};
  return reader;
}

static int readBytes(void *buffer, fluid_long_long_t count, void *handle) {
  Reader *reader = handle;
  if (count < 0 || (unsigned long long)count > reader->count - reader->position)
    return FLUID_FAILED;
  memcpy(buffer, reader->bytes + reader->position, (size_t)count);
  reader->position += (size_t)count;
  return FLUID_OK;
}

static int seekBytes(void *handle, fluid_long_long_t offset, int origin) {
  Reader *reader = handle;
  fluid_long_long_t start = origin == SEEK_SET   ? 0
                            : origin == SEEK_CUR ? (fluid_long_long_t)reader->position
                                                 : (fluid_long_long_t)reader->count;
  fluid_long_long_t position = start + offset;
  if (position < 0 || position > (fluid_long_long_t)reader->count) return FLUID_FAILED;
  reader->position = (size_t)position;
  return FLUID_OK;
}

static fluid_long_long_t placeOfBytes(void *handle) {
  return (fluid_long_long_t)((Reader *)handle)->position;
}

static int closeBytes(void *handle) {
  free(handle);
  return FLUID_OK;
}

bool OCAFluidSynthLoadBytes(OCAFluidSynth *synth, const uint8_t *bytes, size_t count) {
  fluid_sfloader_t *loader = library.new_fluid_defsfloader(synth->settings);
  if (loader == NULL) return false;
  library.fluid_sfloader_set_callbacks(loader, openBytes, readBytes, seekBytes, placeOfBytes, closeBytes);
  // The synthesizer frees the loader, which it asks first.
  library.fluid_synth_add_sfloader(synth->synth, loader);
  char name[64];
  snprintf(name, sizeof name, "&%llx:%llx", (unsigned long long)(uintptr_t)bytes,
           (unsigned long long)count);
  return finishLoading(synth, library.fluid_synth_sfload(synth->synth, name, 1));
}

// MARK: Presets

bool OCAFluidSynthNextPreset(OCAFluidSynth *synth, bool isFirst, int *outBank, int *outProgram,
                             const char **outName) {
  if (isFirst) library.fluid_sfont_iteration_start(synth->font);
  fluid_preset_t *preset = library.fluid_sfont_iteration_next(synth->font);
  if (preset == NULL) return false;
  *outBank = library.fluid_preset_get_banknum(preset);
  *outProgram = library.fluid_preset_get_num(preset);
  *outName = library.fluid_preset_get_name(preset);
  return true;
}

bool OCAFluidSynthLoadPreset(OCAFluidSynth *synth, int bank, int program) {
  return library.fluid_synth_pin_preset(synth->synth, synth->fontNumber, bank, program) == FLUID_OK;
}

bool OCAFluidSynthSelect(OCAFluidSynth *synth, int channel, int bank, int program) {
  return library.fluid_synth_program_select(synth->synth, channel, synth->fontNumber, bank, program) == FLUID_OK;
}

// MARK: Messages

/// Tunes the voices of the note that has just begun.
static void tuneNewest(OCAFluidSynth *synth, int channel, int key, float cents) {
  library.fluid_synth_get_voicelist(synth->synth, synth->voices, mostVoices, -1);
  unsigned newest = 0;
  for (int pass = 0; pass < 2; pass++)
    for (int index = 0; index < mostVoices && synth->voices[index]; index++) {
      fluid_voice_t *voice = synth->voices[index];
      if (library.fluid_voice_get_channel(voice) != channel || library.fluid_voice_get_key(voice) != key) continue;
      unsigned identifier = library.fluid_voice_get_id(voice);
      if (pass == 0) {
        if (identifier > newest) newest = identifier;
      } else if (identifier == newest) {
        library.fluid_voice_gen_incr(voice, GEN_FINETUNE, cents);
        library.fluid_voice_update_param(voice, GEN_FINETUNE);
      }
    }
}

void OCAFluidSynthNoteOn(OCAFluidSynth *synth, int channel, int key, int velocity, float cents) {
  int status = library.fluid_synth_noteon(synth->synth, channel, key, velocity);
  if (status == FLUID_OK && cents != 0) tuneNewest(synth, channel, key, cents);
}

void OCAFluidSynthNoteOff(OCAFluidSynth *synth, int channel, int key) {
  library.fluid_synth_noteoff(synth->synth, channel, key);
}

void OCAFluidSynthControl(OCAFluidSynth *synth, int channel, int controller, int value) {
  library.fluid_synth_cc(synth->synth, channel, controller, value);
}

void OCAFluidSynthBend(OCAFluidSynth *synth, int channel, int value) {
  library.fluid_synth_pitch_bend(synth->synth, channel, value);
}

void OCAFluidSynthPressure(OCAFluidSynth *synth, int channel, int value) {
  library.fluid_synth_channel_pressure(synth->synth, channel, value);
}

void OCAFluidSynthKeyPressure(OCAFluidSynth *synth, int channel, int key, int value) {
  library.fluid_synth_key_pressure(synth->synth, channel, key, value);
}

void OCAFluidSynthSystemExclusive(OCAFluidSynth *synth, const uint8_t *bytes, int count) {
  library.fluid_synth_sysex(synth->synth, (const char *)bytes, count, NULL, NULL, NULL, 0);
}

void OCAFluidSynthReset(OCAFluidSynth *synth) { library.fluid_synth_system_reset(synth->synth); }

void OCAFluidSynthSilence(OCAFluidSynth *synth) { library.fluid_synth_all_sounds_off(synth->synth, -1); }

void OCAFluidSynthTune(OCAFluidSynth *synth, float cents) {
  float semitones = (float)(int)(cents / 100);
  for (int channel = 0; channel < 16; channel++) {
    library.fluid_synth_set_gen(synth->synth, channel, GEN_COARSETUNE, semitones);
    library.fluid_synth_set_gen(synth->synth, channel, GEN_FINETUNE, cents - semitones * 100);
  }
}

void OCAFluidSynthPan(OCAFluidSynth *synth, float pan) {
  // The generator counts in thousandths of the way between both sides.
  for (int channel = 0; channel < 16; channel++)
    library.fluid_synth_set_gen(synth->synth, channel, GEN_PAN, pan * 500);
}

// MARK: Rendering

int OCAFluidSynthVoiceCount(OCAFluidSynth *synth) { return library.fluid_synth_get_active_voice_count(synth->synth); }

void OCAFluidSynthRender(OCAFluidSynth *synth, float *left, float *right, int count) {
  library.fluid_synth_write_float(synth->synth, count, left, 0, 1, right, 0, 1);
}

void OCAFluidSynthClose(OCAFluidSynth *synth) {
  library.delete_fluid_synth(synth->synth);
  library.delete_fluid_settings(synth->settings);
  free(synth);
}

#endif

// The headers of OpenAL as C and C++ clients use them: sizes, values, and types of functions.
#include <OpenAL/MacOSX_OALExtensions.h>
#include <OpenAL/OpenAL.h>
#include <OpenAL/al.h>
#include <OpenAL/alc.h>
#include <OpenAL/oalMacOSX_OALExtensions.h>
#include <OpenAL/oalStaticBufferExtension.h>

#if defined(__cplusplus)
#define CHECK(condition) static_assert(condition, #condition)
#else
#define CHECK(condition) _Static_assert(condition, #condition)
#endif

CHECK(sizeof(ALboolean) == 1 && sizeof(ALshort) == 2 && sizeof(ALenum) == 4);
CHECK(sizeof(ALCuint) == 4 && sizeof(ALdouble) == 8);
CHECK(AL_FORMAT_STEREO16 == 0x1103 && AL_EXPONENT_DISTANCE_CLAMPED == 0xD006);
CHECK(ALC_CAPTURE_SAMPLES == 0x312 && ALC_STEREO_SOURCES == 0x1011);
// Apple's headers write these as characters.
CHECK(ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_HIGH == 'rqhi');
CHECK(ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_LOW == 'rdlo');
CHECK(ALC_IPHONE_SPATIAL_RENDERING_QUALITY_HEADPHONES == 'hdph');
CHECK(ALC_MAC_OSX_RENDER_CHANNEL_COUNT_STEREO == 'rcst');
CHECK(ALC_MAC_OSX_RENDER_CHANNEL_COUNT_MULTICHANNEL == 'rcmc' && AL_GAMEKIT == 'gksr');
CHECK(ALC_ASA_REVERB_ON == 'rvon' && ALC_ASA_REVERB_GLOBAL_LEVEL == 'rvgl');
CHECK(ALC_ASA_REVERB_ROOM_TYPE == 'rvrt' && ALC_ASA_REVERB_PRESET == 'rvps');
CHECK(ALC_ASA_REVERB_EQ_GAIN == 'rveg' && ALC_ASA_REVERB_EQ_BANDWITH == 'rveb');
CHECK(ALC_ASA_REVERB_EQ_FREQ == 'rvef' && ALC_ASA_REVERB_QUALITY == 'rvqt');
CHECK(ALC_ASA_REVERB_SEND_LEVEL == 'rvsl' && ALC_ASA_OCCLUSION == 'occl');
CHECK(ALC_ASA_OBSTRUCTION == 'obst');

/// Calls functions without a context: 0 if each reports that, and an unknown device opens nothing.
static int callsWithoutContext(void) {
  // An error of an earlier test.
  alcGetError(0);
  ALuint source = 7;
  alGenSources(1, &source);
  if (alIsSource(source) != AL_FALSE || alGetString(AL_VERSION) != 0) return 1;
  ALCdevice *device = alcOpenDevice("no such device");
  return device == 0 && alcGetError(0) == ALC_INVALID_VALUE ? 0 : 2;
}

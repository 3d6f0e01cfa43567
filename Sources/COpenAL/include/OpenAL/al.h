/// OpenAL: sources of sound around a listener, with the functions and values of OpenAL 1.1.
///
/// Source: OpenAL 1.1 Specification and Reference, chapters 2 to 5. Errors are reported by
/// `alGetError`, not by the functions. Every call applies to the current context.
#ifndef OpenAL_al_h
#define OpenAL_al_h

#ifdef __cplusplus
extern "C" {
#endif

#define AL_API extern
#define AL_APIENTRY
#define ALAPI AL_API
#define ALAPIENTRY AL_APIENTRY
#define AL_VERSION_1_0
#define AL_VERSION_1_1
#define OPENAL

// MARK: - Types

/// A truth value: `AL_TRUE` or `AL_FALSE`.
typedef char ALboolean;
/// A character of a string.
typedef char ALchar;
/// A signed integer of 8 bits.
typedef signed char ALbyte;
/// An unsigned integer of 8 bits.
typedef unsigned char ALubyte;
/// A signed integer of 16 bits.
typedef short ALshort;
/// An unsigned integer of 16 bits.
typedef unsigned short ALushort;
/// A signed integer of 32 bits.
typedef int ALint;
/// An unsigned integer of 32 bits, such as the name of a source or buffer.
typedef unsigned int ALuint;
/// A number of items or bytes.
typedef int ALsizei;
/// A constant of the API.
typedef int ALenum;
/// A floating-point number of 32 bits.
typedef float ALfloat;
/// A floating-point number of 64 bits.
typedef double ALdouble;
/// The absence of a value.
typedef void ALvoid;

// MARK: - Values

#define AL_INVALID (-1)
#define AL_NONE 0
#define AL_FALSE 0
#define AL_TRUE 1

// Properties of sources.
#define AL_SOURCE_RELATIVE 0x202
#define AL_CONE_INNER_ANGLE 0x1001
#define AL_CONE_OUTER_ANGLE 0x1002
#define AL_PITCH 0x1003
#define AL_POSITION 0x1004
#define AL_DIRECTION 0x1005
#define AL_VELOCITY 0x1006
#define AL_LOOPING 0x1007
#define AL_BUFFER 0x1009
#define AL_GAIN 0x100A
#define AL_MIN_GAIN 0x100D
#define AL_MAX_GAIN 0x100E
#define AL_ORIENTATION 0x100F
#define AL_REFERENCE_DISTANCE 0x1020
#define AL_ROLLOFF_FACTOR 0x1021
#define AL_CONE_OUTER_GAIN 0x1022
#define AL_MAX_DISTANCE 0x1023
#define AL_CHANNEL_MASK 0x3000

// The state of a source.
#define AL_SOURCE_STATE 0x1010
#define AL_INITIAL 0x1011
#define AL_PLAYING 0x1012
#define AL_PAUSED 0x1013
#define AL_STOPPED 0x1014

// The queue of a source, and its place in it.
#define AL_BUFFERS_QUEUED 0x1015
#define AL_BUFFERS_PROCESSED 0x1016
#define AL_SEC_OFFSET 0x1024
#define AL_SAMPLE_OFFSET 0x1025
#define AL_BYTE_OFFSET 0x1026
#define AL_SOURCE_TYPE 0x1027
#define AL_STATIC 0x1028
#define AL_STREAMING 0x1029
#define AL_UNDETERMINED 0x1030

// Formats and properties of buffers.
#define AL_FORMAT_MONO8 0x1100
#define AL_FORMAT_MONO16 0x1101
#define AL_FORMAT_STEREO8 0x1102
#define AL_FORMAT_STEREO16 0x1103
#define AL_FREQUENCY 0x2001
#define AL_BITS 0x2002
#define AL_CHANNELS 0x2003
#define AL_SIZE 0x2004
#define AL_UNUSED 0x2010
#define AL_PENDING 0x2011
#define AL_PROCESSED 0x2012

// Errors.
#define AL_NO_ERROR 0
#define AL_INVALID_NAME 0xA001
#define AL_INVALID_ENUM 0xA002
#define AL_INVALID_VALUE 0xA003
#define AL_INVALID_OPERATION 0xA004
#define AL_OUT_OF_MEMORY 0xA005
#define AL_ILLEGAL_ENUM AL_INVALID_ENUM
#define AL_ILLEGAL_COMMAND AL_INVALID_OPERATION

// Strings and settings of a context.
#define AL_VENDOR 0xB001
#define AL_VERSION 0xB002
#define AL_RENDERER 0xB003
#define AL_EXTENSIONS 0xB004
#define AL_DOPPLER_FACTOR 0xC000
#define AL_DOPPLER_VELOCITY 0xC001
#define AL_SPEED_OF_SOUND 0xC003
#define AL_DISTANCE_MODEL 0xD000
#define AL_INVERSE_DISTANCE 0xD001
#define AL_INVERSE_DISTANCE_CLAMPED 0xD002
#define AL_LINEAR_DISTANCE 0xD003
#define AL_LINEAR_DISTANCE_CLAMPED 0xD004
#define AL_EXPONENT_DISTANCE 0xD005
#define AL_EXPONENT_DISTANCE_CLAMPED 0xD006

// MARK: - The context

/// Turns a capability of the current context on.
AL_API void AL_APIENTRY alEnable(ALenum capability);
/// Turns a capability of the current context off.
AL_API void AL_APIENTRY alDisable(ALenum capability);
/// Whether a capability of the current context is on.
AL_API ALboolean AL_APIENTRY alIsEnabled(ALenum capability);
/// A string: the vendor, version, renderer, or extensions.
AL_API const ALchar *AL_APIENTRY alGetString(ALenum param);
/// Reads a setting as truth values.
AL_API void AL_APIENTRY alGetBooleanv(ALenum param, ALboolean *data);
/// Reads a setting as integers.
AL_API void AL_APIENTRY alGetIntegerv(ALenum param, ALint *data);
/// Reads a setting as floating-point numbers.
AL_API void AL_APIENTRY alGetFloatv(ALenum param, ALfloat *data);
/// Reads a setting as floating-point numbers of 64 bits.
AL_API void AL_APIENTRY alGetDoublev(ALenum param, ALdouble *data);
/// A setting as a truth value.
AL_API ALboolean AL_APIENTRY alGetBoolean(ALenum param);
/// A setting as an integer.
AL_API ALint AL_APIENTRY alGetInteger(ALenum param);
/// A setting as a floating-point number.
AL_API ALfloat AL_APIENTRY alGetFloat(ALenum param);
/// A setting as a floating-point number of 64 bits.
AL_API ALdouble AL_APIENTRY alGetDouble(ALenum param);
/// The first error since the last call, which this call clears; no error without a context.
AL_API ALenum AL_APIENTRY alGetError(void);
/// Whether an extension works.
AL_API ALboolean AL_APIENTRY alIsExtensionPresent(const ALchar *extname);
/// The address of a function, or null if the function does not work.
AL_API void *AL_APIENTRY alGetProcAddress(const ALchar *fname);
/// The value of a constant by its name.
AL_API ALenum AL_APIENTRY alGetEnumValue(const ALchar *ename);
/// Sets the strength of the Doppler effect: 0 turns it off, 1 is the usual strength.
AL_API void AL_APIENTRY alDopplerFactor(ALfloat value);
/// Scales the speed of sound, as in OpenAL 1.0.
AL_API void AL_APIENTRY alDopplerVelocity(ALfloat value);
/// Sets the speed of sound, in units of distance per second.
AL_API void AL_APIENTRY alSpeedOfSound(ALfloat value);
/// Selects the formula of level by distance.
AL_API void AL_APIENTRY alDistanceModel(ALenum distanceModel);

// MARK: - The listener

/// Sets a property of the listener.
AL_API void AL_APIENTRY alListenerf(ALenum param, ALfloat value);
/// Sets a property of the listener that has three numbers.
AL_API void AL_APIENTRY alListener3f(
    ALenum param, ALfloat value1, ALfloat value2, ALfloat value3);
/// Sets a property of the listener from an array.
AL_API void AL_APIENTRY alListenerfv(ALenum param, const ALfloat *values);
/// Sets a property of the listener to an integer.
AL_API void AL_APIENTRY alListeneri(ALenum param, ALint value);
/// Sets a property of the listener that has three integers.
AL_API void AL_APIENTRY alListener3i(ALenum param, ALint value1, ALint value2, ALint value3);
/// Sets a property of the listener from an array of integers.
AL_API void AL_APIENTRY alListeneriv(ALenum param, const ALint *values);
/// Reads a property of the listener.
AL_API void AL_APIENTRY alGetListenerf(ALenum param, ALfloat *value);
/// Reads a property of the listener that has three numbers.
AL_API void AL_APIENTRY alGetListener3f(
    ALenum param, ALfloat *value1, ALfloat *value2, ALfloat *value3);
/// Reads a property of the listener into an array.
AL_API void AL_APIENTRY alGetListenerfv(ALenum param, ALfloat *values);
/// Reads a property of the listener as an integer.
AL_API void AL_APIENTRY alGetListeneri(ALenum param, ALint *value);
/// Reads a property of the listener that has three integers.
AL_API void AL_APIENTRY alGetListener3i(
    ALenum param, ALint *value1, ALint *value2, ALint *value3);
/// Reads a property of the listener into an array of integers.
AL_API void AL_APIENTRY alGetListeneriv(ALenum param, ALint *values);

// MARK: - Sources

/// Makes sources.
AL_API void AL_APIENTRY alGenSources(ALsizei n, ALuint *sources);
/// Stops sources and deletes them.
AL_API void AL_APIENTRY alDeleteSources(ALsizei n, const ALuint *sources);
/// Whether a name is that of a source.
AL_API ALboolean AL_APIENTRY alIsSource(ALuint sid);
/// Sets a property of a source.
AL_API void AL_APIENTRY alSourcef(ALuint sid, ALenum param, ALfloat value);
/// Sets a property of a source that has three numbers.
AL_API void AL_APIENTRY alSource3f(
    ALuint sid, ALenum param, ALfloat value1, ALfloat value2, ALfloat value3);
/// Sets a property of a source from an array.
AL_API void AL_APIENTRY alSourcefv(ALuint sid, ALenum param, const ALfloat *values);
/// Sets a property of a source to an integer, such as its buffer.
AL_API void AL_APIENTRY alSourcei(ALuint sid, ALenum param, ALint value);
/// Sets a property of a source that has three integers.
AL_API void AL_APIENTRY alSource3i(
    ALuint sid, ALenum param, ALint value1, ALint value2, ALint value3);
/// Sets a property of a source from an array of integers.
AL_API void AL_APIENTRY alSourceiv(ALuint sid, ALenum param, const ALint *values);
/// Reads a property of a source.
AL_API void AL_APIENTRY alGetSourcef(ALuint sid, ALenum param, ALfloat *value);
/// Reads a property of a source that has three numbers.
AL_API void AL_APIENTRY alGetSource3f(
    ALuint sid, ALenum param, ALfloat *value1, ALfloat *value2, ALfloat *value3);
/// Reads a property of a source into an array.
AL_API void AL_APIENTRY alGetSourcefv(ALuint sid, ALenum param, ALfloat *values);
/// Reads a property of a source as an integer, such as its state.
AL_API void AL_APIENTRY alGetSourcei(ALuint sid, ALenum param, ALint *value);
/// Reads a property of a source that has three integers.
AL_API void AL_APIENTRY alGetSource3i(
    ALuint sid, ALenum param, ALint *value1, ALint *value2, ALint *value3);
/// Reads a property of a source into an array of integers.
AL_API void AL_APIENTRY alGetSourceiv(ALuint sid, ALenum param, ALint *values);
/// Plays sources from the same frame on.
AL_API void AL_APIENTRY alSourcePlayv(ALsizei ns, const ALuint *sids);
/// Stops sources at the same frame.
AL_API void AL_APIENTRY alSourceStopv(ALsizei ns, const ALuint *sids);
/// Stops sources and moves them to their start.
AL_API void AL_APIENTRY alSourceRewindv(ALsizei ns, const ALuint *sids);
/// Pauses sources at the same frame.
AL_API void AL_APIENTRY alSourcePausev(ALsizei ns, const ALuint *sids);
/// Plays a source: from its start, or from the place of its pause.
AL_API void AL_APIENTRY alSourcePlay(ALuint sid);
/// Stops a source; all of its buffers count as processed.
AL_API void AL_APIENTRY alSourceStop(ALuint sid);
/// Stops a source and moves it to its start.
AL_API void AL_APIENTRY alSourceRewind(ALuint sid);
/// Pauses a source.
AL_API void AL_APIENTRY alSourcePause(ALuint sid);
/// Adds buffers to the queue of a source.
AL_API void AL_APIENTRY alSourceQueueBuffers(
    ALuint sid, ALsizei numEntries, const ALuint *bids);
/// Removes processed buffers from the queue of a source, and gives their names.
AL_API void AL_APIENTRY alSourceUnqueueBuffers(ALuint sid, ALsizei numEntries, ALuint *bids);

// MARK: - Buffers

/// Makes buffers without samples.
AL_API void AL_APIENTRY alGenBuffers(ALsizei n, ALuint *buffers);
/// Deletes buffers; a buffer of a source is `AL_INVALID_OPERATION`.
AL_API void AL_APIENTRY alDeleteBuffers(ALsizei n, const ALuint *buffers);
/// Whether a name is that of a buffer.
AL_API ALboolean AL_APIENTRY alIsBuffer(ALuint bid);
/// Copies samples into a buffer.
///
/// - Parameters:
///   - bid: The buffer.
///   - format: The format, such as `AL_FORMAT_MONO16`. Only mono has a position.
///   - data: The samples.
///   - size: The number of bytes.
///   - freq: The sample rate in hertz.
AL_API void AL_APIENTRY alBufferData(
    ALuint bid, ALenum format, const ALvoid *data, ALsizei size, ALsizei freq);
/// Sets a property of a buffer.
AL_API void AL_APIENTRY alBufferf(ALuint bid, ALenum param, ALfloat value);
/// Sets a property of a buffer that has three numbers.
AL_API void AL_APIENTRY alBuffer3f(
    ALuint bid, ALenum param, ALfloat value1, ALfloat value2, ALfloat value3);
/// Sets a property of a buffer from an array.
AL_API void AL_APIENTRY alBufferfv(ALuint bid, ALenum param, const ALfloat *values);
/// Sets a property of a buffer to an integer.
AL_API void AL_APIENTRY alBufferi(ALuint bid, ALenum param, ALint value);
/// Sets a property of a buffer that has three integers.
AL_API void AL_APIENTRY alBuffer3i(
    ALuint bid, ALenum param, ALint value1, ALint value2, ALint value3);
/// Sets a property of a buffer from an array of integers.
AL_API void AL_APIENTRY alBufferiv(ALuint bid, ALenum param, const ALint *values);
/// Reads a property of a buffer.
AL_API void AL_APIENTRY alGetBufferf(ALuint bid, ALenum param, ALfloat *value);
/// Reads a property of a buffer that has three numbers.
AL_API void AL_APIENTRY alGetBuffer3f(
    ALuint bid, ALenum param, ALfloat *value1, ALfloat *value2, ALfloat *value3);
/// Reads a property of a buffer into an array.
AL_API void AL_APIENTRY alGetBufferfv(ALuint bid, ALenum param, ALfloat *values);
/// Reads a property of a buffer as an integer, such as its sample rate.
AL_API void AL_APIENTRY alGetBufferi(ALuint bid, ALenum param, ALint *value);
/// Reads a property of a buffer that has three integers.
AL_API void AL_APIENTRY alGetBuffer3i(
    ALuint bid, ALenum param, ALint *value1, ALint *value2, ALint *value3);
/// Reads a property of a buffer into an array of integers.
AL_API void AL_APIENTRY alGetBufferiv(ALuint bid, ALenum param, ALint *values);

#ifdef __cplusplus
}
#endif

#endif

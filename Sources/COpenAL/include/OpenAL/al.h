/// OpenAL: sources of sound around a listener, with the functions and values of OpenAL 1.1.
///
/// Source: OpenAL 1.1 Specification and Reference, chapters 2 to 5. Errors are reported by
/// `alGetError`, not by the functions. Every call applies to the current context.
#ifndef OpenAL_al_h
#define OpenAL_al_h

#ifdef __cplusplus
extern "C" {
#endif

/// Marks a function of OpenAL.
#define AL_API extern
/// The calling convention, which is the usual one.
#define AL_APIENTRY
/// Marks a function of OpenAL.
#define ALAPI AL_API
/// The calling convention, which is the usual one.
#define ALAPIENTRY AL_APIENTRY
/// The header has the names of version 1.0.
#define AL_VERSION_1_0
/// The header has the names of version 1.1.
#define AL_VERSION_1_1
/// The header is that of OpenAL.
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

/// An invalid value.
#define AL_INVALID (-1)
/// No model, or no value.
#define AL_NONE 0
/// False.
#define AL_FALSE 0
/// True.
#define AL_TRUE 1

// Properties of sources.
/// Source, integer: whether its position is relative to the listener.
#define AL_SOURCE_RELATIVE 0x202
/// Source, float: the angle of the cone of full gain, in degrees, 0 to 360.
#define AL_CONE_INNER_ANGLE 0x1001
/// Source, float: the outer angle of the cone, in degrees; the outer gain applies beyond it.
#define AL_CONE_OUTER_ANGLE 0x1002
/// Source, float: the factor of its rate, 0.5 to 2.
#define AL_PITCH 0x1003
/// Source or listener, 3 floats: its position.
#define AL_POSITION 0x1004
/// Source, 3 floats: its direction; zero for all directions.
#define AL_DIRECTION 0x1005
/// Source or listener, 3 floats: its velocity, for the Doppler effect.
#define AL_VELOCITY 0x1006
/// Source, integer: whether it repeats its buffers.
#define AL_LOOPING 0x1007
/// Source, integer: its buffer.
#define AL_BUFFER 0x1009
/// Source or listener, float: its linear gain.
#define AL_GAIN 0x100A
/// Source, float: the least gain after attenuation.
#define AL_MIN_GAIN 0x100D
/// Source, float: the greatest gain after attenuation.
#define AL_MAX_GAIN 0x100E
/// Listener, 6 floats: the direction of its view, and the direction above it.
#define AL_ORIENTATION 0x100F
/// Source, float: the distance of full gain.
#define AL_REFERENCE_DISTANCE 0x1020
/// Source, float: how fast its gain falls with the distance.
#define AL_ROLLOFF_FACTOR 0x1021
/// Source, float: the gain outside of the outer cone.
#define AL_CONE_OUTER_GAIN 0x1022
/// Source, float: the distance beyond which the gain does not fall.
#define AL_MAX_DISTANCE 0x1023
/// Source: the channels that play; without effect.
#define AL_CHANNEL_MASK 0x3000

// The state of a source.
/// Source, integer: its state.
#define AL_SOURCE_STATE 0x1010
/// The source has not been played.
#define AL_INITIAL 0x1011
/// The source plays.
#define AL_PLAYING 0x1012
/// The source is paused.
#define AL_PAUSED 0x1013
/// The source has ended, or was stopped.
#define AL_STOPPED 0x1014

// The queue of a source, and its place in it.
/// Source, integer: the number of buffers in its queue.
#define AL_BUFFERS_QUEUED 0x1015
/// Source, integer: the number of buffers in its queue that have been played.
#define AL_BUFFERS_PROCESSED 0x1016
/// Source, float: its place in the queue, in seconds.
#define AL_SEC_OFFSET 0x1024
/// Source, integer: its place in the queue, in frames.
#define AL_SAMPLE_OFFSET 0x1025
/// Source, integer: its place in the queue, in bytes.
#define AL_BYTE_OFFSET 0x1026
/// Source, integer: the origin of its buffers.
#define AL_SOURCE_TYPE 0x1027
/// The source has one buffer.
#define AL_STATIC 0x1028
/// The source has a queue.
#define AL_STREAMING 0x1029
/// The source has no buffer.
#define AL_UNDETERMINED 0x1030

// Formats and properties of buffers.
/// One channel of 8 bits, unsigned.
#define AL_FORMAT_MONO8 0x1100
/// One channel of 16 bits, signed.
#define AL_FORMAT_MONO16 0x1101
/// Two channels of 8 bits, unsigned.
#define AL_FORMAT_STEREO8 0x1102
/// Two channels of 16 bits, signed.
#define AL_FORMAT_STEREO16 0x1103
/// Buffer, integer: its rate in hertz.
#define AL_FREQUENCY 0x2001
/// Buffer, integer: the bits of a sample.
#define AL_BITS 0x2002
/// Buffer, integer: its channels.
#define AL_CHANNELS 0x2003
/// Buffer, integer: its bytes.
#define AL_SIZE 0x2004
/// The buffer is in no queue.
#define AL_UNUSED 0x2010
/// The buffer waits in a queue.
#define AL_PENDING 0x2011
/// The buffer has been played.
#define AL_PROCESSED 0x2012

// Errors.
/// No error.
#define AL_NO_ERROR 0
/// There is no source or buffer of this name.
#define AL_INVALID_NAME 0xA001
/// The constant does not exist, or does not fit the call.
#define AL_INVALID_ENUM 0xA002
/// The value is out of range.
#define AL_INVALID_VALUE 0xA003
/// The state does not permit the call.
#define AL_INVALID_OPERATION 0xA004
/// Memory could not be allocated.
#define AL_OUT_OF_MEMORY 0xA005
/// An earlier name of `AL_INVALID_ENUM`.
#define AL_ILLEGAL_ENUM AL_INVALID_ENUM
/// An earlier name of `AL_INVALID_OPERATION`.
#define AL_ILLEGAL_COMMAND AL_INVALID_OPERATION

// Strings and settings of a context.
/// String: the maker of the library.
#define AL_VENDOR 0xB001
/// String: the version.
#define AL_VERSION 0xB002
/// String: the name of the mixer.
#define AL_RENDERER 0xB003
/// String: the extensions, separated by spaces.
#define AL_EXTENSIONS 0xB004
/// Context, float: the strength of the Doppler effect.
#define AL_DOPPLER_FACTOR 0xC000
/// Context, float: a factor of the speed of sound, from version 1.0.
#define AL_DOPPLER_VELOCITY 0xC001
/// Context, float: the speed of sound, in units of distance per second.
#define AL_SPEED_OF_SOUND 0xC003
/// Context, integer: the model of attenuation by distance.
#define AL_DISTANCE_MODEL 0xD000
/// The gain is the inverse of the distance.
#define AL_INVERSE_DISTANCE 0xD001
/// The same, with the distance limited by the reference and greatest distances.
#define AL_INVERSE_DISTANCE_CLAMPED 0xD002
/// The gain falls linearly to 0 at the greatest distance.
#define AL_LINEAR_DISTANCE 0xD003
/// The same, with the distance limited by the reference and greatest distances.
#define AL_LINEAR_DISTANCE_CLAMPED 0xD004
/// The gain is a power of the distance.
#define AL_EXPONENT_DISTANCE 0xD005
/// The same, with the distance limited by the reference and greatest distances.
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
/// Deletes buffers; a buffer that a source uses causes `AL_INVALID_OPERATION`.
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

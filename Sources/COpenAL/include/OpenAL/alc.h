/// OpenAL Devices and Contexts: playback of sources, and recording.
///
/// Source: OpenAL 1.1 Specification and Reference, chapter 6. The environment variables
/// `OPENCOREAUDIO_DEVICE` and `OPENCOREAUDIO_INPUT` name the usual devices for playback and
/// recording.
#ifndef OpenAL_alc_h
#define OpenAL_alc_h

#ifdef __cplusplus
extern "C" {
#endif

/// Marks a function of contexts.
#define ALC_API extern
/// The calling convention, which is the usual one.
#define ALC_APIENTRY
/// Marks a function of contexts.
#define ALCAPI ALC_API
/// The calling convention, which is the usual one.
#define ALCAPIENTRY ALC_APIENTRY
/// The header has the names of this version.
#define ALC_VERSION_0_1 1

// MARK: - Types

/// A device.
typedef struct ALCdevice_struct ALCdevice;
/// A context: a listener and its sources.
typedef struct ALCcontext_struct ALCcontext;
/// A truth value: `ALC_TRUE` or `ALC_FALSE`.
typedef char ALCboolean;
/// A character of a string.
typedef char ALCchar;
/// A signed integer of 8 bits.
typedef signed char ALCbyte;
/// An unsigned integer of 8 bits.
typedef unsigned char ALCubyte;
/// A signed integer of 16 bits.
typedef short ALCshort;
/// An unsigned integer of 16 bits.
typedef unsigned short ALCushort;
/// A signed integer of 32 bits.
typedef int ALCint;
/// An unsigned integer of 32 bits.
typedef unsigned int ALCuint;
/// A number of items or bytes.
typedef int ALCsizei;
/// A constant of the API.
typedef int ALCenum;
/// A floating-point number of 32 bits.
typedef float ALCfloat;
/// A floating-point number of 64 bits.
typedef double ALCdouble;
/// The absence of a value.
typedef void ALCvoid;

// MARK: - Values

/// An invalid value.
#define ALC_INVALID 0
/// False.
#define ALC_FALSE 0
/// True.
#define ALC_TRUE 1

// Attributes of contexts.
/// Attribute: the rate of the mix, in hertz.
#define ALC_FREQUENCY 0x1007
/// Attribute: how often the mix is made in a second.
#define ALC_REFRESH 0x1008
/// Attribute: whether the context is mixed only on request.
#define ALC_SYNC 0x1009
/// Attribute: the number of sources of one channel.
#define ALC_MONO_SOURCES 0x1010
/// Attribute: the number of sources of two channels.
#define ALC_STEREO_SOURCES 0x1011

// Errors.
/// No error.
#define ALC_NO_ERROR 0
/// There is no such device.
#define ALC_INVALID_DEVICE 0xA001
/// There is no such context.
#define ALC_INVALID_CONTEXT 0xA002
/// The constant does not exist, or does not fit the call.
#define ALC_INVALID_ENUM 0xA003
/// The value is out of range.
#define ALC_INVALID_VALUE 0xA004
/// Memory could not be allocated.
#define ALC_OUT_OF_MEMORY 0xA005

// The properties of a device.
/// Integer: the number of the version before the point.
#define ALC_MAJOR_VERSION 0x1000
/// Integer: the number of the version after the point.
#define ALC_MINOR_VERSION 0x1001
/// Integer: the number of values of `ALC_ALL_ATTRIBUTES`.
#define ALC_ATTRIBUTES_SIZE 0x1002
/// Integers: the attributes of the current context, in pairs, with a zero at the end.
#define ALC_ALL_ATTRIBUTES 0x1003
/// String: the name of the default device.
#define ALC_DEFAULT_DEVICE_SPECIFIER 0x1004
/// String: the name of a device, or those of all devices.
#define ALC_DEVICE_SPECIFIER 0x1005
/// String: the extensions of a device, separated by spaces.
#define ALC_EXTENSIONS 0x1006
/// String: the name of the default device.
#define ALC_DEFAULT_ALL_DEVICES_SPECIFIER 0x1012
/// String: the names of all devices.
#define ALC_ALL_DEVICES_SPECIFIER 0x1013
/// String: the name of a recording device, or those of all.
#define ALC_CAPTURE_DEVICE_SPECIFIER 0x310
/// String: the name of the default recording device.
#define ALC_CAPTURE_DEFAULT_DEVICE_SPECIFIER 0x311
/// Integer: the number of recorded frames that wait.
#define ALC_CAPTURE_SAMPLES 0x312

// MARK: - Contexts

/// Makes a context, and starts its device.
///
/// Without `ALC_FREQUENCY`, the mix has the rate of the hardware. Head-related filters are used
/// only if the attributes (`ALC_HRTF_SOFT`) or `alcMacOSXRenderingQuality` ask for them.
///
/// - Parameters:
///   - device: An open device.
///   - attrlist: Pairs of an attribute and its value, ended by 0, or null.
/// - Returns: The context, or null with an error of the device.
ALC_API ALCcontext *ALC_APIENTRY alcCreateContext(ALCdevice *device, const ALCint *attrlist);
/// Makes a context current, or none, for all threads.
ALC_API ALCboolean ALC_APIENTRY alcMakeContextCurrent(ALCcontext *context);
/// Applies the pending changes of a context, and plays again after a pause by the session.
ALC_API void ALC_APIENTRY alcProcessContext(ALCcontext *context);
/// Lets changes of a context wait for `alcProcessContext`.
ALC_API void ALC_APIENTRY alcSuspendContext(ALCcontext *context);
/// Deletes a context; the last one of a device stops it.
ALC_API void ALC_APIENTRY alcDestroyContext(ALCcontext *context);
/// The current context, or null.
ALC_API ALCcontext *ALC_APIENTRY alcGetCurrentContext(void);
/// The device of a context.
ALC_API ALCdevice *ALC_APIENTRY alcGetContextsDevice(ALCcontext *context);

// MARK: - Devices

/// Opens a device for playback.
///
/// - Parameter devicename: A name of `ALC_DEVICE_SPECIFIER`, or null for the usual device.
/// - Returns: The device, or null if the name is unknown or OpenAL Soft is missing.
ALC_API ALCdevice *ALC_APIENTRY alcOpenDevice(const ALCchar *devicename);
/// Closes a device without contexts.
ALC_API ALCboolean ALC_APIENTRY alcCloseDevice(ALCdevice *device);
/// The first error of a device since the last call, which this call clears.
ALC_API ALCenum ALC_APIENTRY alcGetError(ALCdevice *device);
/// Whether an extension works.
ALC_API ALCboolean ALC_APIENTRY alcIsExtensionPresent(
    ALCdevice *device, const ALCchar *extname);
/// The address of a function, or null if the function does not work.
ALC_API void *ALC_APIENTRY alcGetProcAddress(ALCdevice *device, const ALCchar *funcname);
/// The value of a constant by its name.
ALC_API ALCenum ALC_APIENTRY alcGetEnumValue(ALCdevice *device, const ALCchar *enumname);
/// A string of a device, or a list of devices: strings one after the other, ended by an empty one.
ALC_API const ALCchar *ALC_APIENTRY alcGetString(ALCdevice *device, ALCenum param);
/// Reads a setting of a device.
ALC_API void ALC_APIENTRY alcGetIntegerv(
    ALCdevice *device, ALCenum param, ALCsizei size, ALCint *data);

// MARK: - Recording

/// Opens a device for recording.
///
/// - Parameters:
///   - devicename: A name of `ALC_CAPTURE_DEVICE_SPECIFIER`, or null for the usual device.
///   - frequency: The sample rate in hertz.
///   - format: The format, such as `AL_FORMAT_MONO16`.
///   - buffersize: The frames that wait for `alcCaptureSamples`; later ones are lost.
/// - Returns: The device, or null.
ALC_API ALCdevice *ALC_APIENTRY alcCaptureOpenDevice(
    const ALCchar *devicename, ALCuint frequency, ALCenum format, ALCsizei buffersize);
/// Closes a recording device.
ALC_API ALCboolean ALC_APIENTRY alcCaptureCloseDevice(ALCdevice *device);
/// Starts to record.
ALC_API void ALC_APIENTRY alcCaptureStart(ALCdevice *device);
/// Stops recording; waiting frames stay available.
ALC_API void ALC_APIENTRY alcCaptureStop(ALCdevice *device);
/// Copies recorded frames; a count above `ALC_CAPTURE_SAMPLES` causes `ALC_INVALID_VALUE`.
ALC_API void ALC_APIENTRY alcCaptureSamples(
    ALCdevice *device, ALCvoid *buffer, ALCsizei samples);

#ifdef __cplusplus
}
#endif

#endif

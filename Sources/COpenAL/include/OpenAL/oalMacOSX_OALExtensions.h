/// OpenAL Extensions: the functions that Apple adds to OpenAL.
///
/// `alcGetProcAddress` and `alGetProcAddress` give the functions that work; others are null.
#ifndef OpenAL_oalMacOSX_OALExtensions_h
#define OpenAL_oalMacOSX_OALExtensions_h

#include <OpenAL/al.h>
#include <OpenAL/alc.h>

// MARK: - ALC_EXT_MAC_OSX

/// `alcMacOSXRenderingQuality`: sets the quality of positions for the current device.
typedef ALvoid (*alcMacOSXRenderingQualityProcPtr)(ALint value);
/// `alMacOSXRenderChannelCount`: sets the channels of the mix, which is always stereo here.
typedef ALvoid (*alMacOSXRenderChannelCountProcPtr)(ALint value);
/// `alcMacOSXMixerMaxiumumBusses`: sets the number of sources of later contexts.
typedef ALvoid (*alcMacOSXMixerMaxiumumBussesProcPtr)(ALint value);
/// `alcMacOSXMixerOutputRate`: sets the rate of the mix in hertz, now and for later contexts.
typedef ALvoid (*alcMacOSXMixerOutputRateProcPtr)(ALdouble value);
/// `alcMacOSXGetRenderingQuality`: the quality of positions.
typedef ALint (*alcMacOSXGetRenderingQualityProcPtr)(void);
/// `alMacOSXGetRenderChannelCount`: the channels of the mix.
typedef ALint (*alMacOSXGetRenderChannelCountProcPtr)(void);
/// `alcMacOSXGetMixerMaxiumumBusses`: the number of sources.
typedef ALint (*alcMacOSXGetMixerMaxiumumBussesProcPtr)(void);
/// `alcMacOSXGetMixerOutputRate`: the rate of the mix in hertz.
typedef ALdouble (*alcMacOSXGetMixerOutputRateProcPtr)(void);

// The qualities: the first and the last use head-related filters, for headphones.
/// Spatial quality: with HRTF.
#define ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_HIGH 0x72716869        // 'rqhi'
/// Spatial quality: by panning.
#define ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_LOW 0x72646C6F         // 'rdlo'
/// Spatial quality: with HRTF, for headphones.
#define ALC_IPHONE_SPATIAL_RENDERING_QUALITY_HEADPHONES 0x68647068   // 'hdph'
/// Two output channels.
#define ALC_MAC_OSX_RENDER_CHANNEL_COUNT_STEREO 0x72637374           // 'rcst'
/// As many output channels as the device has.
#define ALC_MAC_OSX_RENDER_CHANNEL_COUNT_MULTICHANNEL 0x72636D63     // 'rcmc'
/// A capability of Apple's systems: voice chat.
#define AL_GAMEKIT 0x676B7372                                        // 'gksr'
/// A capability: whether data are converted when a buffer gets them.
#define ALC_MAC_OSX_CONVERT_DATA_UPON_LOADING 0xF001

// MARK: - AL_EXT_SOURCE_NOTIFICATIONS

/// A notification: the queue of a looping source has begun again.
#define AL_QUEUE_HAS_LOOPED 0x9000

/// A client's function for a change of a source.
typedef ALvoid (*alSourceNotificationProc)(
    ALuint sid, ALuint notificationID, ALvoid *userData);
/// `alSourceAddNotification`: calls a function when a property of a source changes.
///
/// The property is `AL_SOURCE_STATE`, `AL_BUFFERS_PROCESSED`, or `AL_QUEUE_HAS_LOOPED`. The
/// function runs on a thread of its own. Processed buffers count, but not buffers that the client
/// takes from the queue.
typedef ALenum (*alSourceAddNotificationProcPtr)(
    ALuint sid, ALuint notificationID, alSourceNotificationProc notifyProc, ALvoid *userData);
/// `alSourceRemoveNotification`: ends the calls for a property of a source.
///
/// Waits for a running call of `notifyProc`, unless `notifyProc` itself calls this function. Calls
/// also end before `alDeleteSources` deletes the source, and before `alcDestroyContext` deletes the
/// context.
typedef ALvoid (*alSourceRemoveNotificationProcPtr)(
    ALuint sid, ALuint notificationID, alSourceNotificationProc notifyProc, ALvoid *userData);

// MARK: - ALC_EXT_ASA

/// `alcASAGetSource`: reads a property of a source.
typedef ALenum (*alcASAGetSourceProcPtr)(
    ALuint property, ALuint source, ALvoid *data, ALuint *dataSize);
/// `alcASASetSource`: sets a property of a source.
typedef ALenum (*alcASASetSourceProcPtr)(
    ALuint property, ALuint source, ALvoid *data, ALuint dataSize);
/// `alcASAGetListener`: reads a property of the listener.
typedef ALenum (*alcASAGetListenerProcPtr)(ALuint property, ALvoid *data, ALuint *dataSize);
/// `alcASASetListener`: sets a property of the listener.
typedef ALenum (*alcASASetListenerProcPtr)(ALuint property, ALvoid *data, ALuint dataSize);

// Properties of the listener.
/// Listener: whether there is a reverb.
#define ALC_ASA_REVERB_ON 0x72766F6E             // 'rvon'
/// Listener: the level of the reverb, in decibels, -40 to 40. Levels above 26 sound like 26.
#define ALC_ASA_REVERB_GLOBAL_LEVEL 0x7276676C   // 'rvgl', -40 to 40 decibels
/// Listener: the kind of room.
#define ALC_ASA_REVERB_ROOM_TYPE 0x72767274      // 'rvrt'
/// A small room.
#define ALC_ASA_REVERB_ROOM_TYPE_SmallRoom 0
/// A medium room.
#define ALC_ASA_REVERB_ROOM_TYPE_MediumRoom 1
/// A large room.
#define ALC_ASA_REVERB_ROOM_TYPE_LargeRoom 2
/// A medium hall.
#define ALC_ASA_REVERB_ROOM_TYPE_MediumHall 3
/// A large hall.
#define ALC_ASA_REVERB_ROOM_TYPE_LargeHall 4
/// A plate.
#define ALC_ASA_REVERB_ROOM_TYPE_Plate 5
/// A medium chamber.
#define ALC_ASA_REVERB_ROOM_TYPE_MediumChamber 6
/// A large chamber.
#define ALC_ASA_REVERB_ROOM_TYPE_LargeChamber 7
/// A cathedral.
#define ALC_ASA_REVERB_ROOM_TYPE_Cathedral 8
/// Another large room.
#define ALC_ASA_REVERB_ROOM_TYPE_LargeRoom2 9
/// Another medium hall.
#define ALC_ASA_REVERB_ROOM_TYPE_MediumHall2 10
/// A third medium hall.
#define ALC_ASA_REVERB_ROOM_TYPE_MediumHall3 11
/// Another large hall.
#define ALC_ASA_REVERB_ROOM_TYPE_LargeHall2 12
/// Listener: a preset file; not supported.
#define ALC_ASA_REVERB_PRESET 0x72767073         // 'rvps'
/// Listener: the gain of the reverb's equalizer; not supported.
#define ALC_ASA_REVERB_EQ_GAIN 0x72766567        // 'rveg'
/// Listener: the bandwidth of the reverb's equalizer; not supported.
#define ALC_ASA_REVERB_EQ_BANDWITH 0x72766562    // 'rveb'
/// Listener: the frequency of the reverb's equalizer; not supported.
#define ALC_ASA_REVERB_EQ_FREQ 0x72766566        // 'rvef'
/// Listener: the quality of the reverb; not supported.
#define ALC_ASA_REVERB_QUALITY 0x72767174        // 'rvqt'
/// The greatest quality.
#define ALC_ASA_REVERB_QUALITY_Max 0x7F
/// High quality.
#define ALC_ASA_REVERB_QUALITY_High 0x60
/// Medium quality.
#define ALC_ASA_REVERB_QUALITY_Medium 0x40
/// Low quality.
#define ALC_ASA_REVERB_QUALITY_Low 0x20
/// The least quality.
#define ALC_ASA_REVERB_QUALITY_Min 0

// Properties of sources.
/// Source: its share that goes to the reverb, 0 to 1.
#define ALC_ASA_REVERB_SEND_LEVEL 0x7276736C     // 'rvsl', 0 (dry) to 1
/// Source: how much an obstacle dampens it, in decibels, -100 to 0.
#define ALC_ASA_OCCLUSION 0x6F63636C             // 'occl', -100 to 0 decibels
/// Source: how much an obstacle dampens its direct sound, in decibels, -100 to 0.
#define ALC_ASA_OBSTRUCTION 0x6F627374           // 'obst', -100 to 0 decibels

#endif

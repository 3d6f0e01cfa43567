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
#define ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_HIGH 0x72716869        // 'rqhi'
#define ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_LOW 0x72646C6F         // 'rdlo'
#define ALC_IPHONE_SPATIAL_RENDERING_QUALITY_HEADPHONES 0x68647068   // 'hdph'
#define ALC_MAC_OSX_RENDER_CHANNEL_COUNT_STEREO 0x72637374           // 'rcst'
#define ALC_MAC_OSX_RENDER_CHANNEL_COUNT_MULTICHANNEL 0x72636D63     // 'rcmc'
#define AL_GAMEKIT 0x676B7372                                        // 'gksr'
#define ALC_MAC_OSX_CONVERT_DATA_UPON_LOADING 0xF001

// MARK: - AL_EXT_SOURCE_NOTIFICATIONS

#define AL_QUEUE_HAS_LOOPED 0x9000

/// A client's function for a change of a source.
typedef ALvoid (*alSourceNotificationProc)(
    ALuint sid, ALuint notificationID, ALvoid *userData);
/// `alSourceAddNotification`: calls a function when a property of a source changes.
///
/// The property is `AL_SOURCE_STATE`, `AL_BUFFERS_PROCESSED`, or `AL_QUEUE_HAS_LOOPED`. The
/// function runs on a thread of its own.
typedef ALenum (*alSourceAddNotificationProcPtr)(
    ALuint sid, ALuint notificationID, alSourceNotificationProc notifyProc, ALvoid *userData);
/// `alSourceRemoveNotification`: ends the calls for a property of a source.
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
#define ALC_ASA_REVERB_ON 0x72766F6E             // 'rvon'
#define ALC_ASA_REVERB_GLOBAL_LEVEL 0x7276676C   // 'rvgl', -40 to 40 decibels
#define ALC_ASA_REVERB_ROOM_TYPE 0x72767274      // 'rvrt'
#define ALC_ASA_REVERB_ROOM_TYPE_SmallRoom 0
#define ALC_ASA_REVERB_ROOM_TYPE_MediumRoom 1
#define ALC_ASA_REVERB_ROOM_TYPE_LargeRoom 2
#define ALC_ASA_REVERB_ROOM_TYPE_MediumHall 3
#define ALC_ASA_REVERB_ROOM_TYPE_LargeHall 4
#define ALC_ASA_REVERB_ROOM_TYPE_Plate 5
#define ALC_ASA_REVERB_ROOM_TYPE_MediumChamber 6
#define ALC_ASA_REVERB_ROOM_TYPE_LargeChamber 7
#define ALC_ASA_REVERB_ROOM_TYPE_Cathedral 8
#define ALC_ASA_REVERB_ROOM_TYPE_LargeRoom2 9
#define ALC_ASA_REVERB_ROOM_TYPE_MediumHall2 10
#define ALC_ASA_REVERB_ROOM_TYPE_MediumHall3 11
#define ALC_ASA_REVERB_ROOM_TYPE_LargeHall2 12
#define ALC_ASA_REVERB_PRESET 0x72767073         // 'rvps'
#define ALC_ASA_REVERB_EQ_GAIN 0x72766567        // 'rveg'
#define ALC_ASA_REVERB_EQ_BANDWITH 0x72766562    // 'rveb'
#define ALC_ASA_REVERB_EQ_FREQ 0x72766566        // 'rvef'
#define ALC_ASA_REVERB_QUALITY 0x72767174        // 'rvqt'
#define ALC_ASA_REVERB_QUALITY_Max 0x7F
#define ALC_ASA_REVERB_QUALITY_High 0x60
#define ALC_ASA_REVERB_QUALITY_Medium 0x40
#define ALC_ASA_REVERB_QUALITY_Low 0x20
#define ALC_ASA_REVERB_QUALITY_Min 0

// Properties of sources.
#define ALC_ASA_REVERB_SEND_LEVEL 0x7276736C     // 'rvsl', 0 (dry) to 1
#define ALC_ASA_OCCLUSION 0x6F63636C             // 'occl', -100 to 0 decibels
#define ALC_ASA_OBSTRUCTION 0x6F627374           // 'obst', -100 to 0 decibels

#endif

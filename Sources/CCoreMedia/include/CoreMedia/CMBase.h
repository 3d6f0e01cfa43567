/// Core Media Types: the types that all interfaces of Core Media share.
#ifndef CoreMedia_CMBase_h
#define CoreMedia_CMBase_h

#include <CoreAudio/CoreAudioBaseTypes.h>

// The name of a declaration in Swift. Other compilers do not know the attribute.
#if defined(__swift__)
#define OCA_SWIFT_NAME(name) __attribute__((swift_name(#name)))
#else
#define OCA_SWIFT_NAME(name)
#endif

OCA_HEADER_BEGIN

// MARK: - Types

#if defined(__swift__) || !defined(__COREFOUNDATION_COREFOUNDATION__)
/// A number of items.
typedef long CMItemCount;
/// The index of an item.
typedef long CMItemIndex;
#else
/// A number of items.
typedef CFIndex CMItemCount;
/// The index of an item.
typedef CFIndex CMItemIndex;
#endif

/// The version of a class's table of callbacks.
typedef uintptr_t CMBaseClassVersion;
/// The version of a structure of callbacks.
typedef uintptr_t CMStructVersion;

/// The number that identifies a track of an asset.
typedef int32_t CMPersistentTrackID;

OCA_CONSTANTS(CMPersistentTrackID) {
  kCMPersistentTrackID_Invalid = 0,  ///< No track.
};

OCA_HEADER_END

#endif

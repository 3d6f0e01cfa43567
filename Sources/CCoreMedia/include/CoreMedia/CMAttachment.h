/// Attachments: values that sample buffers and block buffers carry.
#ifndef CoreMedia_CMAttachment_h
#define CoreMedia_CMAttachment_h

#include <CoreMedia/CMBase.h>

OCA_HEADER_BEGIN

#if !defined(__swift__)

/// An object with attachments: a sample buffer or a block buffer.
typedef const void *CMAttachmentBearerRef;

/// Whether an attachment propagates.
typedef uint32_t CMAttachmentMode;

OCA_CONSTANTS(CMAttachmentMode) {
  kCMAttachmentMode_ShouldNotPropagate = 0,  ///< The attachment stays with its object.
  /// The attachment is copied to objects that are made from its object.
  kCMAttachmentMode_ShouldPropagate = 1,
};

/// Adds an attachment, or replaces the one with the same key; null removes it.
extern void CMSetAttachment(
    CMAttachmentBearerRef target, CFStringRef key, const void *_Nullable value,
    CMAttachmentMode attachmentMode);

/// Returns an attachment that the object owns; null without it.
extern const void *_Nullable CMGetAttachment(
    CMAttachmentBearerRef target, CFStringRef key, CMAttachmentMode *_Nullable attachmentModeOut);

/// Removes an attachment.
extern void CMRemoveAttachment(CMAttachmentBearerRef target, CFStringRef key);

/// Removes all attachments.
extern void CMRemoveAllAttachments(CMAttachmentBearerRef target);

/// Returns a new dictionary of all attachments with a mode; null without any.
extern CFDictionaryRef _Nullable CMCopyDictionaryOfAttachments(
    CFAllocatorRef _Nullable allocator, CMAttachmentBearerRef target,
    CMAttachmentMode attachmentMode);

/// Adds the entries of a dictionary as attachments.
extern void CMSetAttachments(
    CMAttachmentBearerRef target, CFDictionaryRef theAttachments,
    CMAttachmentMode attachmentMode);

/// Copies all attachments that propagate from one object to another.
extern void CMPropagateAttachments(
    CMAttachmentBearerRef source, CMAttachmentBearerRef destination);

#endif

OCA_HEADER_END

#endif

// Made by Scripts/make-api-tables. Do not edit.
// swift-format-ignore-file

import AudioToolbox
import Foundation

/// The spellings of functions: that this compiles is the test.
var functions: [String: Any] {
  [
    "AudioFileOpenURL": AudioFileOpenURL as (CFURL, AudioFilePermissions, AudioFileTypeID, UnsafeMutablePointer<AudioFileID?>) -> OSStatus,
    "AudioFileOpenWithCallbacks": AudioFileOpenWithCallbacks as (UnsafeMutableRawPointer, AudioFile_ReadProc, AudioFile_WriteProc?, AudioFile_GetSizeProc, AudioFile_SetSizeProc?, AudioFileTypeID, UnsafeMutablePointer<AudioFileID?>) -> OSStatus,
    "AudioFileClose": AudioFileClose as (AudioFileID) -> OSStatus,
    "AudioFileReadBytes": AudioFileReadBytes as (AudioFileID, Bool, Int64, UnsafeMutablePointer<UInt32>, UnsafeMutableRawPointer) -> OSStatus,
    "AudioFileReadPacketData": AudioFileReadPacketData as (AudioFileID, Bool, UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<AudioStreamPacketDescription>?, Int64, UnsafeMutablePointer<UInt32>, UnsafeMutableRawPointer?) -> OSStatus,
    "AudioFileGetPropertyInfo": AudioFileGetPropertyInfo as (AudioFileID, AudioFilePropertyID, UnsafeMutablePointer<UInt32>?, UnsafeMutablePointer<UInt32>?) -> OSStatus,
    "AudioFileGetProperty": AudioFileGetProperty as (AudioFileID, AudioFilePropertyID, UnsafeMutablePointer<UInt32>, UnsafeMutableRawPointer) -> OSStatus,
    "AudioFileGetGlobalInfoSize": AudioFileGetGlobalInfoSize as (AudioFilePropertyID, UInt32, UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt32>) -> OSStatus,
    "AudioFileGetGlobalInfo": AudioFileGetGlobalInfo as (AudioFilePropertyID, UInt32, UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt32>, UnsafeMutableRawPointer) -> OSStatus,
    "AudioConverterNew": AudioConverterNew as (UnsafePointer<AudioStreamBasicDescription>, UnsafePointer<AudioStreamBasicDescription>, UnsafeMutablePointer<AudioConverterRef?>) -> OSStatus,
    "AudioConverterNewSpecific": AudioConverterNewSpecific as (UnsafePointer<AudioStreamBasicDescription>, UnsafePointer<AudioStreamBasicDescription>, UInt32, UnsafePointer<AudioClassDescription>, UnsafeMutablePointer<AudioConverterRef?>) -> OSStatus,
    "AudioConverterDispose": AudioConverterDispose as (AudioConverterRef) -> OSStatus,
    "AudioConverterReset": AudioConverterReset as (AudioConverterRef) -> OSStatus,
    "AudioConverterGetPropertyInfo": AudioConverterGetPropertyInfo as (AudioConverterRef, AudioConverterPropertyID, UnsafeMutablePointer<UInt32>?, UnsafeMutablePointer<DarwinBoolean>?) -> OSStatus,
    "AudioConverterGetProperty": AudioConverterGetProperty as (AudioConverterRef, AudioConverterPropertyID, UnsafeMutablePointer<UInt32>, UnsafeMutableRawPointer) -> OSStatus,
    "AudioConverterSetProperty": AudioConverterSetProperty as (AudioConverterRef, AudioConverterPropertyID, UInt32, UnsafeRawPointer) -> OSStatus,
    "AudioConverterConvertBuffer": AudioConverterConvertBuffer as (AudioConverterRef, UInt32, UnsafeRawPointer, UnsafeMutablePointer<UInt32>, UnsafeMutableRawPointer) -> OSStatus,
    "AudioConverterFillComplexBuffer": AudioConverterFillComplexBuffer as (AudioConverterRef, AudioConverterComplexInputDataProc, UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<AudioBufferList>, UnsafeMutablePointer<AudioStreamPacketDescription>?) -> OSStatus,
    "AudioFileStreamOpen": AudioFileStreamOpen as (UnsafeMutableRawPointer?, AudioFileStream_PropertyListenerProc, AudioFileStream_PacketsProc, AudioFileTypeID, UnsafeMutablePointer<AudioFileStreamID?>) -> OSStatus,
    "AudioFileStreamParseBytes": AudioFileStreamParseBytes as (AudioFileStreamID, UInt32, UnsafeRawPointer?, AudioFileStreamParseFlags) -> OSStatus,
    "AudioFileStreamSeek": AudioFileStreamSeek as (AudioFileStreamID, Int64, UnsafeMutablePointer<Int64>, UnsafeMutablePointer<AudioFileStreamSeekFlags>) -> OSStatus,
    "AudioFileStreamGetPropertyInfo": AudioFileStreamGetPropertyInfo as (AudioFileStreamID, AudioFileStreamPropertyID, UnsafeMutablePointer<UInt32>?, UnsafeMutablePointer<DarwinBoolean>?) -> OSStatus,
    "AudioFileStreamGetProperty": AudioFileStreamGetProperty as (AudioFileStreamID, AudioFileStreamPropertyID, UnsafeMutablePointer<UInt32>, UnsafeMutableRawPointer) -> OSStatus,
    "AudioFileStreamSetProperty": AudioFileStreamSetProperty as (AudioFileStreamID, AudioFileStreamPropertyID, UInt32, UnsafeRawPointer) -> OSStatus,
    "AudioFileStreamClose": AudioFileStreamClose as (AudioFileStreamID) -> OSStatus,
  ]
}

internal import AudioToolbox
internal import Foundation

/// Selects the type of a new file.
enum FileTypes {
  /// The type from the settings, or else the type for the file extension.
  static func type(of url: URL, _ settings: [String: Any]) throws -> AudioFileTypeID {
    if let type = settings.number(AVAudioFileTypeKey).flatMap({ UInt32(exactly: $0) }) {
      return type
    }
    guard let type = type(ofExtension: url.pathExtension) else {
      throw NSError.audio(
        kAudioFileUnsupportedFileTypeError,
        "AVAudioFile(forWriting:settings:): unknown file name extension: \(url.pathExtension)")
    }
    return type
  }

  /// Adjusts a format to file types that fix the byte order.
  static func description(
    _ description: AudioStreamBasicDescription, of type: AudioFileTypeID,
    _ settings: [String: Any]
  ) -> AudioStreamBasicDescription {
    var description = description
    guard description.isLinearPCM else { return description }
    // Files interleave their channels.
    description.mBytesPerFrame = description.bytesPerSample * description.mChannelsPerFrame
    description.mBytesPerPacket = description.mBytesPerFrame
    description.mFormatFlags &= ~kAudioFormatFlagIsNonInterleaved
    switch type {
    case kAudioFileAIFFType, kAudioFileNextType:
      description.mFormatFlags |= kAudioFormatFlagIsBigEndian
    case kAudioFileAIFCType:
      // Only 16-bit integers may be little endian (`sowt`).
      let isFloat = description.mFormatFlags & kAudioFormatFlagIsFloat != 0
      if isFloat || description.mBitsPerChannel != 16 {
        description.mFormatFlags |= kAudioFormatFlagIsBigEndian
      }
    case kAudioFileWAVEType, kAudioFileRF64Type, kAudioFileBW64Type:
      description.mFormatFlags &= ~kAudioFormatFlagIsBigEndian
      // WAVE stores 8-bit samples unsigned.
      if description.mBitsPerChannel == 8 {
        description.mFormatFlags &= ~kAudioFormatFlagIsSignedInteger
      }
    default: break
    }
    return description
  }

  /// The first writable type for a file extension, ignoring case.
  private static func type(ofExtension name: String) -> AudioFileTypeID? {
    let written = unsafe list(kAudioFileGlobalInfo_WritableTypes, nil, 0)
    let name = name as NSString
    let known = withExtendedLifetime(name) {
      // Safe: a CFStringRef is an NSString, which outlives the call.
      var reference = UInt(bitPattern: unsafe Unmanaged.passUnretained(name).toOpaque())
      return unsafe list(
        kAudioFileGlobalInfo_TypesForExtension, &reference, UInt32(MemoryLayout<UInt>.size))
    }
    return known.first { written.contains($0) }
  }

  /// A global property that lists file types.
  private static func list(
    _ property: AudioFilePropertyID, _ specifier: UnsafeMutableRawPointer?,
    _ specifierSize: UInt32
  ) -> [AudioFileTypeID] {
    var size: UInt32 = 0
    let status = unsafe AudioFileGetGlobalInfoSize(property, specifierSize, specifier, &size)
    guard status == noErr, size > 0 else { return [] }
    var types = [AudioFileTypeID](
      repeating: 0, count: Int(size) / MemoryLayout<AudioFileTypeID>.size)
    let read = unsafe AudioFileGetGlobalInfo(property, specifierSize, specifier, &size, &types)
    return read == noErr ? types : []
  }
}

internal import AudioToolbox
internal import Foundation

/// Which type of file is written.
enum FileTypes {
  /// The type that the settings tell, else that of the extension.
  static func type(of url: URL, _ settings: [String: Any]) throws -> AudioFileTypeID {
    if let type = settings.number(AVAudioFileTypeKey).flatMap({ UInt32(exactly: $0) }) {
      return type
    }
    guard let type = type(ofExtension: url.pathExtension) else {
      throw NSError.audio(kAudioFileUnsupportedFileTypeError, "AVAudioFile(forWriting:)")
    }
    return type
  }

  /// What the file holds, where its type leaves no choice of the order of bytes.
  static func description(
    _ description: AudioStreamBasicDescription, of type: AudioFileTypeID,
    _ settings: [String: Any]
  ) -> AudioStreamBasicDescription {
    var description = description
    guard description.isLinearPCM else { return description }
    // Files have their channels side by side.
    description.mBytesPerFrame = description.bytesPerSample * description.mChannelsPerFrame
    description.mBytesPerPacket = description.mBytesPerFrame
    description.mFormatFlags &= ~kAudioFormatFlagIsNonInterleaved
    switch type {
    case kAudioFileAIFFType, kAudioFileNextType:
      description.mFormatFlags |= kAudioFormatFlagIsBigEndian
    case kAudioFileAIFCType:
      // Of whole numbers, those of 16 bits may have the low byte first (`sowt`).
      let isFloat = description.mFormatFlags & kAudioFormatFlagIsFloat != 0
      if isFloat || description.mBitsPerChannel != 16 {
        description.mFormatFlags |= kAudioFormatFlagIsBigEndian
      }
    case kAudioFileWAVEType, kAudioFileRF64Type, kAudioFileBW64Type:
      description.mFormatFlags &= ~kAudioFormatFlagIsBigEndian
      // WAVE has one byte unsigned.
      if description.mBitsPerChannel == 8 {
        description.mFormatFlags &= ~kAudioFormatFlagIsSignedInteger
      }
    default: break
    }
    return description
  }

  /// The first type with an extension, in any mixture of capitals, among those that can be written.
  private static func type(ofExtension name: String) -> AudioFileTypeID? {
    let written = unsafe list(kAudioFileGlobalInfo_WritableTypes, nil, 0)
    let name = name as NSString
    let known = withExtendedLifetime(name) {
      // Safe: a CFStringRef is an NSString, which lives through the call.
      var reference = UInt(bitPattern: unsafe Unmanaged.passUnretained(name).toOpaque())
      return unsafe list(
        kAudioFileGlobalInfo_TypesForExtension, &reference, UInt32(MemoryLayout<UInt>.size))
    }
    return known.first { written.contains($0) }
  }

  /// A property of all files that is a list of types.
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

import AudioToolbox
import ToolSupport

/// What can be written, as `-hf` lists it.
enum FormatList {
  static var text: String {
    var text = "Types that can be written, and the data formats that each can hold:\n"
    for type in FileTypeName.writableTypes {
      let extensions = GlobalInfo.strings(kAudioFileGlobalInfo_ExtensionsForType, of: type)
      let formats = GlobalInfo.codes(
        kAudioFileGlobalInfo_AvailableFormatIDs, of: type
      ).filter(canEncode)
      guard !formats.isEmpty else { continue }
      let code = Numbers.fourCharacters(type)
      text += "  '\(code)' = \(GlobalInfo.name(of: type)) ("
      text += extensions.map { "." + $0 }.joined(separator: ", ") + ")\n"
      for format in formats {
        text += "      " + (format == kAudioFormatLinearPCM ? pcm(type) : name(format)) + "\n"
      }
    }
    return text
  }

  private static func name(_ format: AudioFormatID) -> String {
    "'\(Numbers.fourCharacters(format))'"
  }

  /// The kinds of linear PCM that a type can hold.
  private static func pcm(_ type: AudioFileTypeID) -> String {
    var subject = AudioFileTypeAndFormatID()
    subject.mFileType = type
    subject.mFormatID = kAudioFormatLinearPCM
    let subjectSize = UInt32(MemoryLayout<AudioFileTypeAndFormatID>.size)
    var size: UInt32 = 0
    let property = kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat
    guard AudioFileGetGlobalInfoSize(property, subjectSize, &subject, &size) == noErr else {
      return name(kAudioFormatLinearPCM)
    }
    var formats = [AudioStreamBasicDescription](
      repeating: AudioStreamBasicDescription(),
      count: Int(size) / MemoryLayout<AudioStreamBasicDescription>.size)
    guard AudioFileGetGlobalInfo(property, subjectSize, &subject, &size, &formats) == noErr else {
      return name(kAudioFormatLinearPCM)
    }
    return "'lpcm' " + formats.map(pcmName).joined(separator: " ")
  }

  private static func pcmName(_ format: AudioStreamBasicDescription) -> String {
    let flags = format.mFormatFlags
    let order =
      format.mBitsPerChannel <= 8 ? "" : flags & kAudioFormatFlagIsBigEndian != 0 ? "BE" : "LE"
    let kind =
      flags & kAudioFormatFlagIsFloat != 0
      ? "F" : flags & kAudioFormatFlagIsSignedInteger != 0 ? "I" : "UI"
    return "\(order)\(kind)\(format.mBitsPerChannel)"
  }

  /// Whether there is an encoder.
  private static func canEncode(_ format: AudioFormatID) -> Bool {
    guard format != kAudioFormatLinearPCM else { return true }
    var source = AudioStreamBasicDescription()
    source.mSampleRate = 48_000
    source.mFormatID = kAudioFormatLinearPCM
    source.mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked
    source.mBitsPerChannel = 16
    source.mChannelsPerFrame = 2
    source.mFramesPerPacket = 1
    source.mBytesPerFrame = 4
    source.mBytesPerPacket = 4
    var target = AudioStreamBasicDescription()
    target.mSampleRate = 48_000
    target.mFormatID = format
    target.mChannelsPerFrame = 2
    if format == kAudioFormatAppleLossless || format == kAudioFormatFLAC { target.mFormatFlags = 1 }
    var converter: AudioConverterRef?
    guard AudioConverterNew(&source, &target, &converter) == noErr, let converter else {
      return false
    }
    AudioConverterDispose(converter)
    return true
  }
}

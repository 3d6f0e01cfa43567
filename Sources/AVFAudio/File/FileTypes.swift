internal import AudioToolbox
internal import Foundation

/// Which type of file is written.
enum FileTypes {
  /// The type that the settings tell, else that of the extension.
  static func type(of url: URL, _ settings: [String: Any]) throws -> AudioFileTypeID {
    if let type = settings.number(AVAudioFileTypeKey).flatMap({ UInt32(exactly: $0) }) {
      return type
    }
    guard let type = types[url.pathExtension.lowercased()] else {
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

  private static let types: [String: AudioFileTypeID] = [
    "wav": kAudioFileWAVEType, "wave": kAudioFileWAVEType, "bwf": kAudioFileWAVEType,
    "rf64": kAudioFileRF64Type, "caf": kAudioFileCAFType, "aif": kAudioFileAIFFType,
    "aiff": kAudioFileAIFFType, "aifc": kAudioFileAIFCType, "au": kAudioFileNextType,
    "snd": kAudioFileNextType, "m4a": kAudioFileM4AType, "m4b": kAudioFileM4BType,
    "mp4": kAudioFileMPEG4Type, "aac": kAudioFileAAC_ADTSType, "adts": kAudioFileAAC_ADTSType,
    "mp1": kAudioFileMP1Type, "mp2": kAudioFileMP2Type, "mp3": kAudioFileMP3Type,
    "flac": kAudioFileFLACType, "amr": kAudioFileAMRType, "3gp": kAudioFile3GPType,
    "3g2": kAudioFile3GP2Type,
  ]
}

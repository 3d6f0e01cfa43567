import AudioToolbox
import ToolSupport

/// The handling of Sound Check values.
enum SoundCheckOption: Sendable {
  /// The output has no values.
  case none
  /// Copies the values of the input.
  case read
  /// Measures new values for the output.
  case generate

  /// The prefix of the keys in the info dictionary.
  static let keyPrefix = "sc "

  /// The file types that can store the values.
  static let types: Set<AudioFileTypeID> = [
    kAudioFileM4AType, kAudioFileM4BType, kAudioFileMPEG4Type, kAudioFile3GPType,
    kAudioFile3GP2Type, kAudioFileCAFType, kAudioFileMP3Type, kAudioFileAIFFType,
    kAudioFileAIFCType,
  ]
}

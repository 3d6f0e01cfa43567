import AudioToolbox
import ToolSupport

/// What becomes of Sound Check's measures.
enum SoundCheckOption: Sendable {
  /// They are left out.
  case none
  /// The output gets those of the input.
  case read
  /// The output gets its own.
  case generate

  /// What the keys of the info dictionary begin with.
  static let keyPrefix = "sc "

  /// Types of files that have a place for them.
  static let types: Set<AudioFileTypeID> = [
    kAudioFileM4AType, kAudioFileM4BType, kAudioFileMPEG4Type, kAudioFile3GPType,
    kAudioFile3GP2Type, kAudioFileCAFType, kAudioFileMP3Type, kAudioFileAIFFType,
    kAudioFileAIFCType,
  ]
}

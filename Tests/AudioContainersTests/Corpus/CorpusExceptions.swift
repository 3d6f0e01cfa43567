@testable import AudioContainers

/// Where the corpus's reference is not what a reader must find; the reasons are in `Docs/Formats.md`.
enum CorpusExceptions {
  /// Files that are refused.
  static let errors: [String: ContainerError.Reason] = [
    "media3/mp3/200kB-garbage-prefix.mp3": .unrecognised,
    "lofty/files/assets/minimal/full_test.ape": .unrecognised,
  ]

  /// Packets at the end that FFmpeg keeps though they are no whole frames.
  static let droppedPackets: [String: Int] = [
    "media3/mp3/bear-id3.mp3": 1,
    "media3/mp3/bear-cbr-no-seek-table-trailing-garbage.mp3": 1,
    "media3/mp3/test-cbr-info-header-trailing-garbage.mp3": 1,
    "mp3agic/v1andv23andcustomtags.mp3": 1,
  ]

  /// Packets at the start that are no audio.
  static let metadataPackets: [String: Int] = [
    "tika/tika-parsers-standard/tika-parsers-standard-modules/tika-parser-audiovideo-module/src/test/resources/test-documents/testMP3cbrInfoTag.mp3":
      1
  ]

  /// Files whose stated padding FFmpeg does not apply as it stands.
  static let trims: Set<String> = [
    "media3/mp3/bear-id3.mp3",
    "media3/mp3/test-cbr-info-header-trailing-garbage.mp3",
    "tinytag/mpeg25_id3v1.mp3",
    "tinytag/mpeg2_id3v1.mp3",
    "tinytag/vbr_xing_header_short.mp3",
  ]

  /// Files with contradicting tags in front and behind, of which FFmpeg takes the latter.
  static let tags: Set<String> = ["lofty/files/assets/minimal/full_test.aac"]

  /// ADTS files that the manifest does not name so.
  static let unnamed: Set<String> = [
    "lofty/files/assets/junk_between_id3_and_adts.aac",
    "mp4parser/streaming/src/test/resources/org/mp4parser/streaming/input/aac/somesound.aac",
  ]
}

@testable import AudioContainers

/// The files for which a reader must differ from the corpus's reference.
///
/// The reasons are in `Docs/Formats.md`.
enum CorpusExceptions {
  /// Files that these readers refuse.
  static let errors: [String: ContainerError.Reason] = [
    "media3/mp3/200kB-garbage-prefix.mp3": .unrecognised,
    "lofty/files/assets/minimal/full_test.ape": .needsLibrary(.monkeysAudio),
  ]

  /// Packets at the end that FFmpeg keeps although they are not whole frames.
  static let droppedPackets: [String: Int] = [
    "media3/ts/sample.ac3": 1,
    "media3/mp3/bear-id3.mp3": 1,
    "media3/mp3/bear-cbr-no-seek-table-trailing-garbage.mp3": 1,
    "media3/mp3/test-cbr-info-header-trailing-garbage.mp3": 1,
    "mp3agic/v1andv23andcustomtags.mp3": 1,
  ]

  /// Packets at the start that are not audio.
  static let metadataPackets: [String: Int] = [
    "tika/tika-parsers-standard/tika-parsers-standard-modules/tika-parser-audiovideo-module/src/test/resources/test-documents/testMP3cbrInfoTag.mp3":
      1
  ]

  /// Files whose stated padding FFmpeg does not apply unchanged.
  static let trims: Set<String> = [
    "media3/mp3/bear-id3.mp3",
    "media3/mp3/test-cbr-info-header-trailing-garbage.mp3",
    "tinytag/mpeg25_id3v1.mp3",
    "tinytag/mpeg2_id3v1.mp3",
    "tinytag/vbr_xing_header_short.mp3",
  ]

  /// Files with contradicting tags before and after the audio; FFmpeg takes the latter.
  static let tags: Set<String> = ["lofty/files/assets/minimal/full_test.aac"]

  /// Ogg files whose frames FFmpeg counts differently.
  static let oggFrames: [String: UInt64] = [
    "wpt/media/sound_0.oga": 2205,
    "tinytag/classical.ogg": 4410,
    "tinytag/composer.ogg": 162_496,
    "tinytag/data_after_eos.ogg": 162_496,
    "tika/tika-parsers-standard/tika-parsers-standard-modules/tika-parser-audiovideo-module/src/test/resources/test-documents/testVORBIS_coverArt.ogg":
      960,
    "tika/tika-parsers-standard/tika-parsers-standard-modules/tika-parser-audiovideo-module/src/test/resources/test-documents/testVORBIS_twoCovers.ogg":
      960,
  ]

  /// ADTS files that the manifest does not list as ADTS.
  static let unnamed: Set<String> = [
    "lofty/files/assets/junk_between_id3_and_adts.aac",
    "mp4parser/streaming/src/test/resources/org/mp4parser/streaming/input/aac/somesound.aac",
  ]

  /// Movies without readable sound.
  ///
  /// They are encrypted, have a codec without a name in Core Audio, or have no description.
  static let movieErrors: [String: ContainerError.Reason] = [
    "media3/mp4/sample_missing_stsd.mp4": .unsupportedFormat,
    "lofty/files/assets/minimal/mp4_codec_als.mp4": .unsupportedFormat,
    "tinytag/16bit_pcm_to_als.mp4": .unsupportedFormat,
    "tinytag/24bit_pcm_to_als.mp4": .unsupportedFormat,
    "tinytag/32bit_float_to_als.mp4": .unsupportedFormat,
    "tinytag/32bit_pcm_extended_to_als.mp4": .unsupportedFormat,
    "tinytag/32bit_pcm_to_als.mp4": .unsupportedFormat,
    "tinytag/8bit_pcm_lavf_to_als.mp4": .unsupportedFormat,
    "tinytag/zero_value_properties.m4a": .unsupportedFormat,
    "mp4ff/mp4/testdata/cbcs_audio.mp4": .unsupportedFormat,
    "mp4ff/mp4/testdata/iamf.mp4": .unsupportedFormat,
    "mp4ff/mp4/testdata/prog_8s_enc_dashinit.mp4": .unsupportedFormat,
    "go-mp4/sample_init.enca.mp4": .unsupportedFormat,
    "shaka-player/audio-ac-4.mp4": .unsupportedFormat,
  ]

  /// Movies for which FFmpeg returns several packets at once.
  static let joinedPackets: Set<String> = ["mp4parser/isoparser/src/test/resources/MOV00006.3gp"]

  /// Movies for which androidx/media omits the packets before the edit list.
  static let editedPackets: Set<String> = ["media3/mp4/sample_opus.mp4"]

  /// Movies with a tag of several values; FFmpeg takes the last.
  static let severalValues: Set<String> = ["tinytag/multi_value.m4a"]

  /// Movies whose tables of times state other durations than those of their packets.
  static let movieTimes: Set<String> = [
    "media3/mp4/sample_eac3.mp4",
    "media3/mp4/sample_edit_list_only_preroll_sync_sample.mp4",
    "media3/mp4/sample_gamma2.2.mp4",
    "media3/mp4/sample_partially_fragmented.mp4",
    "media3/mp4/sample_with_chapters.mp4",
    "media3/mp4/sample_with_increasing_timestamps.mp4",
    "media3/mp4/sample_with_vobsub.mp4",
    "go-mp4/sample.mp4",
    "go-mp4/sample_fragmented.mp4",
    "mp4parser/examples/src/main/resources/count-deutsch-audio.mp4",
    "mp4parser/muxer/src/test/resources/org/mp4parser/muxer/tracks/ac3-sample.mp4",
  ]
}

@testable import AudioContainers

/// Where the corpus's reference is not what a reader must find; the reasons are in `Docs/Formats.md`.
enum CorpusExceptions {
  /// Files that these readers refuse.
  static let errors: [String: ContainerError.Reason] = [
    "media3/mp3/200kB-garbage-prefix.mp3": .unrecognised,
    "lofty/files/assets/minimal/full_test.ape": .needsLibrary(.monkeysAudio),
  ]

  /// Packets at the end that FFmpeg keeps though they are no whole frames.
  static let droppedPackets: [String: Int] = [
    "media3/ts/sample.ac3": 1,
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

  /// Ogg files whose frames FFmpeg counts otherwise.
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

  /// ADTS files that the manifest does not name so.
  static let unnamed: Set<String> = [
    "lofty/files/assets/junk_between_id3_and_adts.aac",
    "mp4parser/streaming/src/test/resources/org/mp4parser/streaming/input/aac/somesound.aac",
  ]

  /// Movies without sound that can be read: encrypted, of a codec that Core Audio has no name for, or
  /// without a description.
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

  /// Movies whose packets FFmpeg hands out several at once.
  static let joinedPackets: Set<String> = ["mp4parser/isoparser/src/test/resources/MOV00006.3gp"]

  /// Movies of which androidx/media leaves out the packets in front of the edit list.
  static let editedPackets: Set<String> = ["media3/mp4/sample_opus.mp4"]

  /// Movies with a tag of several values, of which FFmpeg takes the last.
  static let severalValues: Set<String> = ["tinytag/multi_value.m4a"]

  /// Movies whose tables of times tell other durations than their packets have.
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

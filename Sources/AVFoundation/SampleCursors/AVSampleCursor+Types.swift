public import Foundation

/// Whether decoding can start at a sample.
public struct AVSampleCursorSyncInfo: Sendable {
  /// Whether the sample and all later ones can be decoded.
  public var sampleIsFullSync: ObjCBool = false
  /// Whether the sample can be decoded, but some later ones cannot.
  public var sampleIsPartialSync: ObjCBool = false
  /// Whether no other sample needs this one.
  public var sampleIsDroppable: ObjCBool = false

  /// Makes information in which everything is false.
  public init() {}

  /// Makes information about a sample.
  public init(
    sampleIsFullSync: ObjCBool, sampleIsPartialSync: ObjCBool, sampleIsDroppable: ObjCBool
  ) {
    self.sampleIsFullSync = sampleIsFullSync
    self.sampleIsPartialSync = sampleIsPartialSync
    self.sampleIsDroppable = sampleIsDroppable
  }
}

/// How a sample depends on others.
public struct AVSampleCursorDependencyInfo: Sendable {
  /// Whether ``sampleHasDependentSamples`` is known.
  public var sampleIndicatesWhetherItHasDependentSamples: ObjCBool = false
  /// Whether other samples need this one.
  public var sampleHasDependentSamples: ObjCBool = false
  /// Whether ``sampleDependsOnOthers`` is known.
  public var sampleIndicatesWhetherItDependsOnOthers: ObjCBool = false
  /// Whether this sample needs others.
  public var sampleDependsOnOthers: ObjCBool = false
  /// Whether ``sampleHasRedundantCoding`` is known.
  public var sampleIndicatesWhetherItHasRedundantCoding: ObjCBool = false
  /// Whether the sample is coded more than once.
  public var sampleHasRedundantCoding: ObjCBool = false

  /// Makes information in which everything is unknown.
  public init() {}
}

/// How a sample of sound depends on others.
public struct AVSampleCursorAudioDependencyInfo: Sendable {
  /// Whether decoding can start at the sample.
  public var audioSampleIsIndependentlyDecodable: ObjCBool = false
  /// The number of samples to decode from this one on until the output is correct.
  public var audioSamplePacketRefreshCount = 0

  /// Makes information about a sample that needs others.
  public init() {}

  /// Makes information about a sample.
  public init(
    audioSampleIsIndependentlyDecodable: ObjCBool, audioSamplePacketRefreshCount: Int
  ) {
    self.audioSampleIsIndependentlyDecodable = audioSampleIsIndependentlyDecodable
    self.audioSamplePacketRefreshCount = audioSamplePacketRefreshCount
  }
}

/// A range of bytes in a file.
public struct AVSampleCursorStorageRange: Sendable {
  /// Bytes before the range.
  public var offset: Int64 = 0
  /// Bytes in the range.
  public var length: Int64 = 0

  /// Makes an empty range.
  public init() {}

  /// Makes a range.
  public init(offset: Int64, length: Int64) {
    self.offset = offset
    self.length = length
  }
}

internal import AudioPlayback
public import CoreMedia
public import Foundation
internal import Synchronization

/// Writes the sound of an asset, or a range of it, to a new file.
///
/// The file appears under its name when it is complete. After a failure or ``cancelExport()``,
/// there is no file.
open class AVAssetExportSession: NSObject, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; the state has a lock.

  /// The state of a session.
  public enum Status: Int, Sendable {
    /// Not started.
    case unknown
    /// Preparing.
    case waiting
    /// Writing.
    case exporting
    /// The file is complete.
    case completed
    /// Failed, with an ``error``.
    case failed
    /// Cancelled.
    case cancelled
  }

  struct Storage {
    var status = Status.unknown
    var error: AVError?
    var isCancelled = false
    var outputFileType: AVFileType?
    var outputURL: URL?
    var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
    var metadata: [AVMetadataItem]?
    var filter: AVMetadataItemFilter?
    var byteLimit: Int64 = 0
    var audioMix: AVAudioMix?
    var algorithm = AVAudioTimePitchAlgorithm.spectral
    var permitsPasses = false
    var permitsParallelism = true
    var isForNetwork = false
    var temporaryFolder: URL?
    var export: MediaExport?
    /// Called after each change of the state.
    var observers: [@Sendable () -> Void] = []
  }

  /// The name of the preset.
  public let presetName: String
  /// The asset to export.
  public let asset: AVAsset
  let preset: ExportPreset
  let storage = Mutex(Storage())

  /// Makes a session; fails if the asset cannot be read, or the preset cannot export it.
  ///
  /// Waits for the header of the asset. A composition is exported as it is at this moment.
  ///
  /// - Parameters:
  ///   - asset: The asset to export.
  ///   - presetName: The name of a preset.
  public init?(asset: AVAsset, presetName: String) {
    guard let preset = ExportPreset.preset(presetName, for: asset) else { return nil }
    self.presetName = presetName
    self.asset = asset is AVMutableComposition ? asset.copy() as? AVAsset ?? asset : asset
    self.preset = preset
  }

  deinit { storage.withLock { $0.export }?.cancel() }

  // MARK: Presets

  /// The names of the presets, without ``AVAssetExportPresetPassthrough``.
  open class func allExportPresets() -> [String] { ExportPreset.encoding.keys.sorted() }

  /// The names of the presets that can export an asset; waits for its header.
  open class func exportPresets(compatibleWith asset: AVAsset) -> [String] {
    allExportPresets().filter { ExportPreset.preset($0, for: asset) != nil }
  }

  /// Reports once, on any thread, whether a preset can export an asset.
  ///
  /// - Parameters:
  ///   - presetName: The name of the preset.
  ///   - asset: The asset.
  ///   - outputFileType: The type of the file; `nil` for any.
  ///   - handler: Receives the answer.
  open class func determineCompatibility(
    ofExportPreset presetName: String, with asset: AVAsset, outputFileType: AVFileType?,
    completionHandler handler: @escaping @Sendable (Bool) -> Void
  ) {
    asset.header.load { _ in
      DispatchQueue.global().async {
        let preset = ExportPreset.preset(presetName, for: asset)
        handler(preset.map { outputFileType.map($0.fileTypes.contains) ?? true } ?? false)
      }
    }
  }

  /// Returns whether a preset can export an asset to a type of file; `nil` for any type.
  open class func compatibility(
    ofExportPreset presetName: String, with asset: AVAsset, outputFileType: AVFileType?
  ) async -> Bool {
    await withCheckedContinuation { continuation in
      determineCompatibility(
        ofExportPreset: presetName, with: asset, outputFileType: outputFileType
      ) { continuation.resume(returning: $0) }
    }
  }

  // MARK: File

  /// The types of files that the session can write.
  open var supportedFileTypes: [AVFileType] { preset.fileTypes }

  /// Reports ``supportedFileTypes`` once, on any thread.
  open func determineCompatibleFileTypes(
    completionHandler handler: @escaping @Sendable ([AVFileType]) -> Void
  ) {
    let types = preset.fileTypes
    DispatchQueue.global().async { handler(types) }
  }

  /// The types of files that the session can write.
  open var compatibleFileTypes: [AVFileType] { get async { preset.fileTypes } }

  /// The type of the file; one of ``supportedFileTypes``.
  open var outputFileType: AVFileType? {
    get { storage.withLock { $0.outputFileType } }
    set { storage.withLock { $0.outputFileType = newValue } }
  }

  /// The new file; the export fails if it exists.
  open var outputURL: URL? {
    get { storage.withLock { $0.outputURL } }
    set { storage.withLock { $0.outputURL = newValue } }
  }

  /// Whether the tables of an MPEG-4 file come before its sound.
  open var shouldOptimizeForNetworkUse: Bool {
    get { storage.withLock { $0.isForNetwork } }
    set { storage.withLock { $0.isForNetwork = newValue } }
  }

  /// The folder for the incomplete file; `nil` for the folder of ``outputURL``.
  open var directoryForTemporaryFiles: URL? {
    get { storage.withLock { $0.temporaryFolder } }
    set { storage.withLock { $0.temporaryFolder = newValue } }
  }

  /// The part of the asset that is exported; everything unless set.
  open var timeRange: CMTimeRange {
    get { storage.withLock { $0.timeRange } }
    set { storage.withLock { $0.timeRange = newValue } }
  }

  /// The number of bytes that the file should not exceed; 0 for no limit.
  ///
  /// The export ends when the file has about this size. The estimate follows from the bit rate, so
  /// the file may be slightly larger.
  open var fileLengthLimit: Int64 {
    get { storage.withLock { $0.byteLimit } }
    set { storage.withLock { $0.byteLimit = newValue } }
  }

  /// The metadata of the file; `nil` for the metadata of the asset.
  open var metadata: [AVMetadataItem]? {
    get { storage.withLock { $0.metadata } }
    set { storage.withLock { $0.metadata = newValue } }
  }

  /// Selects the items of the asset's metadata that the file gets; `nil` for all items.
  ///
  /// The filter has no effect if ``metadata`` is set.
  open var metadataItemFilter: AVMetadataItemFilter? {
    get { storage.withLock { $0.filter } }
    set { storage.withLock { $0.filter = newValue } }
  }

  /// How the tracks sound together; has no effect if packets are passed through.
  open var audioMix: AVAudioMix? {
    get { storage.withLock { $0.audioMix } }
    set {
      let copy = newValue?.copy() as? AVAudioMix
      let old = storage.withLock { state in
        defer { state.audioMix = copy }
        return state.audioMix
      }
      // This may release a tap, whose client code must run without the lock.
      withExtendedLifetime(old) {}
    }
  }

  /// How the scaled segments of a composition sound, unless the ``audioMix`` states it for their
  /// track.
  open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
    get { storage.withLock { $0.algorithm } }
    set { storage.withLock { $0.algorithm = newValue } }
  }

  /// Whether the session may read the asset several times; the encoders here need one pass.
  open var canPerformMultiplePassesOverSourceMediaData: Bool {
    get { storage.withLock { $0.permitsPasses } }
    set { storage.withLock { $0.permitsPasses = newValue } }
  }

  /// Whether the session may encode parts at the same time; it encodes them in order.
  open var allowsParallelizedExport: Bool {
    get { storage.withLock { $0.permitsParallelism } }
    set { storage.withLock { $0.permitsParallelism = newValue } }
  }

  // MARK: State

  /// The state of the session.
  open var status: Status { storage.withLock { $0.status } }

  /// The reason for a failure; `nil` if the session has not failed.
  open var error: (any Error)? { storage.withLock { $0.error } }

  /// The part that has been written, from 0 to 1.
  open var progress: Float {
    let (status, export) = storage.withLock { ($0.status, $0.export) }
    return status == .completed ? 1 : Float(export?.progress ?? 0)
  }

  /// Ends the session; an export that has not ended fails with `operationCancelled`.
  open func cancelExport() {
    let export = storage.withLock { state in
      state.isCancelled = true
      return state.export
    }
    export?.cancel()
  }
}

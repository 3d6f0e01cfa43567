internal import AudioContainers
internal import AudioFiles
internal import AudioModel
internal import AudioPlayback
public import CoreMedia
internal import Foundation
internal import Synchronization

extension AVAssetExportSession {
  /// Writes the file ``outputURL``.
  ///
  /// - Parameter handler: Called once, on any thread, when ``status`` is final.
  public func exportAsynchronously(completionHandler handler: @escaping @Sendable () -> Void) {
    let (url, type) = storage.withLock { ($0.outputURL, $0.outputFileType) }
    begin(url, type) { _ in handler() }
  }

  /// Writes the file ``outputURL``, and returns when ``status`` is final.
  public func export() async {
    await withCheckedContinuation { continuation in
      exportAsynchronously { continuation.resume() }
    }
  }

  /// Writes a file.
  ///
  /// - Parameters:
  ///   - url: The new file.
  ///   - fileType: One of ``AVAssetExportSession/supportedFileTypes``.
  ///   - isolation: The caller's actor.
  /// - Throws: An ``AVError``, also if the task is cancelled. The file does not exist in this case.
  public func export(
    to url: URL, as fileType: AVFileType, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        begin(url, fileType) { continuation.resume(returning: $0) }
      }
    } onCancel: {
      cancelExport()
    }
    try outcome.get()
  }

  /// The length of the export.
  public var maxDuration: CMTime { usedRange?.duration ?? .invalid }

  /// The estimated size of the file in bytes.
  public var estimatedOutputFileLength: Int64 {
    guard let range = usedRange else { return 0 }
    return Int64(min(range.duration.seconds * bytesPerSecond, 1e18))
  }

  /// The estimated number of bytes of the sound in each second.
  private var bytesPerSecond: Double {
    guard let info = try? asset.info().get() else { return 0 }
    switch preset.coding {
    case .encoded(_, let bitRate): return Double(bitRate * info.format.channelCount) / 8
    case .packets:
      return Double(info.packetByteCount ?? 0) / max(info.length?.seconds ?? 0, 1e-9)
    }
  }

  /// Reports the length of the export once, on any thread.
  public func estimateMaximumDuration(
    completionHandler handler: @escaping @Sendable (CMTime, (any Error)?) -> Void
  ) {
    DispatchQueue.global().async { handler(self.maxDuration, nil) }
  }

  /// The length of the export.
  public var estimatedMaximumDuration: CMTime { get async throws { maxDuration } }

  /// Reports the estimated size of the file once, on any thread.
  public func estimateOutputFileLength(
    completionHandler handler: @escaping @Sendable (Int64, (any Error)?) -> Void
  ) {
    DispatchQueue.global().async { handler(self.estimatedOutputFileLength, nil) }
  }

  /// The estimated size of the file in bytes.
  public var estimatedOutputFileLengthInBytes: Int64 {
    get async throws { estimatedOutputFileLength }
  }

  // MARK: Running

  /// The part of the asset that is exported; `nil` if it is empty.
  private var usedRange: CMTimeRange? {
    let (range, length) = (timeRange, asset.duration)
    guard range.isValid, range.start.isNumeric, length.isNumeric else { return nil }
    let start = max(.zero, range.start)
    let end = min(range.duration.isNumeric ? min(range.end, length) : length, start + limit)
    return start < end ? CMTimeRange(start: start, end: end) : nil
  }

  /// The duration of a file with ``fileLengthLimit`` bytes.
  private var limit: CMTime {
    let byteCount = fileLengthLimit
    guard byteCount > 0 else { return .positiveInfinity }
    // Reserves 4,096 bytes for boxes, and 250 bytes for each second of the packet tables.
    let seconds = max(0, Double(byteCount) - 4_096) / (bytesPerSecond + 250)
    return CMTime(seconds: min(seconds, 1e9), preferredTimescale: 44_100)
  }

  private typealias Outcome = Result<Void, AVError>

  private func begin(
    _ url: URL?, _ type: AVFileType?,
    _ completion: @escaping @Sendable (Result<Void, AVError>) -> Void
  ) {
    let isFirst = storage.withLock { state in
      defer { if state.status == .unknown { state.status = .waiting } }
      return state.status == .unknown
    }
    guard isFirst else {
      completion(.failure(AVError(.exportFailed, "an export session can be used only once")))
      return
    }
    notify()
    DispatchQueue.global().async {
      do throws(AVError) {
        try self.start(url, type, completion)
      } catch {
        self.finish(.failure(error), completion)
      }
    }
  }

  private func start(
    _ url: URL?, _ type: AVFileType?, _ completion: @escaping @Sendable (Outcome) -> Void
  ) throws(AVError) {
    guard let url, url.isFileURL else {
      throw AVError(.unknown, "the output URL is missing, or not a file URL")
    }
    guard let type, preset.fileTypes.contains(type), let number = AVFileType.written[type] else {
      throw AVError(
        .operationNotSupportedForAsset,
        "\(presetName) cannot write \(type?.rawValue ?? "a file without an outputFileType")")
    }
    guard !FileManager.default.fileExists(atPath: url.path) else {
      throw AVError(.fileAlreadyExists, "\(url.path) already exists")
    }
    guard let range = usedRange else {
      throw AVError(
        .exportFailed, "the time range of the session contains no part of \(asset.name)")
    }
    let folder = directoryForTemporaryFiles ?? url.deletingLastPathComponent()
    let partial = folder.appendingPathComponent(
      ".\(url.lastPathComponent.prefix(100)).\(UUID().uuidString.prefix(8)).partial")
    let export = export(
      to: ExportTarget(path: partial.path, fileType: number, coding: preset.coding), range)
    let isCancelled = storage.withLock { state in
      state.export = export
      state.status = .exporting
      return state.isCancelled
    }
    if isCancelled { export.cancel() }
    notify()
    export.start { result in
      let outcome = result.mapError { AVError($0, of: self.asset.name, url) }
        .flatMap { Outcome(moving: partial, to: url) }
      if case .failure = outcome { try? FileManager.default.removeItem(at: partial) }
      self.finish(outcome, completion)
    }
  }

  /// The export of a range to a file, with the metadata and the mix of the session.
  private func export(to target: ExportTarget, _ range: CMTimeRange) -> MediaExport {
    var target = target
    (target.tags, target.artwork) = tags
    target.tags.chapters = chapters(in: range)
    if range.start > .zero || range.end < asset.duration {
      target.range = range.start.seconds..<range.end.seconds
    }
    target.isOptimised = shouldOptimizeForNetworkUse
    var source = asset.playedBytes(isMixed: preset.coding != .packets)
    let algorithm = audioTimePitchAlgorithm
    let mix = audioMix ?? (algorithm == .varispeed ? AVAudioMix() : nil)
    if let mix, preset.coding != .packets {
      let tracks = asset.tracks(withMediaType: .audio).filter(\.isPlayed)
      (source, target.mix) = mix.applied(
        to: source, trackIDs: tracks.map(\.trackID), algorithm)
    }
    return MediaExport(source, to: target)
  }

  private func finish(_ outcome: Outcome, _ completion: @Sendable (Outcome) -> Void) {
    storage.withLock { state in
      switch outcome {
      case .success: state.status = .completed
      case .failure(let error):
        state.error = error
        state.status = error.code == .operationCancelled ? .cancelled : .failed
      }
    }
    notify()
    completion(outcome)
  }

  func notify() {
    for observer in storage.withLock({ $0.observers }) { observer() }
  }
}

extension Result where Success == Void, Failure == AVError {
  /// Gives a complete file its name.
  fileprivate init(moving partial: URL, to url: URL) {
    do {
      try FileManager.default.moveItem(at: partial, to: url)
      self = .success(())
    } catch {
      let exists = FileManager.default.fileExists(atPath: url.path)
      self = .failure(
        AVError(
          exists ? .fileAlreadyExists : .exportFailed,
          userInfo: [
            NSLocalizedDescriptionKey: exists
              ? "\(url.path) already exists" : "\(url.path) cannot be written",
            NSUnderlyingErrorKey: error,
          ]))
    }
  }
}

extension AVError {
  /// The error of an export.
  fileprivate init(_ failure: ExportFailure, of name: String, _ url: URL) {
    switch failure {
    case .source(let failure): self.init(failure, of: name)
    case .unsupported:
      self.init(
        .operationNotSupportedForAsset,
        "\(url.path): the file type cannot store the format of the sound")
    case .shortSource:
      self.init(
        .invalidSourceMedia, "\(name): the sound ends before the end that the header states")
    case .encoding: self.init(.exportFailed, "\(name): the sound cannot be encoded")
    case .cancelled: self.init(.operationCancelled, "the export was cancelled")
    case .system(let number):
      let error = NSError(domain: NSPOSIXErrorDomain, code: Int(number))
      self.init(
        number == ENOSPC ? .diskFull : .exportFailed,
        userInfo: [
          NSLocalizedDescriptionKey: "\(url.path): \(error.localizedDescription)",
          NSUnderlyingErrorKey: error,
        ])
    }
  }
}

internal import AudioToolbox
public import CoreMedia
public import Foundation
public import UniformTypeIdentifiers
internal import Synchronization

/// Writes samples to a new file, encoded or as they are.
///
/// The order of calls: add an input, `startWriting()`, `startSession(atSourceTime:)`, append
/// buffers, `markAsFinished()` on the input, `finishWriting`. The file appears under its name when
/// it is complete.
open class AVAssetWriter: NSObject, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; the state has a lock.

  /// The state of a writer.
  public enum Status: Int, Sendable {
    /// Not started.
    case unknown
    /// Samples can be appended.
    case writing
    /// The file is complete.
    case completed
    /// Failed, with an ``error``.
    case failed
    /// Cancelled.
    case cancelled
  }

  /// The new file; the null device for a writer of segments.
  public let outputURL: URL
  /// The type of the file.
  public let outputFileType: AVFileType
  /// Receives the segments; set it before writing starts.
  open weak var delegate: (any AVAssetWriterDelegate)?
  let state = Mutex(AVAssetWriterState())
  /// Receives segments instead of the file.
  let sink: SegmentSink?

  /// Makes a writer.
  ///
  /// - Parameters:
  ///   - outputURL: The new file; `startWriting()` fails if it exists.
  ///   - outputFileType: The type of the file.
  /// - Throws: An ``AVError`` if the type is not supported, or the URL is not a file URL.
  public init(outputURL: URL, fileType outputFileType: AVFileType) throws {
    guard outputURL.isFileURL else {
      throw AVError(.unknown, "the output URL is not a file URL")
    }
    guard AVFileType.written[outputFileType] != nil else {
      throw AVError(
        .operationNotSupportedForAsset,
        "files of the type \(outputFileType.rawValue) cannot be written")
    }
    self.outputURL = outputURL
    self.outputFileType = outputFileType
    sink = nil
  }

  /// Makes a writer of segments for streaming, which the ``delegate`` receives.
  ///
  /// Set ``outputFileTypeProfile``, ``preferredOutputSegmentInterval``,
  /// ``initialSegmentStartTime`` and the delegate before writing starts.
  ///
  /// - Parameter outputContentType: The type of the segments; MPEG-4 audio or video.
  public init(contentType outputContentType: UTType) {
    outputURL = URL(fileURLWithPath: "/dev/null")
    outputFileType = AVFileType(outputContentType.identifier)
    sink = SegmentSink()
  }

  /// Makes a writer.
  public convenience init(url outputURL: URL, fileType outputFileType: AVFileType) throws {
    try self.init(outputURL: outputURL, fileType: outputFileType)
  }

  deinit {
    if !isFragmented, let partial = state.withLock({ $0.partial }) {
      try? FileManager.default.removeItem(at: partial)
    }
  }

  /// The state of the writer.
  open var status: Status { state.withLock { $0.status } }

  /// The reason for a failure; `nil` if the writer has not failed.
  open var error: (any Error)? { state.withLock { $0.error } }

  /// The inputs.
  open var inputs: [AVAssetWriterInput] { state.withLock { $0.inputs } }

  /// The types of media that the file can store: audio; texts and metadata in movies; and texts as
  /// markers in CAF, WAVE and AIFF files.
  open var availableMediaTypes: [AVMediaType] {
    [.audio] + (canHaveTimedTracks ? [.text, .subtitle, .metadata] : hasMarkers ? [.text] : [])
  }

  /// The folder for the incomplete file; `nil` for the folder of ``outputURL``.
  open var directoryForTemporaryFiles: URL? {
    get { state.withLock { $0.temporaryFolder } }
    set { state.withLock { $0.temporaryFolder = newValue } }
  }

  /// Whether the tables of an MPEG-4 file come before its sound.
  open var shouldOptimizeForNetworkUse: Bool {
    get { state.withLock { $0.isForNetwork } }
    set { state.withLock { $0.isForNetwork = newValue } }
  }

  /// Whether the file can store media with the settings: only audio, or `nil` for texts and
  /// metadata.
  open func canApply(
    outputSettings: [String: Any]?, forMediaType mediaType: AVMediaType
  ) -> Bool {
    guard availableMediaTypes.contains(mediaType) else { return false }
    return outputSettings.map {
      mediaType == .audio && AVAudioFormat(settings: $0) != nil
    } ?? true
  }

  /// Whether an input can be added before the start.
  ///
  /// A file has only one input of audio. Movies without fragments also have texts and metadata,
  /// and files with markers have one input of texts.
  open func canAdd(_ input: AVAssetWriterInput) -> Bool {
    guard status == .unknown, input.writer == nil else { return false }
    if input.mediaType == .audio { return !inputs.contains { $0.mediaType == .audio } }
    let most = hasMarkers ? 1 : Self.mostTimedTracks
    return canApply(outputSettings: input.outputSettings, forMediaType: input.mediaType)
      && inputs.count { $0.mediaType != .audio } < most
  }

  /// Maximum number of tracks of texts and metadata.
  private static let mostTimedTracks = 15

  /// Adds an input before the start.
  open func add(_ input: AVAssetWriterInput) {
    guard canAdd(input) else { return }
    input.writer = self
    state.withLock { $0.inputs.append(input) }
  }

  // MARK: Writing

  /// Starts writing.
  ///
  /// - Returns: Whether samples can be appended; otherwise ``error`` has the reason.
  @discardableResult
  open func startWriting() -> Bool {
    guard status == .unknown else { return false }
    if let error = segmentFault ?? timedTrackFault {
      fail(error)
      return false
    }
    guard sink != nil || !FileManager.default.fileExists(atPath: outputURL.path) else {
      fail(AVError(.fileAlreadyExists, "\(outputURL.path) already exists"))
      return false
    }
    let folder = directoryForTemporaryFiles ?? outputURL.deletingLastPathComponent()
    // A file in fragments has its name from the start, because it can be played at any time.
    let partial =
      isFragmented
      ? outputURL
      : folder.appendingPathComponent(
        ".\(outputURL.lastPathComponent.prefix(100)).\(UUID().uuidString.prefix(8)).partial")
    state.withLock { state in
      state.partial = partial
      state.status = .writing
    }
    return true
  }

  /// Starts the session: samples before this time are left out.
  open func startSession(atSourceTime startTime: CMTime) {
    state.withLock { state in
      if startTime.isNumeric { state.sessionStart = state.sessionStart ?? startTime }
    }
  }

  /// Ends the session: samples from this time on are left out.
  open func endSession(atSourceTime endTime: CMTime) {
    state.withLock { state in
      if endTime.isNumeric { state.sessionEnd = endTime }
    }
  }

  /// The times of the session; `nil` before its start.
  var session: (start: CMTime, end: CMTime)? {
    state.withLock { state in
      state.sessionStart.map { ($0, state.sessionEnd ?? .positiveInfinity) }
    }
  }

  func fail(_ error: AVError) {
    state.withLock { state in
      guard state.status == .writing || state.status == .unknown else { return }
      state.status = .failed
      state.error = error
    }
  }

  /// Cancels writing, and removes the incomplete file.
  open func cancelWriting() {
    let isFirst = state.withLock { state in
      guard state.status == .writing || state.status == .unknown else { return false }
      state.status = .cancelled
      return true
    }
    if isFirst { discard() }
  }

  /// Closes the file, and removes it unless its fragments can be played.
  private func discard() {
    for input in inputs { input.close() }
    let (partial, status) = state.withLock { state in
      defer { state.partial = nil }
      return (state.partial, state.status)
    }
    guard let partial, sink == nil, !isFragmented || status == .cancelled else { return }
    try? FileManager.default.removeItem(at: partial)
  }

  /// Completes the file, then calls the handler once, on any thread; check the ``status`` then.
  open func finishWriting(completionHandler handler: @escaping @Sendable () -> Void) {
    DispatchQueue.global().async {
      self.finish()
      handler()
    }
  }

  /// Completes the file; check the ``status`` then.
  open func finishWriting() async {
    await withCheckedContinuation { continuation in
      finishWriting { continuation.resume() }
    }
  }

  private func finish() {
    let (isFirst, status) = state.withLock { state in
      defer { state.isFinishing = true }
      return (!state.isFinishing, state.status)
    }
    guard isFirst else { return }
    guard status == .writing else { return discard() }
    let timed = WrittenTimedTracks(inputs, session)
    for input in inputs {
      input.markAsFinished()
      do throws(AVError) { try input.finish(timed) } catch { fail(error) }
    }
    deliverSegments(isEnd: true)
    let partial = state.withLock { $0.partial }
    guard self.status == .writing, let partial else { return discard() }
    do {
      if sink == nil {
        guard FileManager.default.fileExists(atPath: partial.path) else {
          throw AVError(.unknown, "no samples were appended before the end of writing")
        }
        if !isFragmented { try FileManager.default.moveItem(at: partial, to: outputURL) }
      }
      state.withLock { state in
        state.partial = nil
        if state.status == .writing { state.status = .completed }
      }
    } catch {
      fail(
        error as? AVError
          ?? AVError(
            .exportFailed,
            userInfo: [
              NSLocalizedDescriptionKey: "\(outputURL.path) cannot be written",
              NSUnderlyingErrorKey: error,
            ]))
      discard()
    }
  }
}

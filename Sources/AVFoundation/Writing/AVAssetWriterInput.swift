internal import AVFAudio
internal import AudioContainers
public import CoreMedia
public import Foundation
internal import Synchronization

/// An input that passes samples to an ``AVAssetWriter``.
open class AVAssetWriterInput: NSObject, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; the state has a lock.

  struct State {
    var isFinished = false
    var isRealTime = false
    var properties = TrackProperties()
    var chunkDuration = CMTime.invalid
    /// Whether the client wants to encode in several passes.
    var wantsPasses = false
    var passes = Passes.none
    var track: WrittenTrack?
    /// Units per second of texts and metadata; 0 for those of the samples.
    var timescale: CMTimeScale = 0
    /// The texts or metadata so far; `nil` before the first ones.
    var timed: TimedSamples?
    var associations: [Association] = []
    /// Counts the calls that appended samples.
    var appendCount = 0
  }

  /// The type of the media.
  public let mediaType: AVMediaType
  /// The format in the file; `nil` stores the samples as they are.
  public let outputSettings: [String: Any]?
  /// The format of the samples, if the client states it.
  public let sourceFormatHint: CMFormatDescription?
  let state = Mutex(State())
  weak var writer: AVAssetWriter?

  /// Makes an input.
  ///
  /// - Parameters:
  ///   - mediaType: The type of the media: audio; or texts, subtitles, or metadata for a movie.
  ///   - outputSettings: Audio settings, such as `AVFormatIDKey`, and options of the encoder.
  ///     `nil` stores linear PCM, packets, texts, and metadata as they are.
  ///   - sourceFormatHint: The format of the samples.
  public init(
    mediaType: AVMediaType, outputSettings: [String: Any]?,
    sourceFormatHint: CMFormatDescription?
  ) {
    self.mediaType = mediaType
    self.outputSettings = outputSettings
    self.sourceFormatHint = sourceFormatHint
  }

  /// Makes an input without a description of the samples.
  public convenience init(mediaType: AVMediaType, outputSettings: [String: Any]?) {
    self.init(mediaType: mediaType, outputSettings: outputSettings, sourceFormatHint: nil)
  }

  /// Whether samples come at the pace of a recording; stored, but has no effect.
  open var expectsMediaDataInRealTime: Bool {
    get { state.withLock { $0.isRealTime } }
    set { state.withLock { $0.isRealTime = newValue } }
  }

  /// Whether samples can be appended: `append(_:)` writes them before it returns.
  open var isReadyForMoreMediaData: Bool {
    writer?.status == .writing && !state.withLock { $0.isFinished }
  }

  /// Calls a block on a queue as long as samples can be appended.
  ///
  /// - Parameters:
  ///   - queue: A serial queue.
  ///   - block: Appends samples, and finishes the input after the last one.
  open func requestMediaDataWhenReady(
    on queue: DispatchQueue, using block: @escaping @Sendable () -> Void
  ) {
    queue.async { [weak self] in
      guard let self, isReadyForMoreMediaData else { return }
      let before = state.withLock { $0.appendCount }
      block()
      if state.withLock({ $0.appendCount }) != before {
        requestMediaDataWhenReady(on: queue, using: block)
      } else {
        // The client has no samples yet.
        queue.asyncAfter(deadline: .now() + .milliseconds(10)) { [weak self] in
          self?.requestMediaDataWhenReady(on: queue, using: block)
        }
      }
    }
  }

  /// Appends samples, which follow the earlier ones in time.
  ///
  /// A gap before them is filled with silence, if the sound is encoded or linear PCM.
  ///
  /// - Parameter sampleBuffer: The samples.
  /// - Returns: Whether they were written; otherwise the error of the writer has the reason.
  @discardableResult
  open func append(_ sampleBuffer: CMSampleBuffer) -> Bool {
    if mediaType.isTimed {
      return appendTimed { samples throws(AVError) in try samples.append(sampleBuffer) }
    }
    guard isReadyForMoreMediaData, let writer else { return false }
    guard let session = writer.session else {
      writer.fail(AVError(.unknown, "samples were appended before startSession(atSourceTime:)"))
      return false
    }
    let isFirst = state.withLock { $0.track == nil }
    let request = isFirst ? writer.request(of: self, from: session.start) : nil
    var isLate = false
    let failure = state.withLock { state -> AVError? in
      // The writer may have ended meanwhile.
      isLate = state.isFinished
      guard !isLate else { return nil }
      do throws(AVError) {
        if state.track == nil, let request {
          state.track = try WrittenTrack(request, outputSettings, for: sampleBuffer)
        }
        try state.track?.append(sampleBuffer, from: session.start, to: session.end)
        state.appendCount += 1
        return nil
      } catch {
        return error
      }
    }
    writer.deliverSegments()
    if let failure { writer.fail(failure) }
    return failure == nil && !isLate
  }

  /// Ends the fragment of a movie, if samples have been appended.
  func endFragment() {
    let failure = state.withLock { state -> AVError? in
      do throws(AVError) {
        try state.track?.endFragment()
        return nil
      } catch {
        return error
      }
    }
    if let failure { writer?.fail(failure) }
  }

  /// The sample rate of the file, and the encoder's priming frames; `nil` before the first samples.
  var timing: (sampleRate: Double, primingFrames: Int)? {
    state.withLock { $0.track.map { ($0.sampleRate, $0.primingFrames) } }
  }

  /// Ends the input; no samples can be appended any more.
  open func markAsFinished() { state.withLock { $0.isFinished = true } }

  /// Completes the track, and adds tracks of texts and metadata to the file.
  func finish(_ timed: WrittenTimedTracks) throws(AVError) {
    let failure = state.withLock { state -> AVError? in
      defer { state.track = nil }
      do throws(AVError) {
        try state.track?.finish(timed)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }

  /// Ends the track without completing it.
  func close() {
    state.withLock { state in
      state.isFinished = true
      state.track = nil
    }
  }
}

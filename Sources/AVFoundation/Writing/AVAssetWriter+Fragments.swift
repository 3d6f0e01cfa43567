internal import AudioContainers
internal import AudioModel
internal import AudioToolbox
public import CoreMedia
internal import Foundation
internal import Synchronization

/// Settings of the file; set them before writing starts.
extension AVAssetWriter {
  /// The metadata of the file; file types without metadata ignore it.
  public var metadata: [AVMetadataItem] {
    get { state.withLock { $0.metadata } }
    set { state.withLock { $0.metadata = newValue } }
  }

  /// The length of the fragments of an MPEG-4 or QuickTime file; invalid for a file without
  /// fragments.
  ///
  /// A fragmented file has its name from the start of writing. If the process ends, the file can be
  /// played up to its last fragment. The file is kept if writing fails, and removed if writing is
  /// cancelled.
  public var movieFragmentInterval: CMTime {
    get { state.withLock { $0.fragments.interval } }
    set { state.withLock { $0.fragments.interval = newValue } }
  }

  /// The length of the first fragment; invalid for ``movieFragmentInterval``.
  public var initialMovieFragmentInterval: CMTime {
    get { state.withLock { $0.fragments.initialInterval } }
    set { state.withLock { $0.fragments.initialInterval = newValue } }
  }

  /// The number of the first fragment, at least 1.
  public var initialMovieFragmentSequenceNumber: Int {
    get { state.withLock { $0.fragments.firstNumber } }
    set { state.withLock { $0.fragments.firstNumber = newValue } }
  }

  /// Whether fragments of several writers can be combined into one file.
  ///
  /// The fragments here can always be combined if the settings of the writers are equal.
  public var producesCombinableFragments: Bool {
    get { state.withLock { $0.fragments.areCombinable } }
    set { state.withLock { $0.fragments.areCombinable = newValue } }
  }

  /// Units of an MPEG-4 or QuickTime movie's clock in a second; 0 for the sample rate.
  ///
  /// With another clock, the start and the end of the sound are exact to a unit of the clock only.
  /// Movies in fragments ignore it.
  public var movieTimeScale: CMTimeScale {
    get { state.withLock { $0.movieTimescale } }
    set { state.withLock { $0.movieTimescale = newValue } }
  }

  /// The expected length of the file; stored, but has no effect.
  public var overallDurationHint: CMTime {
    get { state.withLock { $0.durationHint } }
    set { state.withLock { $0.durationHint = newValue } }
  }

  // MARK: Segments

  /// The length of segments: a time, or `CMTime.indefinite` to end segments by calls of
  /// ``flushSegment()`` only.
  public var preferredOutputSegmentInterval: CMTime {
    get { state.withLock { $0.segments.interval } }
    set { state.withLock { $0.segments.interval = newValue } }
  }

  /// The time at which the intervals of segments start.
  public var initialSegmentStartTime: CMTime {
    get { state.withLock { $0.segments.start } }
    set { state.withLock { $0.segments.start = newValue } }
  }

  /// The profile of the segments.
  public var outputFileTypeProfile: AVFileTypeProfile? {
    get { state.withLock { $0.segments.profile } }
    set { state.withLock { $0.segments.profile = newValue } }
  }

  /// Ends the current segment, which the delegate then receives.
  public func flushSegment() {
    guard sink != nil, status == .writing else { return }
    for input in inputs { input.endFragment() }
    deliverSegments()
  }

  // MARK: Groups

  /// The groups of inputs.
  public var inputGroups: [AVAssetWriterInputGroup] { state.withLock { $0.groups } }

  /// Whether a group can be added: before the start, if its inputs are added and in no other group.
  public func canAdd(_ inputGroup: AVAssetWriterInputGroup) -> Bool {
    state.withLock { state in
      state.status == .unknown && !inputGroup.inputs.isEmpty
        && inputGroup.inputs.allSatisfy { input in
          state.inputs.contains { $0 === input }
            && !state.groups.contains { $0.inputs.contains { $0 === input } }
        }
    }
  }

  /// Adds a group of inputs.
  public func add(_ inputGroup: AVAssetWriterInputGroup) {
    guard canAdd(inputGroup) else { return }
    state.withLock { $0.groups.append(inputGroup) }
  }
}

extension AVAssetWriter {
  /// Whether the file is written in fragments under its own name.
  var isFragmented: Bool {
    let interval = movieFragmentInterval
    return sink == nil && outputFileType.hasFragments && interval.isNumeric && interval > .zero
  }

  /// Whether the file can have tracks of texts and metadata.
  var canHaveTimedTracks: Bool {
    sink == nil && [.m4a, .mp4, .mov].contains(outputFileType) && !isFragmented
  }

  /// Whether the file stores texts as markers.
  var hasMarkers: Bool {
    sink == nil && [.caf, .wav, .aiff, .aifc].contains(outputFileType)
  }

  /// The reason why texts and metadata cannot be written; `nil` if they can.
  var timedTrackFault: AVError? {
    let types = availableMediaTypes
    guard inputs.contains(where: { $0.mediaType.isTimed && !types.contains($0.mediaType) }) else {
      return nil
    }
    return AVError(
      .operationNotSupportedForAsset,
      "tracks of text or metadata need an M4A, MP4 or MOV file without fragments or segments; "
        + "texts can also be the markers of a CAF, WAVE or AIFF file")
  }

  /// The reason why segments cannot be written; `nil` if they can.
  var segmentFault: AVError? {
    guard sink != nil else { return nil }
    let (interval, start) = state.withLock { ($0.segments.interval, $0.segments.start) }
    guard outputFileType.hasFragments else {
      return AVError(
        .invalidSourceMedia, "\(outputFileType.rawValue) cannot be written in segments")
    }
    guard delegate != nil else { return AVError(.unknown, "a writer of segments needs a delegate") }
    guard interval.isIndefinite || interval.isNumeric && interval > .zero else {
      return AVError(.unknown, "preferredOutputSegmentInterval is neither positive nor indefinite")
    }
    guard interval.isIndefinite || start.isNumeric else {
      return AVError(.unknown, "initialSegmentStartTime is not numeric")
    }
    return nil
  }

  /// The request to write the track of an input.
  func request(of input: AVAssetWriterInput, from start: CMTime) -> WritingRequest {
    let (url, items) = state.withLock { ($0.partial ?? outputURL, $0.metadata) }
    var request = WritingRequest(
      url: url, fileType: AVFileType.written[outputFileType] ?? FourCC("m", "p", "4", "f"))
    request.sink = sink
    request.track = input.properties
    request.track.movieTimescale = UInt32(max(0, movieTimeScale))
    request.fragments =
      sink == nil ? fragmentPlan : segmentPlan(from: start)
    if sink != nil { request.start = start }
    request.isForNetwork =
      shouldOptimizeForNetworkUse && outputFileType.hasFragments && request.fragments == nil
    request.tags = MetadataNames.tags(of: items)
    let picture = items.first { $0.commonKey == .commonKeyArtwork }
    request.picture = picture?.dataValue.map { Array($0) } ?? []
    return request
  }

  private var fragmentPlan: FragmentPlan? {
    guard isFragmented else { return nil }
    let fragments = state.withLock { $0.fragments }
    var plan = FragmentPlan(interval: fragments.interval.seconds)
    let first = fragments.initialInterval
    if first.isNumeric, first > .zero { plan.firstInterval = first.seconds }
    plan.firstNumber = UInt32(clamping: max(1, fragments.firstNumber))
    return plan
  }

  private func segmentPlan(from start: CMTime) -> FragmentPlan {
    let (segments, number) = state.withLock { ($0.segments, $0.fragments.firstNumber) }
    let interval = segments.interval
    var plan = FragmentPlan(interval: interval.isNumeric ? interval.seconds : .infinity)
    plan.isSegmented = true
    plan.firstNumber = UInt32(clamping: max(1, number))
    if segments.start.isNumeric, interval.isNumeric {
      let first = (segments.start - start + interval).seconds
      if first > 0 { plan.firstInterval = first }
    }
    plan.brands =
      segments.profile == .mpeg4CMAFCompliant
      ? ["cmfc", "cmfc", "iso6", "mp42"] : ["iso6", "iso6", "mp42"]
    return plan
  }

  /// Sends the complete segments to the delegate.
  func deliverSegments(isEnd: Bool = false) {
    guard let sink, let delegate else { return }
    for segment in sink.takeSegments(isEnd: isEnd) {
      let data = Data(segment.bytes)
      guard let frames = segment.frames else {
        delegate.assetWriter(
          self, didOutputSegmentData: data, segmentType: .initialization, segmentReport: nil)
        continue
      }
      delegate.assetWriter(
        self, didOutputSegmentData: data, segmentType: .separable,
        segmentReport: report(frames))
    }
  }

  private func report(_ frames: (start: UInt64, count: UInt64)) -> AVAssetSegmentReport {
    let sound = inputs.first { $0.mediaType == .audio }
    if let timing = sound?.timing { state.withLock { $0.segments.timing = timing } }
    let (timing, start) = state.withLock { ($0.segments.timing, $0.sessionStart ?? .zero) }
    let rate = timing.sampleRate
    let startFrame = Int(framesOf: start.seconds, sampleRate: rate)
    // An edit list hides the frames before the start of the timeline.
    let hidden = UInt64(max(0, timing.primingFrames - startFrame))
    let first = max(frames.start, hidden) - hidden
    let end = max(frames.start + frames.count, hidden) - hidden
    return AVAssetSegmentReport(
      .separable,
      [
        AVAssetSegmentTrackReport(
          trackID: 1, mediaType: .audio, start: CMTime(frame: first, sampleRate: rate),
          duration: CMTime(frame: end - first, sampleRate: rate))
      ])
  }
}

extension CMTime {
  /// The time of a frame; exact if the sample rate is a whole number.
  fileprivate init(frame: UInt64, sampleRate: Double) {
    if let rate = CMTimeScale(exactly: sampleRate) {
      self.init(value: CMTimeValue(clamping: frame), timescale: rate)
    } else {
      self.init(seconds: Double(frame) / sampleRate, preferredTimescale: 1_000_000_000)
    }
  }
}

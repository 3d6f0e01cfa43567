internal import AudioContainers
internal import AudioPlayback
public import CoreMedia
public import Dispatch
public import Foundation
internal import Synchronization

/// Gives the texts of an item, such as subtitles, at the times when they are shown.
///
/// The texts are those of the selected option of the legible group
/// (``AVPlayerItem/select(_:in:)``). These are renditions of HTTP Live Streaming in WebVTT, or
/// tracks of a movie: 3GPP timed text, texts of QuickTime, and WebVTT. Styles have the attributes
/// of CoreMedia, such as `kCMTextMarkupAttribute_ItalicStyle`.
open class AVPlayerItemLegibleOutput: AVPlayerItemOutput, @unchecked Sendable {
  // Unchecked: the client's delegate is called on the queue that the client chose.
  private struct State: @unchecked Sendable {
    weak var delegate: (any AVPlayerItemLegibleOutputPushDelegate)?
    var queue: DispatchQueue?
    var advanceInterval = 0.0
    var resolution = TextStylingResolution.default
    var shown = ShownTexts()
  }

  /// Where the styles of texts come from.
  public struct TextStylingResolution: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// Makes a value from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The media and the user's preferences; here, the user has none.
    public static let `default` = Self(
      rawValue: "AVPlayerItemLegibleOutputTextStylingResolutionDefault")
    /// Only the media.
    public static let sourceAndRulesOnly = Self(
      rawValue: "AVPlayerItemLegibleOutputTextStylingResolutionSourceAndRulesOnly")
  }

  private let nativeTypes: Set<FourCharCode>
  private let state = Mutex(State())

  /// Makes an output that gives all texts as attributed strings.
  public override init() {
    nativeTypes = []
    super.init()
  }

  /// Makes an output that gives texts of some formats as the media have them.
  ///
  /// - Parameter subtypes: The formats, numbers such as `kCMSubtitleFormatType_3GText`. Texts of
  ///   other formats become attributed strings.
  public init(mediaSubtypesForNativeRepresentation subtypes: [NSNumber]) {
    nativeTypes = Set(subtypes.map(\.uint32Value))
    super.init()
  }

  /// Sets the receiver.
  ///
  /// - Parameters:
  ///   - delegate: The receiver, which is held weakly.
  ///   - delegateQueue: The queue on which it is called; `nil` for the main queue.
  open func setDelegate(
    _ delegate: (any AVPlayerItemLegibleOutputPushDelegate)?, queue delegateQueue: DispatchQueue?
  ) {
    state.withLock { ($0.delegate, $0.queue) = (delegate, delegateQueue) }
  }

  /// The queue for calls of ``delegate``.
  open var delegateQueue: DispatchQueue? { state.withLock { $0.queue } }

  /// The receiver of texts, which is held weakly.
  open var delegate: (any AVPlayerItemLegibleOutputPushDelegate)? {
    state.withLock { $0.delegate }
  }

  /// Seconds by which texts are given before their time, from 0 to 20.
  open var advanceIntervalForDelegateInvocation: TimeInterval {
    get { state.withLock { $0.advanceInterval } }
    set {
      state.withLock { $0.advanceInterval = TimedAdvance.seconds(newValue) }
      item?.timedOutputs.update()
    }
  }

  /// Where the styles of texts come from.
  ///
  /// Both values give the styles of the media, because the user has no preferences here.
  open var textStylingResolution: TextStylingResolution {
    get { state.withLock { $0.resolution } }
    set { state.withLock { $0.resolution = newValue } }
  }

  private func notify(
    _ call: @escaping @Sendable (any AVPlayerItemLegibleOutputPushDelegate) -> Void
  ) {
    (state.withLock { $0.queue } ?? .main).async { [weak self] in
      // The receiver may have been replaced meanwhile.
      if let delegate = self?.delegate { call(delegate) }
    }
  }
}

extension AVPlayerItemLegibleOutput: TimedOutput {
  var advanceSeconds: Double { state.withLock { $0.advanceInterval } }

  var takes: TimedKind { .texts }

  func give(_ tracks: [TimedEvents], at seconds: Double) {
    let change = state.withLock { $0.shown.take(tracks, at: seconds + $0.advanceInterval) }
    guard let change else { return }
    let format = tracks.first?.description.mediaSubType.rawValue
    let isNative = format.map(nativeTypes.contains) ?? false
    let buffers = isNative ? change.events.compactMap { tracks.first?.buffer(of: $0) } : []
    let texts = isNative ? [] : change.events.flatMap(\.texts)
    notify { [weak self] delegate in
      guard let self else { return }
      delegate.legibleOutput(
        self, didOutputAttributedStrings: texts.map { NSAttributedString($0) },
        nativeSampleBuffers: buffers, forItemTime: change.time)
    }
  }

  func reset() { state.withLock { $0.shown = ShownTexts() } }

  func flush() {
    state.withLock { $0.shown.flush() }
    notify { [weak self] delegate in
      if let self { delegate.outputSequenceWasFlushed(self) }
    }
  }
}

/// Receives texts at their times.
public protocol AVPlayerItemLegibleOutputPushDelegate: AVPlayerItemOutputPushDelegate {
  /// Called when other texts are shown.
  ///
  /// - Parameters:
  ///   - output: The output.
  ///   - strings: All texts that are shown from now on; empty if none are shown.
  ///   - nativeSamples: The same as sample buffers, for the formats that the output was made with.
  ///   - itemTime: The time of the item at which the texts are shown.
  func legibleOutput(
    _ output: AVPlayerItemLegibleOutput, didOutputAttributedStrings strings: [NSAttributedString],
    nativeSampleBuffers nativeSamples: [Any], forItemTime itemTime: CMTime)
}

extension AVPlayerItemLegibleOutputPushDelegate {
  /// Does nothing: the method is optional.
  public func legibleOutput(
    _ output: AVPlayerItemLegibleOutput, didOutputAttributedStrings strings: [NSAttributedString],
    nativeSampleBuffers nativeSamples: [Any], forItemTime itemTime: CMTime
  ) {}
}

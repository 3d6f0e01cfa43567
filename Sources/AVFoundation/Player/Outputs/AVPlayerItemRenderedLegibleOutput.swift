internal import AudioPlayback
public import CoreMedia
public import Dispatch
public import Foundation
internal import Synchronization
internal import VideoFrames

/// Gives the texts of an item as pixels, at the times when they are shown.
///
/// The texts are those of ``AVPlayerItemLegibleOutput``. They are drawn by libcairo, with the
/// system's sans-serif font. Without the library, no images are given.
open class AVPlayerItemRenderedLegibleOutput: AVPlayerItemOutput, @unchecked Sendable {
  // Unchecked: the client's delegate is called on the queue that the client chose.
  private struct State: @unchecked Sendable {
    weak var receiver: (any AVPlayerItemRenderedLegibleOutputPushDelegate)?
    var callQueue: DispatchQueue?
    var secondsAhead = 0.0
    var size: CGSize
    var shown = ShownTexts()
  }

  private let state: Mutex<State>
  /// Draws the texts, in their order.
  private let drawing = DispatchQueue(label: "OpenCoreAudio.captions")

  /// Makes an output.
  ///
  /// - Parameter videoDisplaySize: The size in pixels of the area in which pictures are shown.
  /// - Precondition: Width and height are positive.
  public init(videoDisplay videoDisplaySize: CGSize) {
    Self.check(videoDisplaySize)
    state = Mutex(State(size: videoDisplaySize))
    super.init()
  }

  /// Makes an output: ``init(videoDisplay:)`` by its name in Objective-C.
  ///
  /// - Parameter videoDisplaySize: The size in pixels of the area in which pictures are shown.
  public convenience init(videoDisplaySize: CGSize) {
    self.init(videoDisplay: videoDisplaySize)
  }

  private static func check(_ size: CGSize) {
    precondition(
      size.width >= 1 && size.height >= 1 && size.width < 1e5 && size.height < 1e5,
      "the size of the video display must be positive")
  }

  /// The size in pixels of the area in which pictures are shown; applies to the next texts.
  ///
  /// - Precondition: Width and height are positive.
  open var videoDisplaySize: CGSize {
    get { state.withLock { $0.size } }
    set {
      Self.check(newValue)
      state.withLock { $0.size = newValue }
    }
  }

  /// Seconds by which images are given before their time, from 0 to 20.
  open var advanceIntervalForDelegateInvocation: TimeInterval {
    get { state.withLock { $0.secondsAhead } }
    set {
      state.withLock { $0.secondsAhead = TimedAdvance.seconds(newValue) }
      item?.timedOutputs.update()
    }
  }

  /// The receiver of images, which is held weakly.
  open var delegate: (any AVPlayerItemRenderedLegibleOutputPushDelegate)? {
    state.withLock { $0.receiver }
  }

  /// The queue on which images are given.
  open var delegateQueue: DispatchQueue? { state.withLock { $0.callQueue } }

  /// Sets the receiver of images, and its queue.
  ///
  /// - Parameters:
  ///   - delegate: The receiver, which is held weakly.
  ///   - delegateQueue: The queue for its calls; `nil` for the main queue.
  open func setDelegate(
    _ delegate: (any AVPlayerItemRenderedLegibleOutputPushDelegate)?,
    queue delegateQueue: DispatchQueue?
  ) {
    state.withLock { ($0.receiver, $0.callQueue) = (delegate, delegateQueue) }
  }

  private typealias Call = @Sendable (any AVPlayerItemRenderedLegibleOutputPushDelegate) -> Void

  /// Calls the receiver after all texts so far have been drawn.
  private func notify(
    _ makeCall: @escaping @Sendable (AVPlayerItemRenderedLegibleOutput) -> Call
  ) {
    drawing.async { [weak self] in
      guard let self else { return }
      let call = makeCall(self)
      (state.withLock { $0.callQueue } ?? .main).async {
        // The receiver may have been replaced meanwhile.
        if let delegate = self.delegate { call(delegate) }
      }
    }
  }
}

extension AVPlayerItemRenderedLegibleOutput: TimedOutput {
  var advanceSeconds: Double { state.withLock { $0.secondsAhead } }

  var takes: TimedKind { .texts }

  func give(_ tracks: [TimedEvents], at seconds: Double) {
    let (change, size) = state.withLock {
      ($0.shown.take(tracks, at: seconds + $0.secondsAhead), $0.size)
    }
    guard let change else { return }
    notify { output in
      let images = CaptionPicture.pictures(
        of: change.events.flatMap(\.texts), width: Int(size.width), height: Int(size.height)
      ).map { AVRenderedCaptionImage($0) }
      return { delegate in
        delegate.renderedLegibleOutput(
          output, didOutputRenderedCaptionImages: images, forItemTime: change.time)
      }
    }
  }

  func reset() { state.withLock { $0.shown = ShownTexts() } }

  func flush() {
    state.withLock { $0.shown.flush() }
    notify { output in { $0.outputSequenceWasFlushed(output) } }
  }
}

/// Receives texts as pixels, at their times.
public protocol AVPlayerItemRenderedLegibleOutputPushDelegate: AVPlayerItemOutputPushDelegate {
  /// Called when other texts are shown.
  ///
  /// - Parameters:
  ///   - output: The output.
  ///   - captionImages: All texts that are shown from now on; empty if none are shown.
  ///   - itemTime: The time of the item at which the texts are shown.
  func renderedLegibleOutput(
    _ output: AVPlayerItemRenderedLegibleOutput,
    didOutputRenderedCaptionImages captionImages: [AVRenderedCaptionImage],
    forItemTime itemTime: CMTime)
}

extension AVPlayerItemRenderedLegibleOutputPushDelegate {
  /// Does nothing: the method is optional.
  public func renderedLegibleOutput(
    _ output: AVPlayerItemRenderedLegibleOutput,
    didOutputRenderedCaptionImages captionImages: [AVRenderedCaptionImage],
    forItemTime itemTime: CMTime
  ) {}
}

public import CoreMedia
public import CoreVideo
public import Dispatch
public import Foundation
internal import Synchronization
internal import VideoFrames

/// Copies the pictures of an item into pixel buffers.
///
/// Pictures are decoded before the client asks for them. They are synchronized with the item's
/// sound.
open class AVPlayerItemVideoOutput: AVPlayerItemOutput, @unchecked Sendable {
  // Unchecked: the client's delegate is called on the queue that the client chose.
  private struct State: @unchecked Sendable {
    weak var delegate: (any AVPlayerItemOutputPullDelegate)?
    var queue: DispatchQueue?
    /// The time of the last copied picture, in units of the track.
    var copied: Int64?
  }

  private let format: PixelFormat?
  private let size: (width: Int, height: Int)?
  private let pictures = ItemPictures()
  private let state = Mutex(State())

  /// Makes an output.
  ///
  /// - Parameter pixelBufferAttributes: The format by `kCVPixelBufferPixelFormatTypeKey`, and the
  ///   size by `kCVPixelBufferWidthKey` and `kCVPixelBufferHeightKey`. Without a format, pictures
  ///   have luma and chroma in the range of the film. Other attributes are ignored.
  public init(pixelBufferAttributes: [String: Any]? = nil) {
    let attributes = PixelAttributes(pixelBufferAttributes)
    (format, size) = (attributes.format, attributes.size)
    super.init()
  }

  /// Makes an output.
  ///
  /// - Parameter outputSettings: The same keys as those of ``init(pixelBufferAttributes:)``.
  public convenience init(outputSettings: [String: Any]?) {
    self.init(pixelBufferAttributes: outputSettings)
  }

  // MARK: Pictures

  private func picture(_ itemTime: CMTime) -> (FilmPlayback, FilmPicture)? {
    guard itemTime.isNumeric, let item, let film = pictures.film(of: item) else { return nil }
    // During playback, a late picture is better than none.
    let isExact = item.player?.timeControlStatus != .playing
    guard let picture = film.picture(atSeconds: itemTime.seconds, isExact: isExact) else {
      return nil
    }
    return (film, picture)
  }

  /// Whether a picture is available that differs from the one that was copied last.
  ///
  /// - Parameter itemTime: The time of the item.
  /// - Returns: `false` also while the picture is being decoded.
  open func hasNewPixelBuffer(forItemTime itemTime: CMTime) -> Bool {
    guard let (_, picture) = picture(itemTime) else { return false }
    return picture.time != state.withLock { $0.copied }
  }

  /// Copies the picture that is shown at a time.
  ///
  /// - Parameters:
  ///   - itemTime: The time of the item.
  ///   - outItemTimeForDisplay: Receives the time at which the item starts to show the picture.
  /// - Returns: The picture; `nil` if the item has no pictures, or if the picture has not been
  ///   decoded yet.
  open func copyPixelBuffer(
    forItemTime itemTime: CMTime,
    itemTimeForDisplay outItemTimeForDisplay: UnsafeMutablePointer<CMTime>?
  ) -> CVPixelBuffer? {
    guard let (film, picture) = picture(itemTime), let track = film.track,
      let pixels = film.pixels(of: picture, format, size: size)
    else { return nil }
    state.withLock { $0.copied = picture.time }
    // Safe: the caller guarantees that the pointer is valid.
    unsafe outItemTimeForDisplay?.pointee = track.presentationTime(picture.time)
    return CVPixelBuffer.wrapping(pixels)
  }

  // MARK: Delegate

  /// The receiver, which is held weakly.
  open var delegate: (any AVPlayerItemOutputPullDelegate)? { state.withLock { $0.delegate } }

  /// The queue on which the receiver is called.
  open var delegateQueue: DispatchQueue? { state.withLock { $0.queue } }

  /// Sets the receiver.
  ///
  /// - Parameters:
  ///   - delegate: The receiver, which is held weakly.
  ///   - delegateQueue: The queue on which it is called; `nil` for the main queue.
  open func setDelegate(
    _ delegate: (any AVPlayerItemOutputPullDelegate)?, queue delegateQueue: DispatchQueue?
  ) {
    state.withLock { ($0.delegate, $0.queue) = (delegate, delegateQueue) }
  }

  /// Notifies the receiver once, when pictures are available.
  ///
  /// - Parameter interval: Ignored: the receiver is called as soon as a picture has been decoded.
  open func requestNotificationOfMediaDataChange(withAdvanceInterval interval: TimeInterval) {
    pictures.film(of: item)?.notify { [weak self] in
      self?.notify { delegate, output in delegate.outputMediaDataWillChange(output) }
    }
  }

  /// Reports a jump.
  func flush() {
    state.withLock { $0.copied = nil }
    notify { delegate, output in delegate.outputSequenceWasFlushed(output) }
  }

  private func notify(
    _ call:
      @escaping @Sendable (any AVPlayerItemOutputPullDelegate, AVPlayerItemVideoOutput) -> Void
  ) {
    (delegateQueue ?? .main).async { [weak self] in
      // The client may have set another delegate since.
      if let self, let delegate { call(delegate, self) }
    }
  }
}

/// Receives events of a video output.
public protocol AVPlayerItemOutputPullDelegate: NSObjectProtocol {
  /// Called when pictures are available.
  func outputMediaDataWillChange(_ sender: AVPlayerItemOutput)

  /// Called after the time of the item has jumped.
  func outputSequenceWasFlushed(_ output: AVPlayerItemOutput)
}

extension AVPlayerItemOutputPullDelegate {
  /// Has no effect: the method is optional.
  public func outputMediaDataWillChange(_ sender: AVPlayerItemOutput) {}

  /// Has no effect: the method is optional.
  public func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) {}
}

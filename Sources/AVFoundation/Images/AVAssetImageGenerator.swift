public import CoreMedia
public import Foundation
internal import Synchronization
internal import VideoFrames

/// Makes pictures of the video track of an asset, such as thumbnails.
///
/// The film may be a local file or on a server, and may have no sound. All pictures are decoded in
/// the order of the requests.
open class AVAssetImageGenerator: NSObject, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; the state has a lock.

  /// The outcome of a request.
  public enum Result: Int, Sendable {
    /// There is a picture.
    case succeeded
    /// There is an error.
    case failed
    /// The request was cancelled.
    case cancelled
  }

  /// How stored pixels become a picture.
  public struct ApertureMode: RawRepresentable, Hashable, Sendable {
    /// Apple's text.
    public let rawValue: String

    /// Makes a mode from Apple's text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Square pixels of the part that the film states as clean; the edges are cut off.
    public static let cleanAperture = Self(rawValue: "CleanAperture")
    /// Square pixels of the whole picture.
    public static let productionAperture = Self(rawValue: "ProductionAperture")
    /// Pixels as they are stored.
    public static let encodedPixels = Self(rawValue: "EncodedPixels")
  }

  private struct State {
    var appliesTransform = false
    var maximumSize = CGSize.zero
    var apertureMode: ApertureMode?
    var before = CMTime.positiveInfinity
    var after = CMTime.positiveInfinity
  }

  /// The asset.
  public let asset: AVAsset
  private let state = Mutex(State())
  let worker: ImageWorker

  /// Makes a generator, which opens the film for the first picture.
  public init(asset: AVAsset) {
    self.asset = asset
    worker = ImageWorker(asset)
  }

  deinit { worker.cancelAll() }

  // MARK: Settings

  /// Whether pictures are turned for display; otherwise they are as they are stored.
  open var appliesPreferredTrackTransform: Bool {
    get { state.withLock { $0.appliesTransform } }
    set { state.withLock { $0.appliesTransform = newValue } }
  }

  /// The largest width and height in pixels, 0 for no limit; the picture keeps its shape.
  open var maximumSize: CGSize {
    get { state.withLock { $0.maximumSize } }
    set { state.withLock { $0.maximumSize = newValue } }
  }

  /// How stored pixels become a picture; `nil` for ``ApertureMode/cleanAperture``.
  open var apertureMode: ApertureMode? {
    get { state.withLock { $0.apertureMode } }
    set { state.withLock { $0.apertureMode = newValue } }
  }

  /// How much earlier than requested a picture may be.
  ///
  /// An infinite time permits the picture that is found most quickly. Zero requires the picture
  /// that is shown at the requested time.
  open var requestedTimeToleranceBefore: CMTime {
    get { state.withLock { $0.before } }
    set { state.withLock { $0.before = newValue } }
  }

  /// How much later than requested a picture may be.
  ///
  /// Here, no picture is later than requested, unless the film starts later.
  open var requestedTimeToleranceAfter: CMTime {
    get { state.withLock { $0.after } }
    set { state.withLock { $0.after = newValue } }
  }

  /// The request for a time; `nil` for a time that is not numeric.
  func request(_ time: CMTime) -> ThumbnailRequest? {
    guard time.isNumeric else { return nil }
    let state = state.withLock { $0 }
    var request = ThumbnailRequest(seconds: time.seconds)
    request.tolerance = state.before.isNumeric ? state.before.seconds : .infinity
    request.isUpright = state.appliesTransform
    request.limit = (Double(state.maximumSize.width), Double(state.maximumSize.height))
    request.shape = ThumbnailRequest.Shape(mode: state.apertureMode?.rawValue)
    return request
  }

  static var invalidTime: AVError {
    AVError(.noImageAtTime, "the requested time of the picture is not numeric")
  }

  // MARK: Pictures

  /// Makes the picture that the film shows at a time, and waits for it.
  ///
  /// - Parameters:
  ///   - requestedTime: The time in the asset.
  ///   - actualTime: Receives the time at which the film starts to show the picture.
  /// - Returns: The picture.
  /// - Throws: An ``AVError`` with the reason, such as `noImageAtTime`.
  open func copyCGImage(
    at requestedTime: CMTime, actualTime: UnsafeMutablePointer<CMTime>?
  ) throws -> CGImage {
    guard let request = request(requestedTime) else { throw Self.invalidTime }
    let found = try worker.image(request).get()
    // Safe: the caller guarantees that the pointer is valid.
    unsafe actualTime?.pointee = found.actualTime
    return found.image
  }

  /// Makes the picture that the film shows at a time, and then calls a function on another thread.
  ///
  /// - Parameters:
  ///   - requestedTime: The time in the asset.
  ///   - handler: Receives the picture and the time at which the film starts to show it, or an
  ///     error.
  @preconcurrency
  open func generateCGImageAsynchronously(
    for requestedTime: CMTime,
    completionHandler handler: @escaping @Sendable (CGImage?, CMTime, (any Error)?) -> Void
  ) {
    queue(requestedTime) { outcome in
      switch outcome {
      case .success(let found): handler(found.image, found.actualTime, nil)
      case .failure(let error): handler(nil, .invalid, error)
      }
    }
  }

  /// Makes pictures, and calls a function for each one, on another thread.
  ///
  /// - Parameters:
  ///   - requestedTimes: `NSValue` objects with a `CMTime`.
  ///   - handler: Receives the requested time, the picture, and the time at which the film starts
  ///     to show it. Also receives the outcome and the error.
  @preconcurrency
  open func generateCGImagesAsynchronously(
    forTimes requestedTimes: [NSValue],
    completionHandler handler: @escaping AVAssetImageGeneratorCompletionHandler
  ) {
    for time in requestedTimes.map(\.timeValue) {
      queue(time) { outcome in
        switch outcome {
        case .success(let found): handler(time, found.image, found.actualTime, .succeeded, nil)
        case .failure(let error) where error.code == .operationCancelled:
          handler(time, nil, .invalid, .cancelled, error)
        case .failure(let error): handler(time, nil, .invalid, .failed, error)
        }
      }
    }
  }

  /// Cancels the requests that have not begun; their functions are called with
  /// `operationCancelled`.
  open func cancelAllCGImageGeneration() { worker.cancelAll() }

  @discardableResult
  func queue(
    _ time: CMTime, _ handler: @escaping @Sendable (ImageWorker.Outcome) -> Void
  ) -> ImageWorker.Ticket? {
    guard let request = request(time) else {
      DispatchQueue.global().async { handler(.failure(Self.invalidTime)) }
      return nil
    }
    return worker.queue(request, handler)
  }
}

/// Receives the requested time, the picture, its time, the outcome, and the error.
public typealias AVAssetImageGeneratorCompletionHandler =
  @Sendable (CMTime, CGImage?, CMTime, AVAssetImageGenerator.Result, (any Error)?) -> Void

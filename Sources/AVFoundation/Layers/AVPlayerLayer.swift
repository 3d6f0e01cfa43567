public import CoreVideo
public import Foundation
public import Observation
internal import Synchronization
internal import VideoFrames

/// A layer that shows the pictures of a player.
///
/// Linux has no window system of its own for layers. A program shows the layer in an
/// ``OpenCoreAudioLayerWindow``, or renders it into memory with
/// ``openCoreAudioPixelBuffer(width:height:)``. Both are extensions of this project.
open class AVPlayerLayer: CALayer, _KeyValueCodingAndObserving, Observable, @unchecked Sendable {
  private struct State {
    var player: AVPlayer?
    var gravity = AVLayerVideoGravity.resizeAspect
    var format: OSType?
    var isReady = false
    /// Ends the observation of the player's item.
    var observation: NSKeyValueObservation?
  }

  let properties = ObservedProperties()
  private let state = Mutex(State())
  private let pictures = ItemPictures()

  /// Makes a layer without a player.
  public override init() { super.init() }

  /// Makes a layer that shows the pictures of a player.
  public convenience init(player: AVPlayer?) {
    self.init()
    self.player = player
  }

  /// The player.
  open var player: AVPlayer? {
    get {
      properties.access(self, \.player)
      return state.withLock { $0.player }
    }
    set {
      properties.change(self, \.player) { state.withLock { $0.player = newValue } }
      let observation = newValue?.observe(\.currentItem) { [weak self] _, _ in
        self?.followItem()
      }
      let old = state.withLock { state in
        defer { state.observation = observation }
        return state.observation
      }
      old?.invalidate()
      followItem()
    }
  }

  /// How pictures fill the layer.
  open var videoGravity: AVLayerVideoGravity {
    get { state.withLock { $0.gravity } }
    set { state.withLock { $0.gravity = newValue } }
  }

  /// Whether the first picture of the current item can be shown.
  open var isReadyForDisplay: Bool {
    properties.access(self, \.isReadyForDisplay)
    return state.withLock { $0.isReady }
  }

  /// The pixel format of ``displayedPixelBuffer()``, with the key
  /// `kCVPixelBufferPixelFormatTypeKey`.
  open var pixelBufferAttributes: [String: Any]? {
    get {
      state.withLock { $0.format }.map { [kCVPixelBufferPixelFormatTypeKey.description: $0] }
    }
    set {
      let type = newValue?[kCVPixelBufferPixelFormatTypeKey.description]
      let format = (type as? NSNumber)?.uint32Value ?? type as? OSType
      state.withLock { $0.format = format }
    }
  }

  /// The rectangle of the pictures in the layer's coordinates; empty before the film is open.
  open var videoRect: CGRect {
    guard let track = film?.track else { return .zero }
    let bounds = bounds
    let size = track.displaySize(pictureShape)
    let place = fit.rectangle(of: size, in: (bounds.width, bounds.height))
    return CGRect(
      x: bounds.minX + place.x, y: bounds.minY + place.y, width: place.width, height: place.height)
  }

  /// Copies the picture that is shown now, as it is stored.
  ///
  /// - Returns: The picture; `nil` if the item has no pictures, or before the first one.
  open func displayedPixelBuffer() -> CVPixelBuffer? {
    guard let (film, picture) = shownPicture else { return nil }
    let type = state.withLock { $0.format }
    return film.pixels(of: picture, type.flatMap { PixelFormat($0) }).map {
      CVPixelBuffer.wrapping($0)
    }
  }

  // MARK: Pictures

  var fit: PictureFit {
    switch videoGravity {
    case .resizeAspectFill: .aspectFill
    case .resize: .fill
    default: .aspect
    }
  }

  /// How stored pixels become the picture.
  var pictureShape: ThumbnailRequest.Shape {
    state.withLock { $0.player }?.currentItem?.pictureShape ?? .visible
  }

  /// The film of the current item.
  var film: FilmPlayback? { pictures.film(of: state.withLock { $0.player }?.currentItem) }

  /// The picture at the current time of the item.
  var shownPicture: (FilmPlayback, FilmPicture)? {
    guard !isHidden, let item = player?.currentItem, let film = pictures.film(of: item),
      !item.outputs.contains(where: \.suppressesPlayerRendering)
    else { return nil }
    let time = item.currentTime()
    return film.picture(atSeconds: time.isNumeric ? time.seconds : 0, isExact: false).map {
      (film, $0)
    }
  }

  /// Opens the film of the current item, and reports when it can be shown.
  private func followItem() {
    setReady(false)
    let film = film
    film?.notify { [weak self, weak film] in
      guard let self, let film, film.failure == nil, film === self.film else { return }
      setReady(true)
    }
  }

  private func setReady(_ isReady: Bool) {
    guard state.withLock({ $0.isReady }) != isReady else { return }
    properties.change(self, \.isReadyForDisplay) { state.withLock { $0.isReady = isReady } }
  }
}

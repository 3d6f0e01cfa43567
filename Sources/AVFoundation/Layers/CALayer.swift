public import Foundation
internal import Synchronization

/// The start of an animation at time 0 of an item, because 0 itself means the current time.
///
/// Layers have no animations here.
public let AVCoreAnimationBeginTimeAtZero: CFTimeInterval = 1e-100

/// A rectangle that shows content.
///
/// Linux has no Core Animation. This class has the geometry and the tree of layers, without
/// animations.
open class CALayer: NSObject, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; a lock guards the state.

  private struct State {
    var bounds = CGRect.zero
    var position = CGPoint.zero
    var isHidden = false
    var name: String?
    var sublayers: [CALayer] = []
    weak var superlayer: CALayer?
  }

  private let state = Mutex(State())

  /// Makes an empty layer.
  public override init() { super.init() }

  /// The rectangle in the layer's own coordinates.
  open var bounds: CGRect {
    get { state.withLock { $0.bounds } }
    set { state.withLock { $0.bounds = newValue } }
  }

  /// The center in the coordinates of the superlayer.
  open var position: CGPoint {
    get { state.withLock { $0.position } }
    set { state.withLock { $0.position = newValue } }
  }

  /// The rectangle in the coordinates of the superlayer.
  open var frame: CGRect {
    get {
      let (bounds, position) = state.withLock { ($0.bounds, $0.position) }
      return CGRect(
        x: position.x - bounds.width / 2, y: position.y - bounds.height / 2, width: bounds.width,
        height: bounds.height)
    }
    set {
      state.withLock { state in
        state.bounds.size = newValue.size
        state.position = CGPoint(x: newValue.midX, y: newValue.midY)
      }
    }
  }

  /// Whether the layer shows no content.
  open var isHidden: Bool {
    get { state.withLock { $0.isHidden } }
    set { state.withLock { $0.isHidden = newValue } }
  }

  /// The name.
  open var name: String? {
    get { state.withLock { $0.name } }
    set { state.withLock { $0.name = newValue } }
  }

  /// The layers in this one.
  open var sublayers: [CALayer]? {
    let layers = state.withLock { $0.sublayers }
    return layers.isEmpty ? nil : layers
  }

  /// The layer that contains this one.
  open var superlayer: CALayer? { state.withLock { $0.superlayer } }

  /// Adds a layer, which leaves its superlayer.
  open func addSublayer(_ layer: CALayer) {
    layer.removeFromSuperlayer()
    state.withLock { $0.sublayers.append(layer) }
    layer.state.withLock { $0.superlayer = self }
  }

  /// Removes the layer from its superlayer.
  open func removeFromSuperlayer() {
    guard let parent = superlayer else { return }
    parent.state.withLock { $0.sublayers.removeAll { $0 === self } }
    state.withLock { $0.superlayer = nil }
  }
}

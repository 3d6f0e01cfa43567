internal import AudioGraph
public import Foundation
internal import Synchronization

/// The place of a sound between left and right.
public protocol AVAudioStereoMixing: NSObjectProtocol {
  /// The place between left (-1) and right (1).
  ///
  /// A pan of 0, the default, leaves the channels as they are. Any other pan has equal power: the
  /// law of the Web Audio API, because Apple does not document its own.
  var pan: Float { get set }
}

/// The settings of a node at the input of a mixer.
public protocol AVAudioMixing: AVAudioStereoMixing {
  /// The volume, from 0 to 1; 1 by default.
  var volume: Float { get set }
  /// Returns the settings of one connection, if the node feeds several buses.
  ///
  /// - Parameters:
  ///   - mixer: The mixer.
  ///   - bus: Its input bus.
  /// - Returns: `nil` without a connection from this node to the bus.
  func destination(forMixer mixer: AVAudioNode, bus: AVAudioNodeBus) -> AVAudioMixingDestination?
}

extension AVAudioMixing where Self: AVAudioNode {
  /// The volume at the input of the next mixer.
  public var volume: Float {
    get { mixing.volume }
    set { mixing.volume = newValue }
  }

  /// The place between left and right at the input of the next mixer.
  public var pan: Float {
    get { mixing.pan }
    set { mixing.pan = newValue }
  }

  /// Returns the settings of one connection to a mixer.
  public func destination(
    forMixer mixer: AVAudioNode, bus: AVAudioNodeBus
  ) -> AVAudioMixingDestination? {
    engine?.destination(from: self, to: mixer, bus)
  }
}

/// The settings of one connection to a mixer.
open class AVAudioMixingDestination: NSObject, AVAudioMixing, @unchecked Sendable {
  // Unchecked: the settings are atomic.

  /// The mixer and its input bus.
  public let connectionPoint: AVAudioConnectionPoint
  private let input: MixInput

  init(_ connectionPoint: AVAudioConnectionPoint, _ input: MixInput) {
    self.connectionPoint = connectionPoint
    self.input = input
    super.init()
  }

  /// The volume of the connection.
  open var volume: Float {
    get { input.volume }
    set { input.volume = newValue }
  }

  /// The place of the connection between left and right.
  open var pan: Float {
    get { input.pan }
    set { input.pan = newValue }
  }

  /// Returns this object for its own connection, otherwise `nil`.
  open func destination(
    forMixer mixer: AVAudioNode, bus: AVAudioNodeBus
  ) -> AVAudioMixingDestination? {
    connectionPoint.node === mixer && connectionPoint.bus == bus ? self : nil
  }
}

/// The settings that a node gives to all of its connections to mixers.
final class NodeMixing: Sendable {
  private struct State {
    var volume: Float = 1
    var pan: Float = 0
    var inputs: [MixInput] = []
    /// Effects after the node, which pass its settings on to their mixer.
    var followers: [NodeMixing] = []
  }

  private let state = Mutex(State())

  var volume: Float {
    get { state.withLock { $0.volume } }
    set {
      let followers = state.withLock { state in
        state.volume = newValue
        for input in state.inputs { input.volume = newValue }
        return state.followers
      }
      for follower in followers { follower.volume = newValue }
    }
  }

  var pan: Float {
    get { state.withLock { $0.pan } }
    set {
      let followers = state.withLock { state in
        state.pan = max(-1, min(newValue, 1))
        for input in state.inputs { input.pan = newValue }
        return state.followers
      }
      for follower in followers { follower.pan = newValue }
    }
  }

  /// Passes the settings on to an effect, from now on.
  func add(_ follower: NodeMixing) {
    state.withLock { $0.followers.append(follower) }
    (follower.volume, follower.pan) = (volume, pan)
  }

  /// Ends passing the settings on to an effect.
  func remove(_ follower: NodeMixing) {
    state.withLock { $0.followers.removeAll { $0 === follower } }
    (follower.volume, follower.pan) = (1, 0)
  }

  /// Makes the settings of a new connection.
  func makeInput() -> MixInput {
    state.withLock { state in
      let input = MixInput(volume: state.volume, pan: state.pan)
      state.inputs.append(input)
      return input
    }
  }

  /// Forgets the settings of a connection.
  func remove(_ input: MixInput) {
    state.withLock { $0.inputs.removeAll { $0 === input } }
  }
}

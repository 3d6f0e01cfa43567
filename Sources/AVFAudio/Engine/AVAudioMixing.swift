internal import AudioGraph
public import Foundation
internal import Synchronization

/// The place of a sound between left and right.
public protocol AVAudioStereoMixing: NSObjectProtocol {
  /// The place between left (-1) and right (1).
  ///
  /// A pan of 0, the default, leaves the channels unchanged. Any other pan has equal power: the
  /// law of the Web Audio API, because Apple does not document its own.
  var pan: Float { get set }
}

/// The settings of a node at the input of a mixer.
public protocol AVAudioMixing: AVAudioStereoMixing, AVAudio3DMixing {
  /// The volume, from 0 to 1; 1 by default.
  var volume: Float { get set }
  /// Returns the settings of one connection, if the node feeds several buses.
  ///
  /// - Parameters:
  ///   - mixer: The mixer.
  ///   - bus: Its input bus.
  /// - Returns: The settings; `nil` if this node is not connected to the bus.
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
  /// The connection to an environment node.
  private let link: SpatialLink

  init(_ connectionPoint: AVAudioConnectionPoint, _ input: MixInput, _ link: SpatialLink?) {
    self.connectionPoint = connectionPoint
    self.input = input
    // The settings of a connection to another kind of mixer are stored, without an effect.
    self.link = link ?? SpatialLink(input, SpatialSource(), nil)
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

  /// How the source is placed.
  open var renderingAlgorithm: AVAudio3DMixingRenderingAlgorithm {
    get { link.source.algorithm }
    set { link.source.algorithm = newValue }
  }

  /// Which channels are placed.
  open var sourceMode: AVAudio3DMixingSourceMode {
    get { link.source.mode }
    set { link.source.mode = newValue }
  }

  /// How a point source inside the head sounds.
  open var pointSourceInHeadMode: AVAudio3DMixingPointSourceInHeadMode {
    get { link.source.inHeadMode }
    set { link.source.inHeadMode = newValue }
  }

  /// The share of the source that goes to the reverb, from 0 to 1.
  open var reverbBlend: Float {
    get { link.source.reverbBlend }
    set { link.source.reverbBlend = SpatialSource.limited(newValue, 0...1) }
  }

  /// How far an obstacle lowers the direct sound, in decibels.
  open var obstruction: Float {
    get { link.source.obstruction }
    set { link.source.obstruction = SpatialSource.limited(newValue, -100...0) }
  }

  /// How far an obstacle lowers the direct sound and its reverb, in decibels.
  open var occlusion: Float {
    get { link.source.occlusion }
    set { link.source.occlusion = SpatialSource.limited(newValue, -100...0) }
  }

  /// The place in meters.
  open var position: AVAudio3DPoint {
    get { link.source.position }
    set { link.source.position = newValue }
  }

  /// The rate of the source; always 1.
  open var rate: Float {
    get { 1 }
    set {}
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
    var spatial = SpatialSource()
    var inputs: [MixInput] = []
    var links: [SpatialLink] = []
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

  /// The place of the node at the input of an environment node.
  var spatial: SpatialSource {
    get { state.withLock { $0.spatial } }
    set {
      let (links, followers) = state.withLock { state in
        state.spatial = newValue
        return (state.links, state.followers)
      }
      for link in links { link.source = newValue }
      for follower in followers { follower.spatial = newValue }
    }
  }

  /// Makes the settings of a new connection to an environment node.
  func makeLink(_ input: MixInput, to environment: EnvironmentSettings) -> SpatialLink {
    let link = SpatialLink(input, spatial, environment)
    state.withLock { $0.links.append(link) }
    return link
  }

  /// Forgets the settings of a connection to an environment node.
  func remove(_ link: SpatialLink) {
    link.end()
    state.withLock { $0.links.removeAll { $0 === link } }
  }

  /// Passes the settings on to an effect, from now on.
  func add(_ follower: NodeMixing) {
    state.withLock { $0.followers.append(follower) }
    (follower.volume, follower.pan, follower.spatial) = (volume, pan, spatial)
  }

  /// Ends passing the settings on to an effect.
  func remove(_ follower: NodeMixing) {
    state.withLock { $0.followers.removeAll { $0 === follower } }
    (follower.volume, follower.pan, follower.spatial) = (1, 0, SpatialSource())
  }

  /// Makes the settings of a new connection.
  ///
  /// - Parameter isPlaced: Whether the target of the connection is an environment node.
  /// - Returns: The settings.
  func makeInput(isPlaced: Bool) -> MixInput {
    state.withLock { state in
      let input = MixInput(
        volume: state.volume, pan: state.pan,
        send: isPlaced ? MixInput(volume: state.volume) : nil, head: isPlaced ? HeadInput() : nil)
      state.inputs.append(input)
      return input
    }
  }

  /// Forgets the settings of a connection.
  func remove(_ input: MixInput) {
    state.withLock { $0.inputs.removeAll { $0 === input } }
  }
}

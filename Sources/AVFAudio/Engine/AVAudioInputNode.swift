internal import AudioGraph
internal import AudioRealtime
public import AudioToolbox
public import Foundation
internal import Synchronization

/// A closure that gives frames to an engine's input node in manual rendering.
///
/// - Parameter inNumberOfFrames: The number of frames, at the rate of the format.
/// - Returns: The frames, valid until the next call; `nil` if there are none now.
public typealias AVAudioIONodeInputBlock = (
  _ inNumberOfFrames: AVAudioFrameCount
) -> UnsafePointer<AudioBufferList>?

/// An event of the detection of speech while the input is muted.
public enum AVAudioVoiceProcessingSpeechActivityEvent: Int, Sendable {
  /// Speech has started.
  case started = 0
  /// Speech has ended.
  case ended = 1
}

/// How voice processing lowers the sound of other programs.
public struct AVAudioVoiceProcessingOtherAudioDuckingConfiguration: Sendable {
  /// How far the sound of other programs is lowered.
  public enum Level: Int, Sendable {
    /// The usual level.
    case `default` = 0
    /// As little as possible.
    case min = 10
    /// A medium level.
    case mid = 20
    /// As much as possible.
    case max = 30
  }

  /// Whether the level follows the voices.
  public var enableAdvancedDucking: ObjCBool
  /// How far the sound of other programs is lowered.
  public var duckingLevel: Level

  /// Makes the usual configuration.
  public init() { self.init(enableAdvancedDucking: false, duckingLevel: .default) }

  /// Makes a configuration.
  public init(enableAdvancedDucking: ObjCBool, duckingLevel: Level) {
    self.enableAdvancedDucking = enableAdvancedDucking
    self.duckingLevel = duckingLevel
  }
}

/// The node that gives the frames of the recording device, or of the client in manual rendering.
///
/// The environment variable `OPENCOREAUDIO_INPUT` names the device. Without the variable, the node
/// uses the first device that works. The engine opens the device at its start, if the node has a
/// connection or a tap. Without a recording device, the formats have 0 hertz and 0 channels, and
/// such a start throws.
///
/// If the engine also plays, the clocks of the two devices differ. The node then keeps about two
/// blocks waiting. When the number of these blocks drifts, the node plays 0.1 % faster or slower.
/// Without an output node, each block of the recording device renders the graph, without a delay.
// Unchecked, like its superclass.
open class AVAudioInputNode: AVAudioIONode, AVAudioMixing, @unchecked Sendable {
  let input: InputProcessor
  let voice = VoiceControls()
  private let ducking = Mutex(AVAudioVoiceProcessingOtherAudioDuckingConfiguration())

  init() {
    let input = InputProcessor()
    self.input = input
    super.init(GraphNode(input))
  }

  /// The number of input buses.
  open override var numberOfInputs: Int { 1 }

  override var isOutput: Bool { false }

  /// Returns the format of the recording device.
  open override func inputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
    engine?.recordingFormat ?? EngineFormats.noInput
  }

  /// The delay between the recording device and the node, in seconds.
  open override var presentationLatency: TimeInterval { input.delaySeconds }

  /// Sets the source of the node in manual rendering.
  ///
  /// - Parameters:
  ///   - format: The format of the frames: linear PCM of a common format.
  ///   - block: Gives the frames. It is called on the thread that renders.
  /// - Returns: Whether the engine is in manual rendering, does not run, and can use the format.
  @discardableResult
  open func setManualRenderingInputPCMFormat(
    _ format: AVAudioFormat, inputBlock block: sending @escaping AVAudioIONodeInputBlock
  ) -> Bool {
    guard let engine, format.graphFormat.isValid, format.commonFormat != .otherFormat else {
      return false
    }
    return engine.setManualInput(format, unsafe ManualInput(block, format))
  }

  // MARK: Voice processing

  /// Whether recorded frames pass unchanged; without effect while voice processing is off.
  open var isVoiceProcessingBypassed: Bool {
    get { voice.isBypassed }
    set { voice.isBypassed = newValue }
  }

  /// Whether voice processing controls the gain; without effect while it is off.
  open var isVoiceProcessingAGCEnabled: Bool {
    get { voice.controlsGain }
    set { voice.controlsGain = newValue }
  }

  /// Whether voice processing mutes the input; without effect while it is off.
  open var isVoiceProcessingInputMuted: Bool {
    get { voice.isMuted }
    set { voice.isMuted = newValue }
  }

  /// How voice processing lowers other sound; without effect, because other programs keep their
  /// levels.
  open var voiceProcessingOtherAudioDuckingConfiguration:
    AVAudioVoiceProcessingOtherAudioDuckingConfiguration
  {
    get { ducking.withLock { $0 } }
    set { ducking.withLock { $0 = newValue } }
  }

  /// Sets the listener for speech while the input is muted.
  ///
  /// - Parameter listenerBlock: The listener, or `nil`.
  /// - Returns: `false` for a listener, because voice processing does not detect speech.
  @discardableResult
  open func setMutedSpeechActivityEventListener(
    _ listenerBlock: ((AVAudioVoiceProcessingSpeechActivityEvent) -> Void)?
  ) -> Bool { listenerBlock == nil }
}

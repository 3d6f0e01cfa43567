internal import AudioGraph
public import AudioToolbox
public import Foundation
internal import Synchronization

/// A node at an end of the graph.
// Unchecked, like its superclass.
open class AVAudioIONode: AVAudioNode, @unchecked Sendable {
  /// The time between the node and the loudspeaker, in seconds.
  open var presentationLatency: TimeInterval { engine?.presentationLatency ?? 0 }

  /// The audio unit of the device, for `kAudioOutputUnitProperty_CurrentDevice`.
  ///
  /// Only the engine renders the node: `AudioUnitInitialize` returns `kAudio_UnimplementedError`.
  open var audioUnit: AudioUnit? { unsafe standIn.unit }

  private let knownStandIn = Mutex<StandInUnit?>(nil)

  private var standIn: StandInUnit {
    if let known = knownStandIn.withLock({ $0 }) { return known }
    let made = StandInUnit(
      ownUnit,
      AudioComponentDescription(
        componentType: kind.type, componentSubType: kind.subType,
        componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0,
        componentFlagsMask: 0))
    return knownStandIn.withLock { known in
      if let known { return known }
      known = made
      return made
    }
  }

  override var kind: (type: OSType, subType: OSType) {
    (kAudioUnitType_Output, kAudioUnitSubType_HALOutput)
  }

  /// Whether the node plays, and not records.
  var isOutput: Bool { true }
  /// The device of the engine; 0 without one.
  var deviceNumber: AudioObjectID { engine?.devices.number(isOutput: isOutput) ?? 0 }

  /// Chooses the device of the engine.
  ///
  /// - Returns: A documented status.
  func setDevice(_ number: AudioObjectID) -> OSStatus {
    engine?.setDevice(number, isOutput: isOutput) ?? kAudioUnitErr_Uninitialized
  }

  /// Whether voice processing is on, for both nodes of the engine.
  open var isVoiceProcessingEnabled: Bool { engine?.usesVoice ?? false }

  /// Turns voice processing on or off, for both nodes of the engine.
  ///
  /// Voice processing removes the echo of the engine's sound from the recorded frames. It also
  /// removes steady noise, and adjusts the level. The library webrtc-audio-processing does this.
  /// All channels of the input node then have the same frames, which are 10 ms late. Voice
  /// processing works with a recording device, not in manual rendering.
  ///
  /// - Parameter enabled: Whether voice processing is on.
  /// - Throws: `kAudio_UnimplementedError` if the library is missing;
  ///   `kAudioUnitErr_Initialized` unless the engine is stopped; `kAudioUnitErr_Uninitialized`
  ///   without an engine; `kAudioUnitErr_CannotDoInCurrentContext` in manual rendering.
  open func setVoiceProcessingEnabled(_ enabled: Bool) throws {
    let status = engine?.setUsesVoice(enabled) ?? kAudioUnitErr_Uninitialized
    guard status == noErr else {
      throw NSError.audio(status, "AVAudioIONode.setVoiceProcessingEnabled(_:)")
    }
  }
}

/// The node that plays frames on the device, or gives them to the client in manual rendering.
// Unchecked, like its superclass.
open class AVAudioOutputNode: AVAudioIONode, @unchecked Sendable {
  init() {
    super.init(GraphNode(PassThrough()))
  }

  /// The number of input buses.
  open override var numberOfInputs: Int { 1 }
}

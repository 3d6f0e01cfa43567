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

  /// Whether voice processing changes the sound; always `false`, because it is not available.
  open var isVoiceProcessingEnabled: Bool { false }

  /// Turns voice processing, which cancels echoes, on or off.
  ///
  /// - Parameter enabled: Whether voice processing is on.
  /// - Throws: `kAudio_UnimplementedError` if `enabled` is `true`.
  open func setVoiceProcessingEnabled(_ enabled: Bool) throws {
    guard !enabled else {
      throw NSError.audio(kAudio_UnimplementedError, "AVAudioIONode.setVoiceProcessingEnabled(_:)")
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

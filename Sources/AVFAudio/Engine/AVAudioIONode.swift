internal import AudioGraph
public import AudioToolbox
public import Foundation

/// A node at an end of the graph.
// Unchecked, like its superclass.
open class AVAudioIONode: AVAudioNode, @unchecked Sendable {
  /// The time between the node and the loudspeaker, in seconds.
  open var presentationLatency: TimeInterval { engine?.presentationLatency ?? 0 }

  /// The audio unit of the device: always `nil`, unlike on Apple's systems.
  ///
  /// The engine plays on the session's route.
  open var audioUnit: AudioUnit? { nil }

  /// Whether voice processing changes the sound; always `false`, because it is not available.
  open var isVoiceProcessingEnabled: Bool { false }

  /// Turns voice processing, which cancels echoes, on or off.
  ///
  /// - Parameter enabled: Whether voice processing is on.
  /// - Throws: `kAudio_UnimplementedError` if `enabled` is `true`.
  open func setVoiceProcessingEnabled(_ enabled: Bool) throws {
    guard !enabled else { throw NSError.audio(kAudio_UnimplementedError, "voice processing") }
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

internal import AudioRouting
public import Foundation

/// The ports of a route.
public final class AVAudioSessionRouteDescription: NSObject, Sendable {
  /// The ports for recording.
  public let inputs: [AVAudioSessionPortDescription]
  /// The ports for playback.
  public let outputs: [AVAudioSessionPortDescription]

  init(_ route: SessionRoute) {
    inputs = route.inputs.map { AVAudioSessionPortDescription($0) }
    outputs = route.outputs.map { AVAudioSessionPortDescription($0) }
  }

  public override var description: String {
    "inputs: \(inputs.map(\.description)), outputs: \(outputs.map(\.description))"
  }
}

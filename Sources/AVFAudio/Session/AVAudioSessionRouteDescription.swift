internal import AudioRouting
public import Foundation

/// The ports that sound comes from and goes to.
public final class AVAudioSessionRouteDescription: NSObject, Sendable {
  /// Those that are recorded from.
  public let inputs: [AVAudioSessionPortDescription]
  /// Those that are played on.
  public let outputs: [AVAudioSessionPortDescription]

  init(_ route: SessionRoute) {
    inputs = route.inputs.map { AVAudioSessionPortDescription($0) }
    outputs = route.outputs.map { AVAudioSessionPortDescription($0) }
  }

  public override var description: String {
    "inputs: \(inputs.map(\.description)), outputs: \(outputs.map(\.description))"
  }
}

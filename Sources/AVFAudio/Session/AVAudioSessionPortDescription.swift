internal import AudioRouting
public import Foundation

/// A port of a device.
///
/// Two descriptions are equal if they identify the same port.
public final class AVAudioSessionPortDescription: NSObject, Sendable {
  /// The kind of equipment that the port connects to.
  public let portType: AVAudioSession.Port
  /// The display name of the port.
  public let portName: String
  /// Identifies the port among all ports.
  public let uid: String
  /// The channels of the port.
  public let channels: [AVAudioSessionChannelDescription]?
  /// The device's name on the sound server.
  let device: String

  init(_ port: SessionPort) {
    portType = AVAudioSession.Port(rawValue: port.kind.rawValue)
    portName = port.title
    uid = port.identifier
    device = port.device
    channels = port.channels.enumerated().map { index, channel in
      AVAudioSessionChannelDescription(
        channel, number: index + 1, owner: port.identifier, device: port.device)
    }
  }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVAudioSessionPortDescription else { return false }
    return uid == other.uid && portType == other.portType
  }

  public override var hash: Int { uid.hashValue }

  public override var description: String { "\(portName) (\(portType.rawValue))" }
}

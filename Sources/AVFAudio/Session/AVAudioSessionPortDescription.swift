internal import AudioRouting
public import Foundation

/// A port of a device.
///
/// Two of them are equal where they stand for the same port.
public final class AVAudioSessionPortDescription: NSObject, Sendable {
  /// What is at its other end.
  public let portType: AVAudioSession.Port
  /// What people know it by.
  public let portName: String
  /// Tells it from all other ports.
  public let uid: String
  /// Its channels.
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

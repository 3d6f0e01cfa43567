internal import AudioDevices
public import AudioToolbox
public import Foundation

/// A channel of a port.
public final class AVAudioSessionChannelDescription: NSObject, Sendable {
  /// What people know it by.
  public let channelName: String
  /// The ``AVAudioSessionPortDescription/uid`` of its port.
  public let owningPortUID: String
  /// Which of the port's channels it is, counted from 1.
  public let channelNumber: Int
  /// Where it is heard.
  public let channelLabel: AudioChannelLabel
  /// The device's name on the sound server.
  let device: String

  init(_ channel: ServerChannel, number: Int, owner: String, device: String) {
    self.device = device
    let known: (String, AudioChannelLabel) =
      switch channel {
      case .mono: ("Mono", kAudioChannelLabel_Mono)
      case .left: ("Left", kAudioChannelLabel_Left)
      case .right: ("Right", kAudioChannelLabel_Right)
      case .center: ("Center", kAudioChannelLabel_Center)
      case .lowFrequency: ("LFE", kAudioChannelLabel_LFEScreen)
      case .rearLeft: ("Rear Left", kAudioChannelLabel_RearSurroundLeft)
      case .rearRight: ("Rear Right", kAudioChannelLabel_RearSurroundRight)
      case .rearCenter: ("Rear Center", kAudioChannelLabel_CenterSurround)
      case .sideLeft: ("Side Left", kAudioChannelLabel_LeftSurround)
      case .sideRight: ("Side Right", kAudioChannelLabel_RightSurround)
      case .frontLeftOfCenter: ("Left of Center", kAudioChannelLabel_LeftCenter)
      case .frontRightOfCenter: ("Right of Center", kAudioChannelLabel_RightCenter)
      case .other: ("Channel \(number)", kAudioChannelLabel_Unknown)
      }
    channelName = known.0
    channelLabel = known.1
    channelNumber = number
    owningPortUID = owner
  }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVAudioSessionChannelDescription else { return false }
    return owningPortUID == other.owningPortUID && channelNumber == other.channelNumber
  }

  public override var hash: Int { owningPortUID.hashValue ^ channelNumber }

  /// The channels that are asked for, of the device of the first one.
  ///
  /// Those of other devices are none; `nil` where there is nothing asked for.
  static func channels(_ assignments: [AVAudioSessionChannelDescription]?) -> DeviceChannels? {
    guard let assignments, let device = assignments.first?.device else { return nil }
    return DeviceChannels(
      device: device,
      channels: assignments.map { $0.device == device ? $0.channelNumber - 1 : nil })
  }

  public override var description: String { "\(channelNumber): \(channelName)" }
}

internal import AudioDevices
public import AudioToolbox
public import Foundation

/// A channel of a port.
public final class AVAudioSessionChannelDescription: NSObject, Sendable {
  /// The display name of the channel.
  public let channelName: String
  /// The ``AVAudioSessionPortDescription/uid`` of its port.
  public let owningPortUID: String
  /// The channel's number in the port, counted from 1.
  public let channelNumber: Int
  /// The position of the channel.
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

  /// The assigned channels of the first channel's device.
  ///
  /// Channels of other devices become `nil`. Returns `nil` if no channels are assigned.
  static func channels(_ assignments: [AVAudioSessionChannelDescription]?) -> DeviceChannels? {
    guard let assignments, let device = assignments.first?.device else { return nil }
    return DeviceChannels(
      device: device,
      channels: assignments.map { $0.device == device ? $0.channelNumber - 1 : nil })
  }

  public override var description: String { "\(channelNumber): \(channelName)" }
}

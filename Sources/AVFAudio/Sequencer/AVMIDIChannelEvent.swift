/// A message of a channel.
///
/// Create an instance of one of the subclasses.
open class AVMIDIChannelEvent: AVMusicEvent, @unchecked Sendable {
  /// The channel, 0 to 15.
  open var channel: UInt32

  init(channel: UInt32) {
    self.channel = channel
    super.init()
  }

  /// The status without the channel, and the data bytes.
  var message: (status: UInt8, data1: UInt32, data2: UInt32) { (0, 0, 0) }

  override var kind: MusicEventType { kMusicEventType_MIDIChannelMessage }
  override var bytes: [UInt8] {
    let message = message
    // A channel out of range makes an invalid status, which the track refuses.
    let status = channel < 16 ? message.status | UInt8(channel) : 0
    return [status, UInt8(clamping: message.data1), UInt8(clamping: message.data2), 0]
  }

  /// The event for a message in C's form.
  static func event(_ bytes: [UInt8]) -> AVMIDIChannelEvent {
    let (channel, data1, data2) = (UInt32(bytes[0] & 0x0F), UInt32(bytes[1]), UInt32(bytes[2]))
    switch bytes[0] & 0xF0 {
    case 0xA0: return AVMIDIPolyPressureEvent(channel: channel, key: data1, pressure: data2)
    case 0xB0: return AVMIDIControlChangeEvent(channel: channel, controller: data1, value: data2)
    case 0xC0: return AVMIDIProgramChangeEvent(channel: channel, programNumber: data1)
    case 0xD0: return AVMIDIChannelPressureEvent(channel: channel, pressure: data1)
    case 0xE0: return AVMIDIPitchBendEvent(channel: channel, value: data2 << 7 | data1)
    default: return OtherChannelEvent(bytes)
    }
  }
}

/// The start or end of a note as a message of its own, which has no public class.
private final class OtherChannelEvent: AVMIDIChannelEvent, @unchecked Sendable {
  private let original: [UInt8]

  init(_ bytes: [UInt8]) {
    original = bytes
    super.init(channel: UInt32(bytes[0] & 0x0F))
  }

  override var message: (status: UInt8, data1: UInt32, data2: UInt32) {
    (original[0] & 0xF0, UInt32(original[1]), UInt32(original[2]))
  }
}

/// A change of a controller.
open class AVMIDIControlChangeEvent: AVMIDIChannelEvent, @unchecked Sendable {
  private let controller: UInt32
  /// The controller; a controller without a name counts as data entry.
  open var messageType: MessageType { MessageType(rawValue: Int(controller)) ?? .dataEntry }
  /// The value, 0 to 127.
  public let value: UInt32

  /// Makes a change.
  public init(channel: UInt32, messageType: MessageType, value: UInt32) {
    controller = UInt32(messageType.rawValue)
    self.value = value
    super.init(channel: channel)
  }

  init(channel: UInt32, controller: UInt32, value: UInt32) {
    self.controller = controller
    self.value = value
    super.init(channel: channel)
  }

  override var message: (status: UInt8, data1: UInt32, data2: UInt32) { (0xB0, controller, value) }
}

/// The pressure on a key that is down.
open class AVMIDIPolyPressureEvent: AVMIDIChannelEvent, @unchecked Sendable {
  /// The key, 0 to 127.
  open var key: UInt32
  /// The pressure, 0 to 127.
  open var pressure: UInt32

  /// Makes a change of the pressure.
  public init(channel: UInt32, key: UInt32, pressure: UInt32) {
    self.key = key
    self.pressure = pressure
    super.init(channel: channel)
  }

  override var message: (status: UInt8, data1: UInt32, data2: UInt32) { (0xA0, key, pressure) }
}

/// A change of the instrument.
open class AVMIDIProgramChangeEvent: AVMIDIChannelEvent, @unchecked Sendable {
  /// The instrument, 0 to 127.
  open var programNumber: UInt32

  /// Makes a change.
  public init(channel: UInt32, programNumber: UInt32) {
    self.programNumber = programNumber
    super.init(channel: channel)
  }

  override var message: (status: UInt8, data1: UInt32, data2: UInt32) { (0xC0, programNumber, 0) }
}

/// The pressure on all keys of a channel.
open class AVMIDIChannelPressureEvent: AVMIDIChannelEvent, @unchecked Sendable {
  /// The pressure, 0 to 127.
  open var pressure: UInt32

  /// Makes a change of the pressure.
  public init(channel: UInt32, pressure: UInt32) {
    self.pressure = pressure
    super.init(channel: channel)
  }

  override var message: (status: UInt8, data1: UInt32, data2: UInt32) { (0xD0, pressure, 0) }
}

/// A position of the pitch wheel.
open class AVMIDIPitchBendEvent: AVMIDIChannelEvent, @unchecked Sendable {
  /// The position, 0 to 16,383; 8,192 is the middle.
  open var value: UInt32

  /// Makes a position.
  public init(channel: UInt32, value: UInt32) {
    self.value = value
    super.init(channel: channel)
  }

  override var message: (status: UInt8, data1: UInt32, data2: UInt32) {
    (0xE0, value & 0x7F, value >> 7)
  }
}

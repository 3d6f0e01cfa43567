public import Foundation

/// An event of a track.
///
/// Make one of the subclasses.
open class AVMusicEvent: NSObject, @unchecked Sendable {
  // Unchecked: like its counterpart, an event is changed by one thread at a time.

  /// The kind of event in C.
  var kind: MusicEventType { kMusicEventType_NULL }
  /// The event as the bytes of its C structure.
  var bytes: [UInt8] { [] }

  override init() { super.init() }
}

/// A note.
open class AVMIDINoteEvent: AVMusicEvent, @unchecked Sendable {
  /// The channel, 0 to 15.
  open var channel: UInt32
  /// The key, 0 to 127.
  open var key: UInt32
  /// The velocity, 0 to 127.
  open var velocity: UInt32
  /// The length in beats.
  open var duration: AVMusicTimeStamp
  /// The velocity of the note's release, which has no public property.
  private var releaseVelocity: UInt8 = 0

  /// Makes a note.
  public init(
    channel: UInt32, key keyNum: UInt32, velocity: UInt32, duration: AVMusicTimeStamp
  ) {
    self.channel = channel
    key = keyNum
    self.velocity = velocity
    self.duration = duration
    super.init()
  }

  init(_ message: MIDINoteMessage) {
    channel = UInt32(message.channel)
    key = UInt32(message.note)
    velocity = UInt32(message.velocity)
    duration = Double(message.duration)
    releaseVelocity = message.releaseVelocity
    super.init()
  }

  override var kind: MusicEventType { kMusicEventType_MIDINoteMessage }
  override var bytes: [UInt8] {
    EventBytes.of(
      MIDINoteMessage(
        channel: UInt8(clamping: channel), note: UInt8(clamping: key),
        velocity: UInt8(clamping: velocity), releaseVelocity: releaseVelocity,
        duration: Float(duration)))
  }
}

/// A system exclusive message, or other bytes to send.
///
/// The sequencer sends whole messages of up to 32,768 bytes. Unlike on Apple's systems, other bytes
/// only stay in the track.
open class AVMIDISysexEvent: AVMusicEvent, @unchecked Sendable {
  private let data: Data
  /// The number of bytes.
  open var sizeInBytes: UInt32 { UInt32(clamping: data.count) }

  /// Makes a message, from 0xF0 to 0xF7.
  public init(data: Data) {
    self.data = data
    super.init()
  }

  override var kind: MusicEventType { kMusicEventType_MIDIRawData }
  override var bytes: [UInt8] { EventBytes.counted(data) }
}

/// Bytes for the callback of the sequencer.
open class AVMusicUserEvent: AVMusicEvent, @unchecked Sendable {
  private let data: Data
  /// The number of bytes.
  open var sizeInBytes: UInt32 { UInt32(clamping: data.count) }

  /// Makes an event.
  public init(data: Data) {
    self.data = data
    super.init()
  }

  override var kind: MusicEventType { kMusicEventType_User }
  override var bytes: [UInt8] { EventBytes.counted(data) }
}

/// Information that is not sent.
open class AVMIDIMetaEvent: AVMusicEvent, @unchecked Sendable {
  /// The kinds of information.
  public enum EventType: Int, Sendable {
    /// The number of the sequence.
    case sequenceNumber = 0
    /// A text.
    case text = 1
    /// A copyright notice.
    case copyright = 2
    /// The name of the track.
    case trackName = 3
    /// The name of the instrument.
    case instrument = 4
    /// A syllable of the words.
    case lyric = 5
    /// A mark.
    case marker = 6
    /// What happens on a stage or screen.
    case cuePoint = 7
    /// The MIDI channel of the meta events that follow this one.
    case midiChannel = 0x20
    /// The port of the track.
    case midiPort = 0x21
    /// The end of the track.
    case endOfTrack = 0x2F
    /// The tempo.
    case tempo = 0x51
    /// The time code of the start.
    case smpteOffset = 0x54
    /// The time signature.
    case timeSignature = 0x58
    /// The key signature.
    case keySignature = 0x59
    /// Information of a manufacturer.
    case proprietaryEvent = 0x7F
  }

  private let number: UInt8
  private let data: Data
  /// The kind of information; a kind without a name counts as that of a manufacturer.
  open var type: EventType { EventType(rawValue: Int(number)) ?? .proprietaryEvent }

  /// Makes information.
  public init(type: EventType, data: Data) {
    number = UInt8(type.rawValue)
    self.data = data
    super.init()
  }

  init(number: UInt8, data: Data) {
    self.number = number
    self.data = data
    super.init()
  }

  override var kind: MusicEventType { kMusicEventType_Meta }
  override var bytes: [UInt8] { [number, 0, 0, 0] + EventBytes.counted(data) }
}

/// A tempo, for the tempo track.
open class AVExtendedTempoEvent: AVMusicEvent, @unchecked Sendable {
  /// Beats a minute.
  open var tempo: Double

  /// Makes a tempo in beats a minute.
  public init(tempo: Double) {
    self.tempo = tempo
    super.init()
  }

  override var kind: MusicEventType { kMusicEventType_ExtendedTempo }
  override var bytes: [UInt8] { EventBytes.of(tempo) }
}

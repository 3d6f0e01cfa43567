/// A port of ALSA's sequencer.
struct SequencerAddress: Hashable, Sendable {
  var client: Int32
  var port: Int32
}

/// A port with its names.
struct SequencerPort: Equatable, Sendable {
  var address: SequencerAddress
  var clientName: String
  var name: String
  /// Whether other clients may receive from the port.
  var sends: Bool
  /// Whether other clients may send to the port.
  var receives: Bool
}

/// An event of ALSA's sequencer.
struct SequencerEvent: Equatable, Sendable {
  /// The types in use, with their numbers in ALSA.
  ///
  /// Source: ALSA library documentation, "MIDI Sequencer", enumeration `snd_seq_event_type`.
  enum Kind: Int32, Sendable {
    case noteOn = 6
    case noteOff = 7
    case keyPressure = 8
    case controller = 10
    case program = 11
    case channelPressure = 12
    case pitchBend = 13
    /// A controller with 14 bits.
    case longController = 14
    case unregisteredParameter = 15
    case registeredParameter = 16
    case songPosition = 20
    case songSelection = 21
    case timeCode = 22
    case start = 30
    case resume = 31
    case stop = 32
    case clock = 36
    case tuneRequest = 40
    case reset = 41
    case activeSensing = 42
    case clientExit = 61
    case clientChange = 62
    case portStart = 63
    case portExit = 64
    case portChange = 65
    case systemExclusive = 130
  }

  var kind: Kind
  var channel: Int32 = 0
  /// The key or the controller.
  var number: Int32 = 0
  /// The velocity, or the value; that of a pitch bend is 0 at rest.
  var value: Int32 = 0
  /// The bytes of a system-exclusive message, or of a part of one.
  var bytes: [UInt8] = []
}

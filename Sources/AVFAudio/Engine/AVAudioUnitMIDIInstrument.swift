public import AudioToolbox
internal import Foundation
internal import MIDISynthesis

/// A node that plays MIDI messages.
///
/// A message takes effect with the next frames that the engine renders. A program change first
/// loads its instrument, which may take some time.
// Unchecked, like its superclass.
open class AVAudioUnitMIDIInstrument: AVAudioUnit, AVAudioMixing, @unchecked Sendable {
  private let unitHost: HostedUnit
  /// The instrument of the unit; `nil` if the unit could not be made.
  let instrument: UnitInstrument?

  /// Makes an instrument.
  ///
  /// The engine throws at its start if it cannot make the instrument.
  ///
  /// - Parameter description: The instrument: `kAudioUnitSubType_MIDISynth`,
  ///   `kAudioUnitSubType_DLSSynth`, `kAudioUnitSubType_Sampler`, or one that the client has
  ///   registered.
  public init(audioComponentDescription description: AudioComponentDescription) {
    let host = HostedUnit(description, types: [kAudioUnitType_MusicDevice])
    unitHost = host
    instrument = UnitInstrument(number: unsafe UInt(bitPattern: host.unit))
    super.init(host.makeNode(), hosted: host)
  }

  /// The number of input buses: 0.
  open override var numberOfInputs: Int { 0 }

  /// Ends all notes at once.
  open override func reset() { unitHost.reset() }

  // MARK: Messages

  /// Starts a note.
  ///
  /// - Parameters:
  ///   - note: The key, from 0 to 127; 60 is C4.
  ///   - velocity: The velocity, from 0 to 127.
  ///   - channel: The MIDI channel, from 0 to 15.
  open func startNote(_ note: UInt8, withVelocity velocity: UInt8, onChannel channel: UInt8) {
    send(0x90, channel, note, velocity)
  }

  /// Ends a note.
  open func stopNote(_ note: UInt8, onChannel channel: UInt8) { send(0x80, channel, note, 0) }

  /// Changes a controller.
  open func sendController(
    _ controller: UInt8, withValue value: UInt8, onChannel channel: UInt8
  ) { send(0xB0, channel, controller, value) }

  /// Bends the pitch; 8,192 is the center.
  open func sendPitchBend(_ pitchbend: UInt16, onChannel channel: UInt8) {
    send(0xE0, channel, UInt8(pitchbend & 0x7F), UInt8(pitchbend >> 7 & 0x7F))
  }

  /// Changes the pressure of a channel.
  open func sendPressure(_ pressure: UInt8, onChannel channel: UInt8) {
    send(0xD0, channel, pressure, 0)
  }

  /// Changes the pressure of a key.
  open func sendPressure(forKey key: UInt8, withValue value: UInt8, onChannel channel: UInt8) {
    send(0xA0, channel, key, value)
  }

  /// Selects an instrument of the current bank.
  open func sendProgramChange(_ program: UInt8, onChannel channel: UInt8) {
    send(0xC0, channel, program, 0)
  }

  /// Selects a bank and an instrument.
  ///
  /// - Parameters:
  ///   - program: The program, from 0 to 127.
  ///   - bankMSB: The bank, such as `kAUSampler_DefaultMelodicBankMSB`.
  ///   - bankLSB: The variation, such as `kAUSampler_DefaultBankLSB`.
  ///   - channel: The MIDI channel, from 0 to 15.
  open func sendProgramChange(
    _ program: UInt8, bankMSB: UInt8, bankLSB: UInt8, onChannel channel: UInt8
  ) {
    send(0xB0, channel, 0, bankMSB)
    send(0xB0, channel, 32, bankLSB)
    send(0xC0, channel, program, 0)
  }

  /// Sends a message with two data bytes.
  open func sendMIDIEvent(_ midiStatus: UInt8, data1: UInt8, data2: UInt8) {
    post(SynthesizerMessage(midiStatus, data1, data2))
  }

  /// Sends a message with one data byte.
  open func sendMIDIEvent(_ midiStatus: UInt8, data1: UInt8) {
    post(SynthesizerMessage(midiStatus, data1))
  }

  /// Sends a system-exclusive message, with or without 0xF0 and 0xF7.
  open func sendMIDISysExEvent(_ midiData: Data) {
    note(unitHost.send(systemExclusive: [UInt8](midiData)))
  }

  /// Sends the bytes of a message.
  func send(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let status = unsafe bytes.first else { return }
    if status == 0xF0 || bytes.count > 3 {
      return unsafe sendMIDISysExEvent(Data(bytes))
    }
    post(
      SynthesizerMessage(
        status, unsafe bytes.count > 1 ? bytes[1] : 0, unsafe bytes.count > 2 ? bytes[2] : 0))
  }

  private func send(_ kind: UInt8, _ channel: UInt8, _ data1: UInt8, _ data2: UInt8) {
    post(SynthesizerMessage(kind | channel & 0x0F, data1, data2))
  }

  private func post(_ message: SynthesizerMessage) {
    if let instrument { note(instrument.send(message.status, message.data1, message.data2)) }
  }

  /// The functions return no error, so a lost message goes to the log.
  private func note(_ status: OSStatus) {
    guard status == kAudioUnitErr_CannotDoInCurrentContext else { return }
    NSLog(
      "AVAudioUnitMIDIInstrument: a MIDI message is lost, because too many messages are pending")
  }
}

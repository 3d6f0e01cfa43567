internal import CoreAudioTypes
package import MIDISynthesis

/// The instrument of a unit, for the node of an engine.
package struct UnitInstrument: Sendable {
  private let unit: UnitInstance
  /// The receiver of a sequence's messages.
  package let destination: any MessageDestination

  /// Finds a unit by its reference as a number; `nil` if the unit does not exist.
  package init?(number: UInt) {
    guard let found = try? UnitInstance.find(number: number) else { return nil }
    (unit, destination) = (found, found.messageDestination)
  }

  /// The synthesizer; `nil` for units of the client.
  package var synthesizer: Synthesizer? { (unit as? InstrumentUnit)?.synthesizer }

  /// Sends a MIDI message, which takes effect with the next frames.
  package func send(_ status: UInt8, _ data1: UInt8, _ data2: UInt8) -> OSStatus {
    AudioToolbox.status { () throws(StatusError) in
      try unit.send(UnitMessage(UInt32(status), UInt32(data1), UInt32(data2), at: 0))
    }
  }

  /// A parameter of the whole unit; 0 if the unit does not have it.
  package subscript(parameter: AudioUnitParameterID) -> Float {
    get { (try? unit.parameter(parameter, .global)) ?? 0 }
    nonmutating set {
      guard (try? unit.setParameter(parameter, .global, to: newValue, at: 0)) != nil else { return }
      ParameterMirrors.follow(unit.reference, parameter, .global, newValue)
    }
  }
}

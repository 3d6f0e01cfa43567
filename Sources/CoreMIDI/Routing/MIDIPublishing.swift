internal import CCoreMIDI

/// The visibility of this process's objects to other programs; without a sequencer, only this
/// process sees them.
enum MIDIPublishing {
  /// Shows a new object to other programs.
  static func add(_ reference: MIDIObjectRef, _ object: MIDIObject, _ name: String) {
    #if ALSA
      if object.isEndpoint { MIDIOutside.shared?.publish(reference, object.type, name) }
    #endif
  }

  static func remove(_ reference: MIDIObjectRef) {
    #if ALSA
      MIDIOutside.shared?.withdraw(reference)
    #endif
  }

  /// Takes the name of a client for the process.
  static func name(_ name: String) {
    #if ALSA
      MIDIOutside.shared?.name(name)
    #endif
  }

  /// Receives from the ports of other programs that are connected now; call without a lock.
  static func updateConnections() {
    #if ALSA
      MIDIOutside.shared?.updateConnections()
    #endif
  }

  /// The receiver of a source's messages in other programs.
  static func receiver(of source: MIDIObjectRef) -> MIDIReceiver? {
    #if ALSA
      MIDIOutside.shared?.sender(of: source)
    #else
      nil
    #endif
  }

  /// Adds the ports of other programs to a new setup.
  static func start(_ setup: inout MIDISetup) {
    #if ALSA
      MIDIOutside.shared?.start(&setup)
    #endif
  }
}

internal import CCoreMIDI

/// The client's code behind an input port or a virtual destination, or a port of another program.
@safe
final class MIDIReceiver: @unchecked Sendable {
  // Unchecked: the client promises that a thread of MIDI Services may call its code.

  /// The client's function, by the form of its lists.
  @safe
  enum Function {
    case packets((UnsafePointer<MIDIPacketList>, UnsafeMutableRawPointer?) -> Void)
    case events(MIDIProtocolID, (UnsafePointer<MIDIEventList>, UnsafeMutableRawPointer?) -> Void)
    /// Bytes for another program.
    case bytes(([UInt8]) -> Void)
  }

  private let function: Function
  private let calls = MIDICalls()

  init(_ function: Function) { self.function = function }

  /// Ends the calls, and waits for a call in progress, unless that call itself calls this function.
  func end() { calls.end() }

  /// Waits for a call in progress, unless that call itself calls this function.
  func wait() { calls.wait() }

  /// Gives messages to the client.
  ///
  /// - Parameters:
  ///   - messages: The messages.
  ///   - connection: Returns the client's data for the source, as an address, or `nil` to drop the
  ///     messages. It runs within the call, so that ``wait()`` waits for the last use of the data.
  func take(_ messages: [MIDIMessages], _ connection: () -> UInt?) {
    calls.perform {
      if let connection = connection() { call(messages, connection) }
    }
  }

  private func call(_ messages: [MIDIMessages], _ connection: UInt) {
    let connection = unsafe UnsafeMutableRawPointer(bitPattern: connection)
    switch function {
    case .packets(let call):
      unsafe MIDILists.withPackets(messages) { unsafe call($0, connection) }
    case .events(let version, let call):
      unsafe MIDILists.withEvents(messages, version) { unsafe call($0, connection) }
    case .bytes(let call):
      for message in messages { call(message.bytes) }
    }
  }
}

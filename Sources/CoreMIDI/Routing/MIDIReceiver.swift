internal import CCoreMIDI
internal import Synchronization

/// The client's code behind an input port or a virtual destination.
@safe
final class MIDIReceiver: @unchecked Sendable {
  // Unchecked: the client promises that a thread of MIDI Services may call its code.

  /// The client's function, by the form of its lists.
  @safe
  enum Function {
    case packets((UnsafePointer<MIDIPacketList>, UnsafeMutableRawPointer?) -> Void)
    case events(MIDIProtocolID, (UnsafePointer<MIDIEventList>, UnsafeMutableRawPointer?) -> Void)
  }

  private let function: Function
  private let isEnded = Atomic<Bool>(false)

  init(_ function: Function) { self.function = function }

  /// Ends further calls; a call in progress continues.
  func end() { isEnded.store(true, ordering: .relaxed) }

  /// Gives messages to the client.
  ///
  /// - Parameters:
  ///   - messages: The messages.
  ///   - connection: The client's data for the source, as an address.
  func take(_ messages: [MIDIMessages], _ connection: UInt) {
    guard !isEnded.load(ordering: .relaxed) else { return }
    let connection = unsafe UnsafeMutableRawPointer(bitPattern: connection)
    switch function {
    case .packets(let call):
      unsafe MIDILists.withPackets(messages) { unsafe call($0, connection) }
    case .events(let version, let call):
      unsafe MIDILists.withEvents(messages, version) { unsafe call($0, connection) }
    }
  }
}

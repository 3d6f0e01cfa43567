internal import AudioToolbox
internal import Foundation
internal import Synchronization

extension AVAudioEngine {
  /// Sends the MIDI messages of a unit to another one.
  ///
  /// The engine sets the ``AUAudioUnit/midiOutputEventBlock`` of the source's object. Earlier
  /// connections of the source remain.
  ///
  /// - Parameters:
  ///   - sourceNode: The unit that sends messages.
  ///   - destinationNode: The unit that plays them.
  ///   - format: The format of the source's frames, or `nil`; it has no effect on messages.
  ///   - tapBlock: Also receives the messages, on the thread that renders; replaces an earlier one.
  public func connectMIDI(
    _ sourceNode: AVAudioNode, to destinationNode: AVAudioNode, format: AVAudioFormat?,
    block tapBlock: AUMIDIOutputEventBlock? = nil
  ) {
    unsafe connectMIDI(sourceNode, to: [destinationNode], format: format, block: tapBlock)
  }

  /// Sends the MIDI messages of a unit to other ones.
  ///
  /// - Parameters:
  ///   - sourceNode: The unit that sends messages.
  ///   - destinationNodes: The units that play them.
  ///   - format: The format of the source's frames, or `nil`; it has no effect on messages.
  ///   - tapBlock: Also receives the messages, on the thread that renders; replaces an earlier one.
  public func connectMIDI(
    _ sourceNode: AVAudioNode, to destinationNodes: [AVAudioNode], format: AVAudioFormat?,
    block tapBlock: AUMIDIOutputEventBlock? = nil
  ) {
    connectMIDI(sourceNode, destinationNodes, unsafe tapBlock.map { unsafe MIDITap($0) })
  }

  /// Sends the MIDI messages of a unit to another one, and to a closure as lists.
  ///
  /// - Parameters:
  ///   - sourceNode: The unit that sends messages.
  ///   - destinationNode: The unit that plays them.
  ///   - format: The format of the source's frames, or `nil`; it has no effect on messages.
  ///   - tapBlock: Also receives each message as a list of Universal MIDI Packets, on the thread
  ///     that renders; replaces an earlier one. Unlike Apple's, the engine allocates memory for it.
  public func connectMIDI(
    _ sourceNode: AVAudioNode, to destinationNode: AVAudioNode, format: AVAudioFormat?,
    eventListBlock tapBlock: AUMIDIEventListBlock?
  ) {
    unsafe connectMIDI(
      sourceNode, to: [destinationNode], format: format, eventListBlock: tapBlock)
  }

  /// Sends the MIDI messages of a unit to other ones, and to a closure as lists.
  ///
  /// - Parameters:
  ///   - sourceNode: The unit that sends messages.
  ///   - destinationNodes: The units that play them.
  ///   - format: The format of the source's frames, or `nil`; it has no effect on messages.
  ///   - tapBlock: As for one destination.
  public func connectMIDI(
    _ sourceNode: AVAudioNode, to destinationNodes: [AVAudioNode], format: AVAudioFormat?,
    eventListBlock tapBlock: AUMIDIEventListBlock?
  ) {
    connectMIDI(
      sourceNode, destinationNodes,
      unsafe tapBlock.map { block in
        unsafe MIDITap(MIDIEventBytes.sender(block))
      })
  }

  private func connectMIDI(
    _ sourceNode: AVAudioNode, _ destinationNodes: [AVAudioNode], _ tap: MIDITap?
  ) {
    for node in [sourceNode] + destinationNodes {
      precondition(node.engine === self, "the node is not attached to this engine: \(node)")
    }
    changeMIDI(of: sourceNode) { links in
      links.tap = tap ?? links.tap
      links.targets += destinationNodes.filter { node in
        !links.targets.contains { $0 === node }
      }
    }
  }

  /// Ends a connection for MIDI messages.
  public func disconnectMIDI(_ sourceNode: AVAudioNode, from destinationNode: AVAudioNode) {
    disconnectMIDI(sourceNode, from: [destinationNode])
  }

  /// Ends connections for MIDI messages.
  public func disconnectMIDI(_ sourceNode: AVAudioNode, from destinationNodes: [AVAudioNode]) {
    changeMIDI(of: sourceNode) { links in
      links.targets.removeAll { node in destinationNodes.contains { $0 === node } }
    }
  }

  /// Ends all connections that send MIDI messages to a node.
  public func disconnectMIDIInput(_ node: AVAudioNode) {
    let sources = state.withLock { state in
      state.messages.filter { $0.value.targets.contains { $0 === node } }.map(\.key)
    }
    for source in sources { disconnectMIDI(source, from: node) }
  }

  /// Ends all connections of a node that sends MIDI messages.
  public func disconnectMIDIOutput(_ node: AVAudioNode) {
    changeMIDI(of: node) { $0 = MIDILinks() }
  }

  /// Changes the connections of a node, and the closure to which it sends messages.
  private func changeMIDI(of source: AVAudioNode, _ change: (inout MIDILinks) -> Void) {
    let former = state.withLock { $0.messages[source] }
    var links = former ?? MIDILinks()
    change(&links)
    guard former != nil || !links.isEmpty else { return }
    let new = links.isEmpty ? nil : links
    state.withLock { $0.messages[source] = new }
    unsafe source.auAudioUnit.midiOutputEventBlock = links.block
  }
}

/// The targets of a node's MIDI messages.
struct MIDILinks: Sendable {
  var targets: [AVAudioNode] = []
  var tap: MIDITap?

  var isEmpty: Bool { targets.isEmpty && tap == nil }

  /// A closure that forwards messages without taking a lock; `nil` if nobody receives them.
  var block: AUMIDIOutputEventBlock? {
    guard !isEmpty else { return nil }
    let schedules = unsafe targets.compactMap { unsafe $0.auAudioUnit.scheduleMIDIEventBlock }
    let tap = unsafe tap?.block
    return { time, cable, length, bytes in
      unsafe schedules.forEach { unsafe $0(time, cable, length, bytes) }
      return unsafe tap?(time, cable, length, bytes) ?? noErr
    }
  }
}

/// A closure of the client that also receives messages.
@safe final class MIDITap: @unchecked Sendable {
  // Unchecked: the client states its closure for the thread that renders.

  let block: AUMIDIOutputEventBlock

  init(_ block: @escaping AUMIDIOutputEventBlock) { unsafe self.block = unsafe block }
}

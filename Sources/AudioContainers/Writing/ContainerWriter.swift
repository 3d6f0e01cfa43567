package import AudioModel

/// Lays packets out as one container format.
///
/// Does no I/O. Each call answers with *edits*: bytes and where they go. The caller makes them in their
/// order; between any two of them the file is one that opens, so that a recorder may be killed at any moment. A writer is
/// a value: where an edit fails, the caller goes on with the writer as it was before the call.
///
/// What a writer keeps grows with the packets written, by a few bytes each, never with their contents.
package protocol ContainerWriter: Sendable {
  /// Makes a writer of a new file, which is empty.
  ///
  /// - Throws: ``ContainerWriteError``, where the container cannot carry the format.
  init(_ content: ContainerContent) throws(ContainerWriteError)

  /// What a reader of the file finds before the first packet.
  var info: ContainerInfo { get }

  /// Takes what is to be said of the audio; comes first of all calls, and whenever that has changed.
  ///
  /// Before the first packet the file's head is laid out anew. Later on, what does not fit into the
  /// head as it stands goes behind the audio when the file is finished.
  ///
  /// - Throws: ``ContainerWriteError``, where the container cannot say it, or not any more.
  mutating func describe(
    _ content: ContainerContent, _ edits: inout FileEdits
  ) throws(ContainerWriteError)

  /// Adds packets, side by side in `bytes`.
  ///
  /// - Parameters:
  ///   - bytes: The packets; lent to the edits. Constant packets need not be whole.
  ///   - packets: Where each packet lies in `bytes`; empty where packets are constant.
  ///   - placed: Takes where each of `packets` lies in the file; not cleared first.
  ///   - edits: Takes what to write.
  /// - Throws: ``ContainerWriteError``, where the container cannot carry them.
  mutating func append(
    _ bytes: Span<UInt8>, _ packets: [Packet], placed: inout [Packet], _ edits: inout FileEdits
  ) throws(ContainerWriteError)

  /// Makes the head tell of the audio so far, as far as it can without what only the end brings.
  mutating func update(_ edits: inout FileEdits)

  /// Makes the file whole.
  ///
  /// Packets may be added afterwards, which makes it one under way again.
  ///
  /// - Throws: ``ContainerWriteError``, where what follows the audio has no room.
  mutating func finish(_ edits: inout FileEdits) throws(ContainerWriteError)

  /// Lays the finished file out for a new file, with all that is said of the audio in front of it.
  ///
  /// - Parameter edits: Takes the new file; copies from the old one.
  /// - Returns: Whether there is anything to be gained; else `edits` is as it was.
  /// - Throws: ``ContainerWriteError``, where the new file cannot be.
  mutating func optimise(_ edits: inout FileEdits) throws(ContainerWriteError) -> Bool
}

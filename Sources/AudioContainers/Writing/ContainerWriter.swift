package import AudioModel

/// Lays packets out as one container format.
///
/// A writer does no I/O. Each call returns *edits*: bytes and their positions. The caller applies
/// them in order. After each edit, the file can be opened, so a recorder may be stopped at any
/// moment. A writer is a value. If an edit fails, the caller continues with the writer's value from
/// before the call.
///
/// A writer's memory grows by a few bytes per packet, regardless of the packet's contents.
package protocol ContainerWriter: Sendable {
  /// Creates a writer for a new, empty file.
  ///
  /// - Throws: ``ContainerWriteError`` if the container cannot carry the format.
  init(_ content: ContainerContent) throws(ContainerWriteError)

  /// The info that a reader of the file finds before the first packet.
  var info: ContainerInfo { get }

  /// Sets the description of the audio.
  ///
  /// Call it before all other methods, and after each change.
  ///
  /// Before the first packet, the writer lays out the file's head again. Later, parts that do not
  /// fit into the existing head go after the audio when the file is finished.
  ///
  /// - Throws: ``ContainerWriteError`` if the container cannot express the description, or no
  ///   longer can.
  mutating func describe(
    _ content: ContainerContent, _ edits: inout FileEdits
  ) throws(ContainerWriteError)

  /// Adds packets, which lie side by side in `bytes`.
  ///
  /// - Parameters:
  ///   - bytes: The packets, borrowed by the edits. Constant packets need not be complete.
  ///   - packets: The location of each packet in `bytes`; empty if packets are constant.
  ///   - placed: Receives the location in the file of each of `packets`. Not cleared first.
  ///   - edits: Receives the edits.
  /// - Throws: ``ContainerWriteError`` if the container cannot carry the packets.
  mutating func append(
    _ bytes: Span<UInt8>, _ packets: [Packet], placed: inout [Packet], _ edits: inout FileEdits
  ) throws(ContainerWriteError)

  /// Updates the head for the audio so far, except for values that are known only at the end.
  mutating func update(_ edits: inout FileEdits)

  /// Completes the file.
  ///
  /// Adding packets later makes the file incomplete again.
  ///
  /// - Throws: ``ContainerWriteError`` if the data after the audio does not fit.
  mutating func finish(_ edits: inout FileEdits) throws(ContainerWriteError)

  /// Lays the finished file out as a new file, with all descriptions before the audio.
  ///
  /// - Parameter edits: Receives the new file, including copies from the old one.
  /// - Returns: Whether the new layout is an improvement. If not, `edits` is unchanged.
  /// - Throws: ``ContainerWriteError`` if the new file is impossible.
  mutating func optimise(_ edits: inout FileEdits) throws(ContainerWriteError) -> Bool
}

package import AudioModel

/// Finds the packets of one container format in borrowed bytes.
///
/// A reader does no I/O. The caller keeps a *window*, which holds the bytes of the file from
/// ``position`` on. It calls ``next(_:isEnd:into:)`` with the window until the result is `.needs`.
/// Then it drops the bytes before the new ``position`` and gets more. A ``position`` after the
/// window's end is a forward jump (skip or seek). A ``position`` before the window's start is a
/// backward jump, which a push driver cannot make.
///
/// The results depend on the bytes and on the end of the file, never on the length of a window. A
/// reader examines only the bytes that it requested, unless fewer bytes lead to the same decision.
package protocol ContainerReader: Sendable {
  /// Bytes from the start of the file to the required start of the next window.
  var position: UInt64 { get }

  /// Continues reading.
  ///
  /// - Parameters:
  ///   - window: Bytes of the file from ``position`` on.
  ///   - isEnd: Whether the file ends at the end of the window.
  ///   - packets: Receives packets that lie whole in the window, and gathered packets. Not cleared
  ///     first.
  /// - Returns: The next item, or the number of missing bytes.
  /// - Throws: ``ContainerError``, after which the reader must not be used.
  mutating func next(
    _ window: Span<UInt8>, isEnd: Bool, into packets: inout [Packet]
  ) throws(ContainerError) -> ReaderStep

  /// Continues at `offset`, which need not be the start of a packet, as after a seek or a lost
  /// connection.
  ///
  /// The next packets are those that the bytes there identify with certainty.
  mutating func resynchronise(at offset: UInt64)
}

/// A result of a reader.
package enum ReaderStep: Sendable {
  /// All information known before the audio data.
  ///
  /// Returned once, before any packet.
  case info(ContainerInfo)
  /// Adjacent packets of one size; ``ContainerReader/position`` is now after them.
  ///
  /// `byteCount` is `nil` if the data continues to the end of the file.
  case constantPackets(offset: UInt64, byteCount: UInt64?)
  /// All packets, or all packets until the next table, in ascending order of time.
  ///
  /// A pull driver reads them in any order. A push driver takes each packet as its bytes arrive,
  /// before it calls the reader again. If the bytes arrive before their table, a push driver loses
  /// these packets. The table only states locations: the file may end earlier.
  case table(any PacketTable)
  /// The reader appended packets.
  case packets
  /// The reader appended packets whose bytes it gathered, with those bytes, side by side.
  ///
  /// In the file, such packets lie in parts or do not start on whole bytes. A packet's offset is
  /// its start in the file, and never decreases. Its byte count refers to the gathered bytes. A
  /// reader gathers either all of its packets or no packets.
  ///
  /// To get such bytes again, a driver continues with an earlier copy of the reader. The copy must
  /// produce the same bytes, regardless of the original's later use.
  case gathered([UInt8])
  /// Tags found after the audio, in addition to those of the info.
  case tags(Tags)
  /// A replacement for the earlier info that includes data found after the audio.
  ///
  /// The format and the audio's location stay the same.
  case completed(ContainerInfo)
  /// The priming, recording, and remainder known so far; precedes the affected packets.
  ///
  /// Zero valid frames mean that the end is not known yet. A pull driver waits for
  /// ``completed(_:)``, because more packets may follow.
  case trim(FrameTrim)
  /// Another stream follows.
  ///
  /// This step precedes its first packets.
  ///
  /// Each stream has its own priming and remainder. From now on, ``trim(_:)`` and ``completed(_:)``
  /// apply only to the new stream. The previous stream had its own ``completed(_:)``.
  case link(ContainerLink)
  /// The window must hold at least this many bytes from ``ContainerReader/position``, or be the
  /// last one.
  case needs(Int)
  /// The rest of the file contains no further information.
  case end
}

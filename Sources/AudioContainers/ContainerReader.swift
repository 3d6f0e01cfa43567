package import AudioModel

/// Finds the packets of one container format in bytes that it is lent.
///
/// Does no I/O. The caller keeps a *window*: bytes of the file from ``position`` on. It calls ``next(_:isEnd:into:)``
/// with the window until the answer is `.needs`; then it drops the bytes before the new ``position``
/// and gets more. A ``position`` behind the window's end is a jump forward (skip or seek); one before
/// the window's start is a jump back, which a driver that is pushed bytes cannot make.
///
/// What a reader answers depends on the bytes and on where the file ends, never on how long a window
/// is: it looks at no byte beyond those it said it needs, unless it decides the same with fewer.
package protocol ContainerReader: Sendable {
  /// Bytes from the start of the file to where the next window must start.
  var position: UInt64 { get }

  /// Reads on.
  ///
  /// - Parameters:
  ///   - window: Bytes of the file from ``position`` on.
  ///   - isEnd: Whether the file ends where the window ends.
  ///   - packets: Takes packets that lie whole in the window, or that are gathered; not cleared first.
  /// - Returns: What was found or what is missing.
  /// - Throws: ``ContainerError``, after which the reader is of no more use.
  mutating func next(
    _ window: Span<UInt8>, isEnd: Bool, into packets: inout [Packet]
  ) throws(ContainerError) -> ReaderStep

  /// Goes on at `offset`, which need not be the start of a packet, as after a seek or a lost connection.
  ///
  /// The next packets are those that can be told for sure from the bytes there.
  mutating func resynchronise(at offset: UInt64)
}

/// An answer of a reader.
package enum ReaderStep: Sendable {
  /// All that is known before the audio data. Comes once, before any packet.
  case info(ContainerInfo)
  /// Packets of one size lie side by side; ``ContainerReader/position`` is now behind them.
  ///
  /// `byteCount` is `nil` where the data goes on to the end of the file.
  case constantPackets(offset: UInt64, byteCount: UInt64?)
  /// All packets, or all that follow until the next table, in ascending order of time.
  ///
  /// A driver that pulls reads them in any order; one that is pushed bytes takes them as they come
  /// by before it calls on, and cannot have those whose bytes have gone by before their table came.
  /// A table says where packets lie, not that the file is that long.
  case table(any PacketTable)
  /// Packets were appended.
  case packets
  /// Packets were appended that do not lie in the file as a decoder wants them (in parts, or not on whole
  /// bytes), and these are their bytes, side by side.
  ///
  /// The offset of a packet is where it starts in the file, and never decreases; its byte count is that of the
  /// bytes given. A reader gives either all of its packets so or none. To have such bytes again, a driver
  /// reads on with a copy of the reader that it made before: a copy must give the same again, whatever
  /// the original did meanwhile.
  case gathered([UInt8])
  /// Tags that stood behind the audio, in addition to those of the info.
  case tags(Tags)
  /// The info once more, with what stood behind the audio; it takes the place of the one before.
  ///
  /// The format and the place of the audio are as they were.
  case completed(ContainerInfo)
  /// What is known by now of priming, recording and remainder; comes before the packets that it is
  /// about.
  ///
  /// No valid frames mean that the end is not known yet. A driver that pulls waits for
  /// ``completed(_:)``, since more packets may follow.
  case trim(FrameTrim)
  /// Another stream follows; comes before its first packets.
  ///
  /// Each stream has its own priming and remainder. From here on, ``trim(_:)`` and ``completed(_:)`` are about the new
  /// stream alone. What is known of the one before came with a ``completed(_:)`` of its own.
  case link(ContainerLink)
  /// The window must hold at least this many bytes from ``ContainerReader/position``, or be the last.
  case needs(Int)
  /// Nothing more of interest follows.
  case end
}

package import AudioModel
import AudioSyntax

/// Iterates over the chunks of a file before an edit, and collects all except the audio.
///
/// A program that changes a file must keep the data that it does not know. The walk does no I/O. It
/// requests ranges of the file, and the caller supplies them.
///
/// Sources: see ``ChunkSyntax``.
package struct ChunkWalk: Sendable {
  /// The next action.
  package enum Step: Equatable, Sendable {
    case read(offset: UInt64, byteCount: Int)
    case done
    /// The chunks exceed the memory limit.
    case tooLarge
  }

  /// Chunks that the format's writer recreates itself, in file order.
  package private(set) var known: [DataChunk] = []
  /// All other chunks, in file order.
  package private(set) var foreign: [DataChunk] = []

  private let syntax: ChunkSyntax
  /// End of the audio, for a file whose header does not state it.
  private let audioEnd: UInt64
  private var position: UInt64
  /// The chunk whose contents are read next.
  private var body: (tag: FourCC, byteCount: Int)?
  private var seen: Set<FourCC> = []
  private var heldByteCount: UInt64 = 0
  private var isEnd = false

  private static let mostBytes: UInt64 = 128 << 20

  /// Starts with the first chunk; `nil` if the file type is not a list of chunks.
  ///
  /// - Parameters:
  ///   - fileType: The type of the file.
  ///   - audioEnd: End of its audio.
  package init?(fileType: FourCC, audioEnd: UInt64) {
    guard let syntax = ChunkSyntax(fileType: fileType) else { return nil }
    self.syntax = syntax
    self.audioEnd = audioEnd
    position = syntax.fileHeaderByteCount
  }

  /// The next action.
  package var step: Step {
    if isEnd { return .done }
    if heldByteCount > Self.mostBytes || known.count + foreign.count > [FileChunk].most {
      return .tooLarge
    }
    let byteCount = body?.byteCount ?? syntax.headerByteCount
    return .read(offset: position, byteCount: byteCount)
  }

  /// Takes the requested bytes, or fewer at the end of the file.
  package mutating func take(_ bytes: [UInt8]) {
    if let (tag, byteCount) = body {
      body = nil
      add(DataChunk(tag, bytes))
      position = position.clampedAdding(UInt64(byteCount))
        .clampedAdding(UInt64(syntax.padding(behind: UInt64(byteCount))))
    } else {
      takeHeader(bytes)
    }
  }

  private mutating func takeHeader(_ bytes: [UInt8]) {
    guard bytes.count >= syntax.headerByteCount else {
      isEnd = true
      return
    }
    let span = bytes.span
    let tag = span.fourCC(at: 0)
    let byteCount: UInt64 =
      switch syntax {
      case .riff: UInt64(span.littleEndian32(at: 4))
      case .iff: UInt64(span.bigEndian32(at: 4))
      case .caf: span.bigEndian64(at: 4)
      }
    position = position.clampedAdding(UInt64(syntax.headerByteCount))
    if tag == syntax.audio, seen.insert(tag).inserted {
      // Sizes of 0 and all ones may both mean "unknown".
      let end = max(position.clampedAdding(byteCount), audioEnd)
      let isStated = byteCount > 0 && byteCount < (syntax == .caf ? UInt64(Int64.max) : 0xFFFF_FFFF)
      let bodyEnd = isStated ? position.clampedAdding(byteCount) : min(end, audioEnd)
      let padding = UInt64(syntax.padding(behind: bodyEnd &- min(position, bodyEnd)))
      position = bodyEnd.clampedAdding(padding)
    } else if syntax.isRemade(tag) || tag.rawValue == 0 {
      let padding = UInt64(syntax.padding(behind: byteCount))
      position = position.clampedAdding(byteCount).clampedAdding(padding)
    } else {
      heldByteCount = heldByteCount.clampedAdding(byteCount)
      if heldByteCount <= Self.mostBytes { body = (tag, Int(byteCount)) }
    }
  }

  private mutating func add(_ chunk: DataChunk) {
    let isFirst = seen.insert(chunk.tag).inserted
    if syntax.isKnown(chunk, isFirst: isFirst) {
      known.append(chunk)
    } else {
      foreign.append(chunk)
    }
  }
}

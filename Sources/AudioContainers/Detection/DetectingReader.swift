package import AudioModel

/// Reads a file of any container that this module knows, having found out which by its content.
///
/// A name or type that came with the file plays no part: what it says is not needed where the content
/// tells, and not to be believed where it does not.
package struct DetectingReader: ContainerReader {
  private enum State {
    case detecting
    case wave(WAVReader)
  }

  private var state = State.detecting
  private var start: UInt64

  /// Starts at the file's first byte.
  package init(at start: UInt64 = 0) {
    self.start = start
  }

  package var position: UInt64 {
    switch state {
    case .detecting: start
    case .wave(let reader): reader.position
    }
  }

  package mutating func next(
    _ window: Span<UInt8>, isEnd: Bool, into packets: inout [Packet]
  ) throws(ContainerError) -> ReaderStep {
    if case .detecting = state {
      guard window.count >= 12 || isEnd else { return .needs(12) }
      guard window.count > 0 else { throw ContainerError(.empty, at: start) }
      guard window.count >= 12, FormSignature(window) == .wave else {
        throw ContainerError(.unrecognised, at: start)
      }
      state = .wave(WAVReader(at: start))
    }
    switch state {
    case .detecting: return .needs(12)
    case .wave(var reader):
      defer { state = .wave(reader) }
      return try reader.next(window, isEnd: isEnd, into: &packets)
    }
  }

  package mutating func resynchronise(at offset: UInt64) {
    switch state {
    case .detecting: start = offset
    case .wave(var reader):
      reader.resynchronise(at: offset)
      state = .wave(reader)
    }
  }
}

private enum FormSignature {
  case wave
  case other

  init(_ window: Span<UInt8>) {
    let isForm =
      window.has("RIFF", at: 0) || window.has("RF64", at: 0) || window.has("BW64", at: 0)
    self = isForm && window.has("WAVE", at: 8) ? .wave : .other
  }
}

/// Extracts the titles from a radio stream.
///
/// After every ``interval`` bytes of audio, a byte counts the following blocks of 16 bytes of text.
/// Stores at most the 4080 bytes of one such text.
///
/// Source: the metadata protocol of SHOUTcast, in use since 1999 (`icy-metaint`).
struct ICYFilter: Sendable {
  private enum State {
    case audio(left: Int)
    case length
    case text(left: Int)
  }

  private let interval: Int
  private var state: State
  private var text: [UInt8] = []

  /// The last text.
  private(set) var lastText: ICYText?

  /// Starts before the first of `interval` bytes of audio, at least 1.
  init(interval: Int) {
    self.interval = interval
    state = .audio(left: interval)
  }

  /// Processes `bytes` from `position` on, and moves `position` after the processed bytes.
  ///
  /// ``lastText`` applies to the returned run and the audio after it, until the next text.
  ///
  /// - Returns: The next run of audio, or `nil` at the end of the bytes.
  mutating func next(_ bytes: Span<UInt8>, from position: inout Int) -> Range<Int>? {
    while position < bytes.count {
      switch state {
      case .audio(let left):
        let count = min(left, bytes.count - position)
        state = count == left ? .length : .audio(left: left - count)
        position += count
        return position - count..<position
      case .length:
        let count = Int(bytes[position]) * 16
        position += 1
        state = count == 0 ? .audio(left: interval) : .text(left: count)
      case .text(let left):
        text.append(bytes[position])
        position += 1
        state = .text(left: left - 1)
        if left == 1 { endText() }
      }
    }
    return nil
  }

  private mutating func endText() {
    state = .audio(left: interval)
    if text.contains(where: { $0 != 0 }) { lastText = ICYText(text) }
    text.removeAll(keepingCapacity: true)
  }
}

/// The texts of a radio station, each with the offset of the audio to which it applies.
struct PlacedTexts: Sendable {
  /// The maximum number of texts, for a station that sends many texts and little audio.
  private static let mostTexts = 256

  private var texts: [(offset: UInt64, text: ICYText)] = []

  /// Adds the text of the audio from `offset` on, if it is new.
  mutating func append(_ text: ICYText?, at offset: UInt64) {
    guard let text, text != texts.last?.text else { return }
    if texts.count == Self.mostTexts { texts.removeFirst() }
    texts.append((offset, text))
  }

  /// The text of the audio at an offset.
  func text(at offset: UInt64) -> ICYText? { texts.last { $0.offset <= offset }?.text }
}

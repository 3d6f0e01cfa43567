internal import AVFoundation

/// Assigns permanent numbers to items.
struct ItemNumbers: Sendable {
  private struct Known: Sendable {
    weak var item: AVPlayerItem?
    let number: Int
  }

  private var known: [Known] = []
  private var last = 0

  /// Returns the number of an item, which gets the next one if it is new.
  mutating func number(of item: AVPlayerItem) -> Int {
    if let found = known.first(where: { $0.item === item }) { return found.number }
    known.removeAll { $0.item == nil }
    last += 1
    known.append(Known(item: item, number: last))
    return last
  }

  /// Returns the item of a number.
  func item(_ number: Int) -> AVPlayerItem? { known.first { $0.number == number }?.item }
}

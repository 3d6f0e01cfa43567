import Foundation

/// The order of names in which numbers count by their value: 2 before 10.
///
/// Case and diacritics decide only between names that are equal otherwise.
enum NaturalOrder {
  static func areInIncreasingOrder(_ one: String, _ other: String) -> Bool {
    var (first, second) = (folded(one)[...], folded(other)[...])
    while let character = first.first, let next = second.first {
      if isDigit(character), isDigit(next) {
        let (number, following) = (takeNumber(&first), takeNumber(&second))
        // The longer number is the greater one.
        if number.count != following.count { return number.count < following.count }
        if number != following { return number < following }
      } else {
        if character != next { return character < next }
        first.removeFirst()
        second.removeFirst()
      }
    }
    return first.isEmpty && second.isEmpty ? one < other : first.isEmpty
  }

  private static func folded(_ name: String) -> String {
    name.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
  }

  /// Takes a number, and returns its digits without leading zeros.
  private static func takeNumber(_ text: inout Substring) -> Substring {
    let number = text.prefix(while: isDigit)
    text = text[number.endIndex...]
    return number.drop { $0 == "0" }
  }

  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}

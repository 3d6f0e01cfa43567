import AudioModel

/// Sound Check's data for a recording: five measures, each for every channel.
///
/// In the info dictionary, they are decimal texts under their own keys, as in CAF files. In iTunes
/// tags, they are one hexadecimal text.
///
/// Sources: *iTunes Normalization settings* (id3.org); the names under which Apple's `afinfo`
/// prints them.
enum SoundCheck {
  /// iTunes's name for the text.
  static let tagName = "iTunNORM"

  /// The keys of the info dictionary, in the order of iTunes's text.
  static let keys = [
    "sc ave perceived power coeff", "sc max perceived power coeff", "sc max perceived power msec",
    "sc peak amplitude", "sc peak amplitude msec",
  ]

  /// Maximum number of channels to read.
  private static let mostChannels = 64

  /// The texts by key; empty if iTunes's text is invalid.
  static func values(_ text: String) -> [String: String] {
    var numbers: [String] = []
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\0" }) {
      guard let number = UInt32(word, radix: 16), numbers.count < keys.count * mostChannels else {
        return [:]
      }
      numbers.append("\(number)")
    }
    let channelCount = numbers.count / keys.count
    guard channelCount > 0, numbers.count == channelCount * keys.count else { return [:] }
    var values: [String: String] = [:]
    for (index, key) in keys.enumerated() {
      let measure = numbers[index * channelCount..<(index + 1) * channelCount]
      values[key] = measure.joined(separator: " ")
    }
    return values
  }

  /// iTunes's text; `nil` if a measure is missing or not a number.
  static func text(_ values: [String: String]) -> String? {
    var words: [String] = []
    var channelCount: Int?
    for key in keys {
      guard let numbers = values[key]?.split(separator: " ").map({ UInt32($0) }),
        !numbers.isEmpty, numbers.count == channelCount ?? numbers.count
      else { return nil }
      channelCount = numbers.count
      for number in numbers {
        guard let number else { return nil }
        let digits = String(number, radix: 16, uppercase: true)
        words.append(String(repeating: "0", count: 8 - digits.utf8.count) + digits)
      }
    }
    return words.map { " " + $0 }.joined()
  }
}

extension Tags {
  /// Adds Sound Check's values, unless some exist already.
  mutating func add(soundCheck text: String) {
    guard SoundCheck.keys.allSatisfy({ values[$0] == nil }) else { return }
    values.merge(SoundCheck.values(text)) { mine, _ in mine }
  }
}

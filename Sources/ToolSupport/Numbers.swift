/// Numbers as text.
///
/// Foundation's formatters load locale data, which would take longer than the rest of a tool's
/// startup.
package enum Numbers {
  /// A number with a fixed number of decimals, 0 to 6, rounded.
  package static func fixed(_ value: Double, decimals: Int) -> String {
    guard value.isFinite, value.magnitude < 1e12 else { return value.isNaN ? "nan" : "inf" }
    let scale = (0..<decimals).reduce(1) { scale, _ in scale * 10 }
    let scaled = Int((value.magnitude * Double(scale)).rounded())
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard decimals > 0 else { return "\(sign)\(scaled)" }
    let fraction = String(scaled % scale)
    let zeros = String(repeating: "0", count: decimals - fraction.utf8.count)
    return "\(sign)\(scaled / scale).\(zeros)\(fraction)"
  }

  /// A number as eight hexadecimal digits.
  package static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }

  /// The characters of a four-character code, or hexadecimal digits if they are unprintable.
  package static func fourCharacters(_ code: UInt32) -> String {
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }
    guard bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return hexadecimal(code) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A four-character code as users type it, without trailing spaces.
  package static func name(_ code: UInt32) -> String {
    let text = fourCharacters(code)
    return String(text.prefix { $0 != " " })
  }

  /// Minutes and seconds, preceded by hours if necessary.
  package static func clock(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "--:--" }
    let whole = Int(seconds)
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let minutes = "\(two(whole / 60 % 60)):\(two(whole % 60))"
    return whole < 3600 ? minutes : "\(whole / 3600):\(minutes)"
  }
}

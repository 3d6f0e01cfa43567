/// Who may see an interpolated value.
public struct OSLogPrivacy: Sendable {
  let privacy: LogPrivacy

  /// Everyone sees numbers; only whoever runs the program sees strings and objects.
  public static var auto: OSLogPrivacy { OSLogPrivacy(privacy: .automatic) }
  /// Everyone.
  public static var `public`: OSLogPrivacy { OSLogPrivacy(privacy: .public) }
  /// Nobody.
  public static var `private`: OSLogPrivacy { OSLogPrivacy(privacy: .private) }
  /// Nobody.
  public static var sensitive: OSLogPrivacy { OSLogPrivacy(privacy: .private) }
}

/// How an interpolated integer is written.
public struct OSLogIntegerFormatting: Sendable {
  let radix: Int
  let prefix: String
  let isUppercase: Bool

  /// In base 10.
  public static var decimal: OSLogIntegerFormatting {
    OSLogIntegerFormatting(radix: 10, prefix: "", isUppercase: false)
  }
  /// In base 16.
  public static var hex: OSLogIntegerFormatting { hex() }
  /// In base 8.
  public static var octal: OSLogIntegerFormatting {
    OSLogIntegerFormatting(radix: 8, prefix: "", isUppercase: false)
  }

  /// In base 16.
  public static func hex(
    includePrefix: Bool = false, uppercase: Bool = false
  ) -> OSLogIntegerFormatting {
    OSLogIntegerFormatting(
      radix: 16, prefix: includePrefix ? "0x" : "", isUppercase: uppercase)
  }

  func text(_ value: some BinaryInteger) -> String {
    let digits = String(value.magnitude, radix: radix, uppercase: isUppercase)
    return (value < 0 ? "-" : "") + prefix + digits
  }
}

/// How an interpolated floating-point number is written.
public struct OSLogFloatFormatting: Sendable {
  let format: String

  /// With six digits after the point.
  public static var fixed: OSLogFloatFormatting { OSLogFloatFormatting(format: "%f") }
  /// With an exponent.
  public static var exponential: OSLogFloatFormatting { OSLogFloatFormatting(format: "%e") }
  /// With or without an exponent, whichever is shorter.
  public static var hybrid: OSLogFloatFormatting { OSLogFloatFormatting(format: "%g") }

  /// With `precision` digits after the point.
  public static func fixed(precision: Int) -> OSLogFloatFormatting {
    OSLogFloatFormatting(format: "%.\(max(0, precision))f")
  }
}

/// A message with values in it, some of them private.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
  let message: LogMessage

  /// Makes a message of text.
  public init(stringLiteral value: String) {
    message = LogMessage(shown: value, kept: value)
  }

  /// Makes a message of text and values.
  public init(stringInterpolation: Interpolation) {
    message = stringInterpolation.message
  }

  /// The parts of a message.
  public struct Interpolation: StringInterpolationProtocol, Sendable {
    var message = LogMessage()

    /// Makes a message without parts.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds text.
    public mutating func appendLiteral(_ literal: String) {
      message.append(literal)
    }

    /// Adds a value, which counts as text unless it is a truth value.
    @_disfavoredOverload
    public mutating func appendInterpolation<Value>(
      _ value: @autoclosure () -> Value, privacy: OSLogPrivacy = .auto
    ) {
      message.append(
        String(describing: value()), privacy: privacy.privacy, isString: Value.self != Bool.self)
    }

    /// Adds an integer.
    public mutating func appendInterpolation(
      _ value: @autoclosure () -> some BinaryInteger, format: OSLogIntegerFormatting = .decimal,
      privacy: OSLogPrivacy = .auto
    ) {
      message.append(format.text(value()), privacy: privacy.privacy, isString: false)
    }

    /// Adds a floating-point number.
    public mutating func appendInterpolation(
      _ value: @autoclosure () -> some BinaryFloatingPoint, format: OSLogFloatFormatting = .fixed,
      privacy: OSLogPrivacy = .auto
    ) {
      let text = Printf.text(format.format, Double(value()))
      message.append(text, privacy: privacy.privacy, isString: false)
    }
  }

  /// The parts of a message.
  public typealias StringInterpolation = Interpolation
}

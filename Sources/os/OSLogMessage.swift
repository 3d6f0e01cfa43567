/// The visibility of an interpolated value.
public struct OSLogPrivacy: Sendable {
  let privacy: LogPrivacy

  /// Numbers are public.
  ///
  /// Strings and objects are visible only to the user of the program.
  public static var auto: OSLogPrivacy { OSLogPrivacy(privacy: .automatic) }
  /// The value is visible to everyone.
  public static var `public`: OSLogPrivacy { OSLogPrivacy(privacy: .public) }
  /// The value is always hidden.
  public static var `private`: OSLogPrivacy { OSLogPrivacy(privacy: .private) }
  /// The value is always hidden.
  public static var sensitive: OSLogPrivacy { OSLogPrivacy(privacy: .private) }
}

/// The format of an interpolated integer.
public struct OSLogIntegerFormatting: Sendable {
  let radix: Int
  let prefix: String
  let isUppercase: Bool

  /// Formats in base 10.
  public static var decimal: OSLogIntegerFormatting {
    OSLogIntegerFormatting(radix: 10, prefix: "", isUppercase: false)
  }
  /// Formats in base 16.
  public static var hex: OSLogIntegerFormatting { hex() }
  /// Formats in base 8.
  public static var octal: OSLogIntegerFormatting {
    OSLogIntegerFormatting(radix: 8, prefix: "", isUppercase: false)
  }

  /// Formats in base 16, with options.
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

/// The format of an interpolated floating-point number.
public struct OSLogFloatFormatting: Sendable {
  let format: String

  /// Formats with six decimals.
  public static var fixed: OSLogFloatFormatting { OSLogFloatFormatting(format: "%f") }
  /// Formats with an exponent.
  public static var exponential: OSLogFloatFormatting { OSLogFloatFormatting(format: "%e") }
  /// Formats with or without an exponent, whichever is shorter.
  public static var hybrid: OSLogFloatFormatting { OSLogFloatFormatting(format: "%g") }

  /// Formats with `precision` decimals.
  public static func fixed(precision: Int) -> OSLogFloatFormatting {
    OSLogFloatFormatting(format: "%.\(max(0, precision))f")
  }
}

/// A message with interpolated values, which may be private.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
  let message: LogMessage

  /// Creates a message from text.
  public init(stringLiteral value: String) {
    message = LogMessage(shown: value, kept: value)
  }

  /// Creates a message from text and values.
  public init(stringInterpolation: Interpolation) {
    message = stringInterpolation.message
  }

  /// The parts of a message.
  public struct Interpolation: StringInterpolationProtocol, Sendable {
    var message = LogMessage()

    /// Creates an empty message.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Appends text.
    public mutating func appendLiteral(_ literal: String) {
      message.append(literal)
    }

    /// Appends a value.
    ///
    /// It counts as text unless it is a Boolean value.
    @_disfavoredOverload
    public mutating func appendInterpolation<Value>(
      _ value: @autoclosure () -> Value, privacy: OSLogPrivacy = .auto
    ) {
      message.append(
        String(describing: value()), privacy: privacy.privacy, isString: Value.self != Bool.self)
    }

    /// Appends an integer.
    public mutating func appendInterpolation(
      _ value: @autoclosure () -> some BinaryInteger, format: OSLogIntegerFormatting = .decimal,
      privacy: OSLogPrivacy = .auto
    ) {
      message.append(format.text(value()), privacy: privacy.privacy, isString: false)
    }

    /// Appends a floating-point number.
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

internal import AudioToolbox

/// A final class, because the compiler lets only a known final class make objects dynamically.
private final class RegisteredUnit: AUAudioUnit {}

extension AUAudioUnit {
  /// Makes an object of a class that the compiler does not know.
  ///
  /// The initializer of the subclass need not be `required`: subclasses for Apple's systems do not
  /// declare it as `required`.
  static func make(
    _ subclass: AUAudioUnit.Type, _ description: AudioComponentDescription
  ) throws -> AUAudioUnit {
    // Safe: the initializer only uses the class to find the designated initializer in its table.
    let subclass = unsafe unsafeBitCast(subclass, to: RegisteredUnit.Type.self)
    return try subclass.init(registered: description)
  }
}

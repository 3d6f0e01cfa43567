package import AudioRealtime

/// Something that captures frames into a capturer.
///
/// One thread, the recording one, calls all of it. A device never calls its owner while its owner waits for it.
package protocol InputDevice: AnyObject, Sendable {
  /// Opens the device and captures from now on.
  ///
  /// - Parameters:
  ///   - capturer: What takes the frames, with as many channels as it has; kept until ``stop()``.
  ///   - sampleRate: The rate that is wanted, in hertz.
  ///   - blockFrames: How many frames of that rate should come at a time; a device may give others.
  ///   - isRateFixed: Whether only the wanted rate will do.
  ///   - events: Called from any thread with what happens to the device while it records.
  /// - Returns: The rate at which it captures.
  /// - Throws: ``DeviceError`` where nothing can be recorded.
  func start(
    _ capturer: Capturer, sampleRate: Double, blockFrames: Int, isRateFixed: Bool,
    events: @escaping @Sendable (DeviceEvent) -> Void
  ) throws(DeviceError) -> Double

  /// Gives no frames until it is to go on, and drops those of the time in between.
  func setPaused(_ isPaused: Bool)

  /// Goes on where it waits for room in the capturer.
  func feed()

  /// Stops at once, closes the device, and lets the capturer go.
  func stop()

  /// The format in which the hardware captures, where it is known.
  var hardwareFormat: DeviceFormat? { get }
}

package import AudioRealtime

/// A device that captures frames into a capturer.
///
/// Only the recording thread calls it. A device never calls its owner while its owner waits for it.
package protocol InputDevice: AnyObject, Sendable {
  /// Opens the device and starts to capture.
  ///
  /// - Parameters:
  ///   - capturer: Receives the frames and determines the channel count; kept until ``stop()``.
  ///   - sampleRate: The wanted rate, in hertz.
  ///   - blockFrames: The wanted number of frames per block, at that rate; a device may use
  ///     another.
  ///   - isRateFixed: Whether the device must capture at the wanted rate.
  ///   - events: Called from any thread with the events of the device while it records.
  /// - Returns: The rate at which the device captures, in hertz.
  /// - Throws: ``DeviceError`` if the device cannot record.
  func start(
    _ capturer: Capturer, sampleRate: Double, blockFrames: Int, isRateFixed: Bool,
    events: @escaping @Sendable (DeviceEvent) -> Void
  ) throws(DeviceError) -> Double

  /// Pauses or resumes capturing; a device drops the frames of the pause.
  func setPaused(_ isPaused: Bool)

  /// Continues if the device waits for room in the capturer.
  func feed()

  /// Stops at once, closes the device, and releases the capturer.
  func stop()

  /// The format in which the hardware captures, if known.
  var hardwareFormat: DeviceFormat? { get }
}

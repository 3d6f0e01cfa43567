package import AudioRealtime

/// A device that plays the frames of a renderer.
///
/// Only the feeding thread calls it, with two exceptions. Any thread may read ``position`` or call
/// the result of ``preparation(for:bufferFrames:)``. A device never calls its owner while its owner
/// waits for it.
package protocol OutputDevice: AnyObject, Sendable {
  /// Opens the device's library, and returns the other preparations for
  /// ``start(_:bufferFrames:events:)``, before the renderer is known.
  ///
  /// This call opens the library itself, so that no library that another thread opens meanwhile
  /// delays it. The returned function may take seconds and needs its own thread. If it fails, the
  /// start fails. If the device stops first, the function has no effect.
  ///
  /// - Parameters:
  ///   - format: The likely format of the renderer.
  ///   - bufferFrames: The likely number of frames that the device may buffer.
  /// - Returns: The rest of the preparation, or `nil` if no work is left.
  func preparation(for format: DeviceFormat, bufferFrames: Int) -> (@Sendable () -> Void)?

  /// Opens the device in the renderer's format and starts to play.
  ///
  /// - Parameters:
  ///   - renderer: The source of the frames; kept until ``stop()``.
  ///   - bufferFrames: How many frames ahead of the loudspeaker the device may buffer; it may
  ///     choose fewer.
  ///   - events: Called from any thread with the events of the device while it plays.
  /// - Throws: ``DeviceError`` if the device cannot play.
  func start(
    _ renderer: RenderEntry, bufferFrames: Int, events: @escaping @Sendable (DeviceEvent) -> Void
  ) throws(DeviceError)

  /// Takes frames again, after the renderer ran out of them.
  func feed()

  /// Pauses at once and keeps the frames that have not played, or resumes.
  func setPaused(_ isPaused: Bool)

  /// Renders buffered frames again with the renderer's new parameters, except those due very soon.
  func revise()

  /// Whether ``revise()`` reaches the frames that the device has buffered.
  var canRevise: Bool { get }

  /// Stops at once, closes the device, and releases the renderer. ``position`` stays.
  func stop()

  /// Prepares the most exact ``position`` that the device can report.
  func refreshPosition()

  /// The number of rendered frames that have played.
  ///
  /// Counts from ``start(_:bufferFrames:events:)``, never goes back, and stops when no frames are
  /// left to play.
  var position: DevicePosition { get }

  /// The last reported frame and its time, even before the first frame plays.
  ///
  /// `nil` if the device has not reported a schedule, or reports only ``position``.
  var schedule: DeviceSchedule? { get }

  /// The format of the hardware, if it is known to differ from the renderer's.
  var hardwareFormat: DeviceFormat? { get }
}

extension OutputDevice {
  package func preparation(for format: DeviceFormat, bufferFrames: Int) -> (@Sendable () -> Void)? {
    nil
  }
  package var schedule: DeviceSchedule? { nil }
  package var canRevise: Bool { false }
}

/// The times at which a device plays its frames.
package struct DeviceSchedule: Sendable {
  /// A frame and its time; negative while silence comes before the first frame.
  package var position: DevicePosition
  /// Whether the device plays frames; until then the schedule may change.
  package var isPlaying: Bool
}

/// A rate and a channel count.
package struct DeviceFormat: Equatable, Sendable {
  /// Frames per second, in hertz.
  package var sampleRate: Double
  package var channelCount: Int

  package init(sampleRate: Double, channelCount: Int) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
  }
}

/// How far a device has played, and when.
package struct DevicePosition: Equatable, Sendable {
  /// Frames that have left the loudspeaker.
  package var frames: Int
  /// The time on the monotonic clock, in nanoseconds.
  package var nanoseconds: Int

  package init(frames: Int, nanoseconds: Int) {
    self.frames = frames
    self.nanoseconds = nanoseconds
  }
}

/// The reason why a device cannot play or record.
package enum DeviceError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The library for the device is not on this machine.
  case libraryMissing
  /// The machine has no sound server, or no sound card.
  case absent
  /// The device does not accept the format.
  case refused
  /// The file cannot be written.
  case notWritable

  package var description: String {
    switch self {
    case .libraryMissing: "the library for the device is not installed"
    case .absent: "there is no such sound server, sound card or file"
    case .refused: "the device does not accept the format"
    case .notWritable: "the file cannot be written"
    }
  }
}

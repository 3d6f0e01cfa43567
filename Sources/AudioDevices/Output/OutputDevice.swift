package import AudioRealtime

/// Something that plays what a renderer renders.
///
/// One thread, the feeding one, calls all but ``position``, which any thread may ask, and what ``preparation(for:bufferFrames:)`` gives. A
/// device never calls its owner while its owner waits for it.
package protocol OutputDevice: AnyObject, Sendable {
  /// Opens the device's library for ``start(_:bufferFrames:events:)``, before the renderer is known.
  ///
  /// The library comes first, so that no other that is opened meanwhile holds it up.
  ///
  /// - Parameters:
  ///   - format: What the renderer will most likely have.
  ///   - bufferFrames: How much the device will most likely be allowed to take.
  /// - Returns: What else can be done, `nil` where there is nothing. It may take seconds and is for a thread of its own: where it fails,
  ///   the start does, and where the device is stopped before that, it comes to nothing.
  func preparation(for format: DeviceFormat, bufferFrames: Int) -> (@Sendable () -> Void)?

  /// Opens the device in the renderer's format and plays from now on.
  ///
  /// - Parameters:
  ///   - renderer: What is played; kept until ``stop()``.
  ///   - bufferFrames: How much the device may take ahead of the loudspeaker; it may choose less.
  ///   - events: Called from any thread with what happens to the device while it plays.
  /// - Throws: ``DeviceError`` where nothing can be played.
  func start(
    _ renderer: RenderEntry, bufferFrames: Int, events: @escaping @Sendable (DeviceEvent) -> Void
  ) throws(DeviceError)

  /// Takes frames again, after the renderer had none.
  func feed()

  /// Falls silent at once and keeps what has not been heard, or goes on with it.
  func setPaused(_ isPaused: Bool)

  /// Renders what will not be heard within the next moment again, with the renderer's new parameters.
  func revise()

  /// Whether ``revise()`` reaches what the device has taken.
  var canRevise: Bool { get }

  /// Stops at once, closes the device, and lets the renderer go. ``position`` stays.
  func stop()

  /// Gets ready to answer ``position`` as exactly as the device can.
  func refreshPosition()

  /// How many of the rendered frames have been heard.
  ///
  /// Counts from ``start(_:bufferFrames:events:)``, never goes back, and stands while there is
  /// nothing to hear.
  var position: DevicePosition { get }

  /// Which frame belongs to which moment, as the device said last: before the first is heard, too.
  ///
  /// `nil` where it has not said so, or keeps to ``position``.
  var schedule: DeviceSchedule? { get }

  /// The format in which the hardware plays, where that is known to differ from the renderer's.
  var hardwareFormat: DeviceFormat? { get }
}

extension OutputDevice {
  package func preparation(for format: DeviceFormat, bufferFrames: Int) -> (@Sendable () -> Void)? {
    nil
  }
  package var schedule: DeviceSchedule? { nil }
  package var canRevise: Bool { false }
}

/// When a device plays what.
package struct DeviceSchedule: Sendable {
  /// A frame, less than 0 where silence comes before the first, and its moment.
  package var position: DevicePosition
  /// Whether frames are heard; until then the device may change its mind.
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

/// How far a device has played, and when it had.
package struct DevicePosition: Equatable, Sendable {
  /// Frames that have left the loudspeaker.
  package var frames: Int
  /// The monotonic clock then, in nanoseconds.
  package var nanoseconds: Int

  package init(frames: Int, nanoseconds: Int) {
    self.frames = frames
    self.nanoseconds = nanoseconds
  }
}

/// Why a device cannot play.
package enum DeviceError: Error, Equatable, Sendable {
  /// The library that speaks to it is not on this machine.
  case libraryMissing
  /// There is no sound server, or no sound card.
  case absent
  /// It does not take the format.
  case refused
  /// The file cannot be written.
  case notWritable
}

package import AudioDevices
package import AudioPlayback
internal import AudioToolbox
internal import CoreAudioTypes
internal import CoreMedia
internal import Foundation
internal import Synchronization

/// Client code that sees and changes the sound of a player's item.
///
/// Create it with ``MTAudioProcessingTapCreate(_:_:_:_:)``, and set it as the `audioTapProcessor`
/// of an audio mix. All functions except `init` and `finalize` run on the thread that feeds the
/// player's output, with no lock held, up to a third of a second before the sound is heard. So they
/// may allocate, and may take as long as the frames last. The frames have the speed of the media: a
/// rate other than 1 applies after the tap.
///
/// A tap is prepared for one item at a time. If two items play with the same tap, the second one
/// passes unchanged until the first one has ended.
@safe
public final class MTAudioProcessingTap: @unchecked Sendable {
  // Unchecked: the mutex guards the shared state. Only the feeding thread uses the rest, between
  // a preparation and its end.

  private struct State: Sendable {
    var isPrepared = false
    var callingThread: pthread_t?
  }

  /// The largest number of frames of a call.
  package let maximumFrames = 4096
  private let callbacks: MTAudioProcessingTapCallbacks
  private let flags: MTAudioProcessingTapCreationFlags
  private let state = Mutex(State())
  /// The pointer that the client has chosen.
  private(set) var storage: UnsafeMutableRawPointer?
  private var format = DeviceFormat(sampleRate: 0, channelCount: 0)
  private var buffers: TapBuffers?
  /// The source frames of the current call; `nil` outside of a call.
  private var stage: TapStage?

  init(_ callbacks: MTAudioProcessingTapCallbacks, _ flags: MTAudioProcessingTapCreationFlags) {
    unsafe self.callbacks = unsafe callbacks
    self.flags = flags
    var storage: UnsafeMutableRawPointer?
    // Safe: the client gets its own pointer, and memory for one pointer.
    unsafe callbacks.`init`?(self, callbacks.clientInfo, &storage)
    unsafe self.storage = unsafe storage
  }

  // Safe: the client's function gets the object for the call only.
  deinit { unsafe callbacks.finalize?(self) }

  /// Gets source frames for the process callback.
  ///
  /// - Returns: The number of frames, the first frame, the rate, and the flags; `nil` outside of
  ///   the callback, or if the list does not fit.
  func source(
    _ count: Int, into list: UnsafeMutablePointer<AudioBufferList>
  ) -> (frames: Int, first: Double, sampleRate: Double, flags: MTAudioProcessingTapFlags)? {
    let isCalled = state.withLock { state in
      state.callingThread.map { pthread_equal($0, pthread_self()) != 0 } ?? false
    }
    guard isCalled, let stage, let buffers, (0...maximumFrames).contains(count),
      unsafe Int(list.pointee.mNumberBuffers) == buffers.channelCount
    else { return nil }
    var samples: [Float] = []
    let (time, mark) = stage.take(count, into: &samples)
    unsafe buffers.lend(samples, wanted: count, in: list)
    let flags: MTAudioProcessingTapFlags =
      switch mark {
      case .continuous: 0
      case .start: kMTAudioProcessingTapFlag_StartOfStream
      case .end: kMTAudioProcessingTapFlag_EndOfStream
      }
    return (samples.count / buffers.channelCount, time.frame, format.sampleRate, flags)
  }
}

extension MTAudioProcessingTap: ItemTap {
  package var place: TapPlace {
    flags == kMTAudioProcessingTapCreationFlag_PreEffects ? .beforeEffects : .afterEffects
  }

  package var isSiphon: Bool { false }

  package func prepare(_ format: DeviceFormat) -> Bool {
    let isFree = state.withLock { state in
      defer { state.isPrepared = true }
      return !state.isPrepared
    }
    guard isFree else { return false }
    self.format = format
    buffers = TapBuffers(channelCount: format.channelCount)
    var description = TapBuffers.format(
      sampleRate: format.sampleRate, channelCount: format.channelCount)
    // Safe: the description outlives the call.
    unsafe callbacks.prepare?(self, maximumFrames, &description)
    return true
  }

  package func unprepare() {
    unsafe callbacks.unprepare?(self)
    buffers = nil
    state.withLock { $0.isPrepared = false }
  }

  package func process(
    _ count: Int, at time: TapTime, from stage: TapStage, into samples: inout [Float]
  ) -> Bool {
    guard let buffers else { return true }
    self.stage = stage
    state.withLock { $0.callingThread = pthread_self() }
    var frames: CMItemCount = 0
    var flags: MTAudioProcessingTapFlags = 0
    // Safe: all pointers outlive the call.
    unsafe callbacks.process(self, count, self.flags, buffers.begin(), &frames, &flags)
    state.withLock { $0.callingThread = nil }
    self.stage = nil
    buffers.append(max(0, min(frames, count)), to: &samples)
    return flags & kMTAudioProcessingTapFlag_EndOfStream != 0
  }
}

extension MTAudioProcessingTap: Hashable {
  /// Whether two references are to the same tap.
  public static func == (one: MTAudioProcessingTap, other: MTAudioProcessingTap) -> Bool {
    one === other
  }

  /// Hashes the identity of the tap.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

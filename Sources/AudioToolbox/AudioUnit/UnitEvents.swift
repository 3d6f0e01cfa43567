internal import AudioRealtime
internal import CoreAudioTypes

/// A change of a parameter during the next slice.
struct UnitEvent: BitwiseCopyable {
  /// The index of the parameter.
  var parameter = 0
  var element = 0
  /// The first frame in the slice.
  var offset = 0
  /// The frames of a ramp; 0 for a change at one frame.
  var duration = 0
  var first: Float = 0
  var last: Float = 0

  /// The value at a frame of the slice, which must not precede the event.
  func value(at frame: Int) -> Float {
    let passed = frame - offset
    guard passed < duration else { return last }
    return first + (last - first) * Float(passed) / Float(duration)
  }

  /// The next frame after `frame` at which the value changes.
  func nextChange(after frame: Int) -> Int? {
    if frame < offset { return offset }
    let end = offset + duration
    return frame < end ? min(end, frame + Self.rampStep) : nil
  }

  /// Frames between two values of a ramp.
  private static let rampStep = 32
}

/// The pending changes of a unit, which may take effect in a later slice.
///
/// Any thread, including the render thread, adds changes without a lock.
@safe
final class UnitEvents: @unchecked Sendable {
  // Unchecked: the queue shows the owner of each slot, and only the render thread uses the list of
  // the slice.

  private static let capacity = 1_024

  private let queue = SlotQueue(capacity: UnitEvents.capacity)
  private let ring: UnsafeMutablePointer<UnitEvent>
  private let slice: UnsafeMutablePointer<UnitEvent>
  private var count = 0

  init() {
    unsafe ring = .allocate(capacity: Self.capacity)
    unsafe slice = .allocate(capacity: Self.capacity)
    // Safe: the memory has this capacity.
    unsafe ring.initialize(repeating: UnitEvent(), count: Self.capacity)
    unsafe slice.initialize(repeating: UnitEvent(), count: Self.capacity)
  }

  deinit {
    // Safe: allocated by `init`.
    unsafe ring.deallocate()
    unsafe slice.deallocate()
  }

  /// Adds a change.
  ///
  /// - Returns: Whether there was room.
  func add(_ event: UnitEvent) -> Bool {
    guard let place = queue.claim() else { return false }
    // Safe: the slot belongs to this thread until the next line.
    unsafe ring[place % Self.capacity] = event
    queue.fill(place)
    return true
  }

  // MARK: The render thread

  /// Moves new changes from the queue to the list of the slice, after changes that are still
  /// pending.
  ///
  /// - Returns: Whether the list has changes.
  func take() -> Bool {
    while count < Self.capacity, let place = queue.next {
      // Safe: the index is in range, and a filled slot belongs to this thread.
      unsafe slice[count] = unsafe ring[place % Self.capacity]
      queue.free()
      count += 1
    }
    return count > 0
  }

  /// Ends a slice, and keeps the changes and ramps that continue after it.
  func finish(_ frames: Int) {
    var (index, kept) = (0, 0)
    while index < count {
      // Safe: the indices are in range.
      var event = unsafe slice[index]
      let isLater =
        event.duration > 0 ? event.offset + event.duration > frames : event.offset >= frames
      if isLater {
        event.offset -= frames
        unsafe slice[kept] = event
        kept += 1
      }
      index += 1
    }
    count = kept
  }

  /// Calls `body` with each change that is in effect at a frame, in the order of their addition.
  ///
  /// - Parameters:
  ///   - frame: The frame of the slice.
  ///   - last: The frame of the previous call, or -1.
  ///   - body: Receives the change and its value.
  func apply(at frame: Int, after last: Int, _ body: (UnitEvent, Float) -> Void) {
    var index = 0
    while index < count {
      // Safe: the index is in range.
      let event = unsafe slice[index]
      let isNew = event.offset > last
      if event.offset <= frame, isNew || last < event.offset + event.duration {
        body(event, event.value(at: frame))
      }
      index += 1
    }
  }

  /// The next frame at which a value changes; `nil` if none does.
  func nextChange(after frame: Int) -> Int? {
    var next: Int?
    var index = 0
    while index < count {
      // Safe: the index is in range.
      if let change = unsafe slice[index].nextChange(after: frame) {
        next = min(next ?? change, change)
      }
      index += 1
    }
    return next
  }
}

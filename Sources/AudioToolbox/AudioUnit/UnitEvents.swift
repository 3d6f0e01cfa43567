internal import CoreAudioTypes
internal import Synchronization

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

/// The changes that wait for their frames, which later slices may have.
///
/// Any thread adds changes without a lock, also the render thread.
@safe
final class UnitEvents: @unchecked Sendable {
  // Unchecked: the number of each slot shows its owner, and only the render thread uses the list of
  // the slice.

  private static let capacity = 1_024

  private let ring: UnsafeMutablePointer<UnitEvent>
  /// For each slot: the place that it can take, or one more if it has been filled.
  private let places: UnsafeMutablePointer<Atomic<Int>>
  private let slice: UnsafeMutablePointer<UnitEvent>
  private let written = Atomic<Int>(0)
  private var read = 0
  private var count = 0

  init() {
    unsafe ring = .allocate(capacity: Self.capacity)
    unsafe places = .allocate(capacity: Self.capacity)
    unsafe slice = .allocate(capacity: Self.capacity)
    // Safe: the memory has this capacity.
    unsafe ring.initialize(repeating: UnitEvent(), count: Self.capacity)
    unsafe slice.initialize(repeating: UnitEvent(), count: Self.capacity)
    for index in 0..<Self.capacity { unsafe (places + index).initialize(to: Atomic(index)) }
  }

  deinit {
    // Safe: allocated by `init`.
    unsafe ring.deallocate()
    unsafe places.deinitialize(count: Self.capacity)
    unsafe places.deallocate()
    unsafe slice.deallocate()
  }

  /// Adds a change.
  ///
  /// - Returns: Whether there was room.
  func add(_ event: UnitEvent) -> Bool {
    var place = written.load(ordering: .relaxed)
    while true {
      let slot = place % Self.capacity
      // Safe: the index is in range.
      let owner = unsafe places[slot].load(ordering: .acquiring)
      guard owner >= place else { return false }
      if owner == place {
        let (isOwn, now) = written.compareExchange(
          expected: place, desired: place + 1, ordering: .relaxed)
        if isOwn {
          // Safe: the slot belongs to this thread until the next line.
          unsafe ring[slot] = event
          unsafe places[slot].store(place + 1, ordering: .releasing)
          return true
        }
        place = now
      } else {
        place = written.load(ordering: .relaxed)
      }
    }
  }

  // MARK: The render thread

  /// Takes the changes for the next slice, after those that earlier slices have left.
  ///
  /// - Returns: Whether there are any.
  func take() -> Bool {
    while count < Self.capacity {
      let place = read
      let slot = place % Self.capacity
      // Safe: the index is in range, and a filled slot belongs to this thread.
      guard unsafe places[slot].load(ordering: .acquiring) == place + 1 else { break }
      unsafe slice[count] = unsafe ring[slot]
      unsafe places[slot].store(place + Self.capacity, ordering: .releasing)
      count += 1
      read += 1
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

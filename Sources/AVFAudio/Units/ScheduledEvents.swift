internal import AudioRealtime
internal import AudioToolbox
internal import Foundation

/// The events that wait for their frames.
///
/// Any thread, including the render thread, adds events without a lock.
@safe final class ScheduledEvents: @unchecked Sendable {
  // Unchecked: the queue says who owns a slot, and only the render thread uses everything else.

  private static let capacity = 512
  /// The bytes of a slot.
  private static let slotBytes = 288
  /// The most bytes of a message.
  static let mostBytes = slotBytes - dataOffset
  /// The size in bytes of the members of a message before its data.
  private static let dataOffset = 21

  private let queue = SlotQueue(capacity: ScheduledEvents.capacity)
  private let ring: UnsafeMutableRawPointer
  private let waiting: UnsafeMutableRawPointer
  /// The slots of waiting events by their times, and then the free slots.
  private let order: UnsafeMutablePointer<Int>
  private var count = 0
  /// The number of events that are due in the current call; `order` begins with them.
  private var due = 0

  init() {
    let bytes = Self.capacity * Self.slotBytes
    unsafe ring = .allocate(byteCount: bytes, alignment: 8)
    unsafe waiting = .allocate(byteCount: bytes, alignment: 8)
    unsafe order = .allocate(capacity: Self.capacity)
    // Safe: the memory has this capacity.
    for index in 0..<Self.capacity { unsafe (order + index).initialize(to: index) }
  }

  deinit {
    // Safe: allocated by `init`.
    unsafe ring.deallocate()
    unsafe waiting.deallocate()
    unsafe order.deallocate()
  }

  // MARK: Any thread

  /// Adds a change of a parameter; drops it if there is no room.
  func add(
    _ time: AUEventSampleTime, ramp: AUAudioFrameCount, _ address: AUParameterAddress,
    _ value: AUValue
  ) {
    guard let place = queue.claim() else { return }
    let event = unsafe AUParameterEvent(
      next: nil, eventSampleTime: time, eventType: ramp > 0 ? .parameterRamp : .parameter,
      reserved: (0, 0, 0), rampDurationSampleFrames: ramp, parameterAddress: address,
      value: value)
    // Safe: the slot belongs to this thread, and has room for the event.
    unsafe slot(ring, place).initializeMemory(as: AUParameterEvent.self, to: event)
    queue.fill(place)
  }

  /// Adds a message.
  ///
  /// - Returns: Whether there is room, and the message is not too long.
  func add(
    _ time: AUEventSampleTime, _ cable: UInt8, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard (1...Self.mostBytes).contains(bytes.count), let place = queue.claim() else {
      return false
    }
    let isLong = unsafe bytes.count > 3 || bytes[0] == 0xF0
    let event = unsafe AUMIDIEvent(
      next: nil, eventSampleTime: time, eventType: isLong ? .midiSysEx : .MIDI, reserved: 0,
      length: UInt16(bytes.count), cable: cable, data: (0, 0, 0))
    // Safe: the slot belongs to this thread, and has room for the event and the bytes.
    let slot = unsafe slot(ring, place)
    unsafe slot.initializeMemory(as: AUMIDIEvent.self, to: event)
    unsafe UnsafeMutableRawBufferPointer(start: slot + Self.dataOffset, count: bytes.count)
      .copyMemory(from: UnsafeRawBufferPointer(bytes))
    queue.fill(place)
    return true
  }

  private func slot(_ memory: UnsafeMutableRawPointer, _ place: Int) -> UnsafeMutableRawPointer {
    unsafe memory + place % Self.capacity * Self.slotBytes
  }

  // MARK: The render thread

  private func event(_ position: Int) -> UnsafeMutablePointer<AURenderEvent> {
    // Safe: each slot starts with the members of an event.
    unsafe slot(waiting, order[position]).assumingMemoryBound(to: AURenderEvent.self)
  }

  /// Takes the events that are due in a render call, in the order of their times.
  ///
  /// - Returns: The first event, which links to the next ones; `nil` if no event is due. Valid
  ///   until ``finish()``.
  func take(from start: Int64, _ frames: Int) -> UnsafePointer<AURenderEvent>? {
    while count < Self.capacity, let place = queue.next {
      unsafe slot(waiting, order[count]).copyMemory(
        from: slot(ring, place), byteCount: Self.slotBytes)
      queue.free()
      insertLast(start)
    }
    due = 0
    while due < count {
      let event = unsafe event(due)
      guard unsafe event.pointee.head.eventSampleTime < start + Int64(frames) else { break }
      // A late event takes effect at once.
      unsafe event.pointee.head.eventSampleTime = max(start, event.pointee.head.eventSampleTime)
      unsafe event.pointee.head.next = nil
      if due > 0 { unsafe self.event(due - 1).pointee.head.next = event }
      due += 1
    }
    return unsafe due > 0 ? UnsafePointer(event(0)) : nil
  }

  /// Moves the new event, which follows the sorted events, to its place.
  private func insertLast(_ start: Int64) {
    let new = unsafe event(count)
    var time = unsafe new.pointee.head.eventSampleTime
    let offset = time &- AUEventSampleTimeImmediate
    if (0...4_096).contains(offset) { time = start + offset }
    unsafe new.pointee.head.eventSampleTime = time
    let index = unsafe order[count]
    var position = count
    while position > 0, unsafe event(position - 1).pointee.head.eventSampleTime > time {
      unsafe order[position] = unsafe order[position - 1]
      position -= 1
    }
    unsafe order[position] = index
    count += 1
  }

  /// Frees the slots of the events that were due in the call.
  func finish() {
    guard due > 0 else { return }
    // The free slots follow the waiting events, so each due event changes places with a later one.
    reverse(0, due)
    reverse(due, count)
    reverse(0, count)
    count -= due
    due = 0
  }

  private func reverse(_ start: Int, _ end: Int) {
    var (first, last) = (start, end - 1)
    while first < last {
      let index = unsafe order[first]
      unsafe order[first] = unsafe order[last]
      unsafe order[last] = index
      first += 1
      last -= 1
    }
  }
}

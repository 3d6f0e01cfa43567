internal import AudioRealtime
internal import AudioToolbox
internal import Synchronization

/// Calls a unit's closure with its scheduled events, and its observers before and after it.
@safe final class UnitRendering: @unchecked Sendable {
  // Unchecked: only the thread that renders uses the closure.

  private let body: AUInternalRenderBlock
  private let events: ScheduledEvents
  private let observers: RenderObservers

  init(
    _ body: @escaping AUInternalRenderBlock, _ events: ScheduledEvents,
    _ observers: RenderObservers
  ) {
    unsafe self.body = unsafe body
    (self.events, self.observers) = (events, observers)
  }

  /// The closure that the host calls.
  var block: AURenderBlock {
    { [self] flags, time, count, bus, list, pull in
      unsafe observers.call(.unitRenderAction_PreRender, flags, time, count, bus)
      let start = unsafe time.pointee.mSampleTime
      let frame = start.magnitude < 0x1p62 ? Int64(start.rounded()) : 0
      let head = unsafe events.take(from: frame, Int(count))
      let status = unsafe body(flags, time, count, bus, list, head, pull)
      events.finish()
      unsafe observers.call(.unitRenderAction_PostRender, flags, time, count, bus)
      return status
    }
  }
}

/// The observers of a unit's calls that render.
final class RenderObservers: Sendable {
  /// A list that never changes.
  @safe private final class List: @unchecked Sendable {
    // Unchecked: the client states its closures for render threads.
    let all: [(token: Int, observer: AURenderObserver)]

    init(_ all: [(token: Int, observer: AURenderObserver)]) {
      unsafe self.all = unsafe all
    }
  }

  private let published = PublishedObject()
  private let current = unsafe Mutex<(list: List, next: Int)>((List([]), 1))

  func add(_ observer: @escaping AURenderObserver) -> Int {
    let box = unsafe List([(0, observer)])
    return current.withLock { current in
      let token = current.next
      let added = unsafe box.all.map { unsafe (token, $0.observer) }
      current = (unsafe List(current.list.all + added), token + 1)
      published.publish(current.list)
      return token
    }
  }

  func remove(_ token: Int) {
    let old = current.withLock { current -> List in
      let old = current.list
      current.list = unsafe List(old.all.filter { unsafe $0.token != token })
      published.publish(current.list)
      return old
    }
    withExtendedLifetime(old) {}
  }

  /// Calls all observers, on the render thread.
  func call(
    _ moment: AudioUnitRenderActionFlags,
    _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>,
    _ time: UnsafePointer<AudioTimeStamp>, _ count: AUAudioFrameCount, _ bus: Int
  ) {
    guard published.begin() else { return }
    defer { published.end() }
    guard let found = published.object else { return }
    // Safe: only lists are published.
    let list = unsafe unsafeDowncast(found, to: List.self)
    var index = 0
    while unsafe index < list.all.count {
      unsafe list.all[index].observer(flags.pointee.union(moment), time, count, bus)
      index += 1
    }
  }
}

internal import CoreAudioTypes
internal import Foundation

/// Calls a closure on a run loop, in one of its modes.
///
/// Several signals may result in one call.
///
/// The source keeps itself and the closure alive until it is invalidated.
@safe
final class RunLoopSource: @unchecked Sendable {
  // Sendable: run loops and their sources are thread-safe, and no property changes after init.
  /// All valid sources, by number (a run loop holds only the number, which may outlive the source).
  private static let all = HandleTable<RunLoopSource>()

  /// The number of valid sources.
  static var count: Int { all.count }

  private let runLoop: CFRunLoop
  private let perform: () -> Void
  private var source: CFRunLoopSource?
  private var reference: OpaquePointer?

  /// Creates a source and adds it to a run loop.
  init(_ runLoop: CFRunLoop, _ mode: CFRunLoopMode, perform: @escaping () -> Void) {
    self.runLoop = runLoop
    self.perform = perform
    unsafe reference = Self.all.add(self)
    var context = unsafe CFRunLoopSourceContext()
    // Safe: the pointer is never dereferenced and only holds a number.
    unsafe context.info = reference.map { unsafe UnsafeMutableRawPointer($0) }
    unsafe context.perform = { info in
      guard let info = unsafe info else { return }
      unsafe RunLoopSource.all.object(OpaquePointer(info))?.perform()
    }
    source = unsafe CFRunLoopSourceCreate(nil, 0, &context)
    CFRunLoopAddSource(runLoop, source, mode)
  }

  /// Schedules a call of the closure.
  func signal() {
    if let source { CFRunLoopSourceSignal(source) }
    CFRunLoopWakeUp(runLoop)
  }

  /// Prevents further calls.
  ///
  /// A call in progress continues.
  func invalidate() {
    if let source { CFRunLoopSourceInvalidate(source) }
    if let reference = unsafe reference { _ = unsafe Self.all.remove(reference) }
  }
}

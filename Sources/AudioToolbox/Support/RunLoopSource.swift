internal import CoreAudioTypes
internal import Foundation

/// Has a closure called by a run loop, in one of its modes; many signals may become one call.
///
/// Keeps itself and the closure until it is invalidated.
@safe
final class RunLoopSource: @unchecked Sendable {
  // Sendable: run loops and their sources may be used by any thread, and nothing changes after init.
  /// All that are valid: a run loop holds no more than a number, which may come when nothing is behind it any more.
  private static let all = HandleTable<RunLoopSource>()

  /// Sources that have not been invalidated.
  static var count: Int { all.count }

  private let runLoop: CFRunLoop
  private let perform: () -> Void
  private var source: CFRunLoopSource?
  private var reference: OpaquePointer?

  /// Adds itself to a run loop.
  init(_ runLoop: CFRunLoop, _ mode: CFRunLoopMode, perform: @escaping () -> Void) {
    self.runLoop = runLoop
    self.perform = perform
    unsafe reference = Self.all.add(self)
    var context = unsafe CFRunLoopSourceContext()
    // Safe: nobody reads memory by this pointer; it carries a number.
    unsafe context.info = reference.map { unsafe UnsafeMutableRawPointer($0) }
    unsafe context.perform = { info in
      guard let info = unsafe info else { return }
      unsafe RunLoopSource.all.object(OpaquePointer(info))?.perform()
    }
    source = unsafe CFRunLoopSourceCreate(nil, 0, &context)
    CFRunLoopAddSource(runLoop, source, mode)
  }

  /// Has the closure called soon.
  func signal() {
    if let source { CFRunLoopSourceSignal(source) }
    CFRunLoopWakeUp(runLoop)
  }

  /// Has it called no more; a call that is under way goes on.
  func invalidate() {
    if let source { CFRunLoopSourceInvalidate(source) }
    if let reference = unsafe reference { _ = unsafe Self.all.remove(reference) }
  }
}

internal import Dispatch
public import Foundation
internal import Synchronization

/// Passes the requests for an asset's bytes to a delegate.
///
/// Only URLs whose scheme is neither `file` nor `http` nor `https` reach the delegate. The first
/// request asks for information and for two bytes, which are not used; further requests ask for
/// the bytes. Content types are ignored: the bytes themselves show their format.
// Unchecked: a lock protects the delegate, which is called on its queue only.
open class AVAssetResourceLoader: NSObject, @unchecked Sendable {
  // Unchecked: only the delegate's queue uses the delegate.
  private struct State: @unchecked Sendable {
    weak var delegate: (any AVAssetResourceLoaderDelegate)?
    var delegateQueue: DispatchQueue?
    /// Runs its blocks one after the other on the delegate's queue.
    var calls: DispatchQueue?
  }

  private struct Settings {
    var preloadsKeys = false
    var sendsClientData = false
  }

  private let settings = Mutex(Settings())

  private let state = Mutex(State())

  override init() {}

  /// The delegate, which the loader does not retain.
  open var delegate: (any AVAssetResourceLoaderDelegate)? { current.delegate }

  /// The queue on which the delegate is called.
  open var delegateQueue: DispatchQueue? { current.delegateQueue }

  /// Sets the delegate, before the asset loads anything.
  ///
  /// - Parameters:
  ///   - delegate: The delegate, which the client must retain.
  ///   - delegateQueue: The queue on which the delegate is called. Without one, the loader has its
  ///     own queue.
  open func setDelegate(
    _ delegate: (any AVAssetResourceLoaderDelegate)?, queue delegateQueue: DispatchQueue?
  ) {
    let new = State(
      delegate: delegate, delegateQueue: delegateQueue,
      calls: DispatchQueue(label: "AVAssetResourceLoader", target: delegateQueue))
    state.withLock { $0 = new }
  }

  /// Whether keys are loaded before they are needed; stored, but has no effect without such keys.
  open var preloadsEligibleContentKeys: Bool {
    get { settings.withLock { $0.preloadsKeys } }
    set { settings.withLock { $0.preloadsKeys = newValue } }
  }

  /// Whether requests tell the server about playback; stored, but has no effect.
  open var sendsCommonMediaClientDataAsHTTPHeaders: Bool {
    get { settings.withLock { $0.sendsClientData } }
    set { settings.withLock { $0.sendsClientData = newValue } }
  }

  private var current: State { state.withLock { $0 } }

  /// Calls the delegate on its queue.
  ///
  /// - Returns: Whether the loader has a delegate.
  func call(_ body: @escaping @Sendable ((any AVAssetResourceLoaderDelegate)?) -> Void) -> Bool {
    let now = current
    guard now.delegate != nil, let calls = now.calls else { return false }
    calls.async { body(self.delegate) }
    return true
  }
}

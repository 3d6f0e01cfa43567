internal import AudioContainers
internal import AudioTransport
internal import Synchronization

/// Loads the resources of a stream.
///
/// One thread loads. ``interrupt(_:)`` and ``close()`` are for any thread.
package final class HLSLoader: Sendable {
  private struct State {
    /// Ends the waits of each open resource.
    var open: [Int: @Sendable () -> Void] = [:]
    var nextID = 0
    /// The latest seek that interrupted loading, and the latest one that was carried out.
    var interruption = 0
    var resumption = 0
    var isClosed = false

    var isStopped: Bool { isClosed || interruption > resumption }
  }

  private let resources: any HLSResources
  private let state = Mutex(State())

  package init(_ resources: any HLSResources) {
    self.resources = resources
  }

  /// Ends all waits, until the thread carries the seek out.
  ///
  /// - Parameter seek: The number of the seek. Later seeks have greater numbers.
  package func interrupt(_ seek: Int) {
    let open = state.withLock { state in
      guard seek > state.resumption, seek > state.interruption else {
        return [@Sendable () -> Void]()
      }
      state.interruption = seek
      return Array(state.open.values)
    }
    for cancel in open { cancel() }
  }

  /// Continues to load for a seek.
  package func resume(_ seek: Int) {
    state.withLock { $0.resumption = max($0.resumption, seek) }
  }

  /// Ends all current and later waits.
  package func close() {
    let open = state.withLock { state in
      state.isClosed = true
      return Array(state.open.values)
    }
    for cancel in open { cancel() }
  }

  /// Fails after ``close()``, and before an interruption has been resumed.
  func check() throws(TransportError) {
    if state.withLock({ $0.isStopped }) { throw TransportError(.cancelled) }
  }

  /// Opens a resource.
  func open(_ address: String, from offset: UInt64 = 0) throws(TransportError) -> HLSOpenResource {
    try check()
    let resource = try resources.open(address, from: offset)
    let (id, isStopped) = state.withLock { state in
      state.nextID += 1
      state.open[state.nextID] = resource.cancel
      return (state.nextID, state.isStopped)
    }
    if isStopped { resource.cancel() }
    return HLSOpenResource(resource, address: address) { [weak self] in self?.remove(id) }
  }

  private func remove(_ id: Int) {
    _ = state.withLock { $0.open.removeValue(forKey: id) }
  }
}

/// A resource that a loader has opened.
final class HLSOpenResource {
  let address: String
  private let resource: HLSResource
  private let ended: () -> Void

  init(_ resource: HLSResource, address: String, ended: @escaping () -> Void) {
    self.resource = resource
    self.address = address
    self.ended = ended
  }

  deinit { ended() }

  var source: any ByteSource { resource.source }
  var progress: HTTPProgress? { resource.progress() }

  /// Reads a small resource.
  ///
  /// - Parameter limit: Reading ends after more than this number of bytes.
  /// - Returns: The bytes, which may be more than the limit.
  /// - Throws: ``TransportError``.
  func bytes(limit: Int) throws(TransportError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= limit, try read(upTo: 1 << 16, at: bytes.count, into: &bytes) {}
    return bytes
  }

  /// Reads a part of a resource.
  ///
  /// - Throws: ``TransportError``; the reason is `changed` if the resource has fewer bytes.
  func bytes(of range: HLSByteRange) throws(TransportError) -> [UInt8] {
    var bytes: [UInt8] = []
    // Memory grows with the bytes received.
    while bytes.count < range.byteCount {
      let room = min(1 << 16, range.byteCount - bytes.count)
      guard try read(upTo: room, at: range.offset + bytes.count, into: &bytes) else {
        throw TransportError(.changed)
      }
    }
    return bytes
  }

  private func read(
    upTo room: Int, at offset: Int, into bytes: inout [UInt8]
  ) throws(TransportError) -> Bool {
    var piece = [UInt8](repeating: 0, count: room)
    var span = piece.mutableSpan
    let count = try source.read(at: UInt64(offset), into: &span)
    bytes += piece[..<min(count, room)]
    return count > 0
  }
}

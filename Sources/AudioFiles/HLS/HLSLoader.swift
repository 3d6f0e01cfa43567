internal import AudioContainers
package import AudioTransport
internal import Synchronization

/// Loads the resources of a stream.
///
/// One thread loads. ``interrupt(_:)`` and ``close()`` are for any thread.
package final class HLSLoader: Sendable {
  private struct Open {
    var cancel: @Sendable () -> Void
    var progress: @Sendable () -> HTTPProgress?
    /// Whether the resource has media, and not a playlist or a key.
    var isMedia: Bool
  }

  private struct State {
    var open: [Int: Open] = [:]
    /// The figures of the resources that have been closed.
    var closed: HTTPProgress?
    var nextID = 0
    /// The latest seek that interrupted loading, and the latest one that was carried out.
    var interruption = 0
    var resumption = 0
    var isClosed = false

    var isStopped: Bool { isClosed || interruption > resumption }

    var cancellations: [@Sendable () -> Void] { open.values.map(\.cancel) }
  }

  private let resources: any HLSResources
  private let state = Mutex(State())

  /// Creates a loader.
  ///
  /// - Parameters:
  ///   - resources: Opens the resources.
  ///   - playlist: The figures of the playlist that has been loaded before.
  package init(_ resources: any HLSResources, after playlist: HTTPProgress? = nil) {
    self.resources = resources
    state.withLock { $0.closed.add(playlist, isMedia: false) }
  }

  /// The figures of all transfers together; `nil` if all bytes are local.
  ///
  /// The sum has no offsets, and counts only requests for segments.
  package var progress: HTTPProgress? {
    var (sum, open) = state.withLock { state in
      (state.closed, state.open.sorted { $0.key < $1.key }.map(\.value))
    }
    for transfer in open { sum.add(transfer.progress(), isMedia: transfer.isMedia) }
    return sum
  }

  /// Ends all waits until the loading thread carries out a seek.
  ///
  /// - Parameter seek: The number of the seek. Later seeks have greater numbers.
  package func interrupt(_ seek: Int) {
    let open = state.withLock { state in
      guard seek > state.resumption, seek > state.interruption else {
        return [@Sendable () -> Void]()
      }
      state.interruption = seek
      return state.cancellations
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
      return state.cancellations
    }
    for cancel in open { cancel() }
  }

  /// Fails after ``close()``, and before an interruption has been resumed.
  func check() throws(TransportError) {
    if state.withLock({ $0.isStopped }) { throw TransportError(.cancelled) }
  }

  /// Opens a resource.
  ///
  /// - Parameters:
  ///   - address: A path or a URL.
  ///   - offset: The first byte that will be read.
  ///   - isMedia: Whether the resource has media, and not a playlist or a key.
  /// - Returns: The open resource.
  /// - Throws: ``TransportError`` if it cannot be opened, or if the loader is closed.
  func open(
    _ address: String, from offset: UInt64 = 0, isMedia: Bool = false
  ) throws(TransportError) -> HLSOpenResource {
    try check()
    let resource = try resources.open(address, from: offset)
    let transfer = Open(cancel: resource.cancel, progress: resource.progress, isMedia: isMedia)
    let (id, isStopped) = state.withLock { state in
      state.nextID += 1
      state.open[state.nextID] = transfer
      return (state.nextID, state.isStopped)
    }
    if isStopped { resource.cancel() }
    return HLSOpenResource(resource, address: address) { [weak self] in self?.remove(id) }
  }

  private func remove(_ id: Int) {
    guard let ended = state.withLock({ $0.open[id] }) else { return }
    let progress = ended.progress()
    state.withLock { state in
      state.open[id] = nil
      state.closed.add(progress, isMedia: ended.isMedia)
      state.closed?.isReconnecting = false
    }
  }
}

extension HTTPProgress? {
  /// Adds the figures of another transfer.
  fileprivate mutating func add(_ transfer: HTTPProgress?, isMedia: Bool) {
    guard let transfer else { return }
    var sum = self ?? HTTPProgress(readOffset: 0, bufferedEnd: 0, byteCount: nil)
    sum.receivedByteCount += transfer.receivedByteCount
    sum.receivingSeconds += transfer.receivingSeconds
    sum.reconnectCount += transfer.reconnectCount
    sum.isReconnecting = sum.isReconnecting || transfer.isReconnecting
    if var statistics = transfer.statistics {
      if !isMedia { statistics.requestCount = 0 }
      var all = sum.statistics ?? HTTPStatistics()
      all.add(statistics)
      sum.statistics = all
    }
    self = sum
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

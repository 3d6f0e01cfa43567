import AudioSyntax

/// The sizes of a table's packets: one number if all are equal, otherwise pages with two bytes per
/// packet.
///
/// A page that contains a packet of 65,536 bytes or more takes four bytes per packet. Every 64th
/// packet has the sum of all earlier sizes. Finding a packet's position therefore takes at most 63
/// additions.
struct PacketSizes: Sendable {
  private enum Page: Sendable {
    case narrow([UInt16])
    case wide([UInt32])
  }

  private static let pageLength = 4096
  private static let groupLength = 64

  /// Number of packets.
  private(set) var count = 0
  /// Bytes of the largest packet.
  private(set) var maximum: UInt32 = 0
  /// The common size of all packets, if the file states one.
  private(set) var constant: UInt32?

  private var pages: [Page] = []
  /// Packets after the last complete page.
  private var last: [UInt32] = []
  private var total: UInt64 = 0
  /// Bytes before each group.
  private var sums: [UInt64] = [0]

  init() {}

  /// Creates any number of packets of one size.
  init(constant size: UInt32, count: Int) {
    constant = size
    maximum = size
    self.count = count
  }

  /// Adds packets of the common size.
  ///
  /// - Precondition: ``constant`` is set.
  mutating func extend(by packets: Int) {
    precondition(constant != nil, "the packets have no common size")
    let (sum, overflow) = count.addingReportingOverflow(packets)
    count = overflow ? .max : sum
  }

  /// Adds a packet of any size.
  ///
  /// - Precondition: ``constant`` is not set.
  mutating func append(_ size: UInt32) {
    last.append(size)
    total &+= UInt64(size)
    maximum = max(maximum, size)
    count += 1
    if count % Self.groupLength == 0 { sums.append(total) }
    if last.count == Self.pageLength { closePage() }
  }

  /// Adds packets whose sizes are 32-bit integers in `bytes`, from `index`.
  ///
  /// - Precondition: ``constant`` is not set.
  mutating func append(bigEndian bytes: Span<UInt8>, at index: Int, count packets: Int) {
    var place = index
    let end = index + packets * 4
    while place < end {
      let toGroup = Self.groupLength - count % Self.groupLength
      let stop = min(place + toGroup * 4, end)
      var sum: UInt64 = 0
      var largest = maximum
      count += (stop - place) / 4
      while place < stop {
        let size = bytes.bigEndian32(at: place)
        last.append(size)
        sum &+= UInt64(size)
        largest = max(largest, size)
        place += 4
      }
      total &+= sum
      maximum = largest
      if count % Self.groupLength == 0 { sums.append(total) }
      if last.count == Self.pageLength { closePage() }
    }
  }

  /// Compacts the last page.
  ///
  /// No packets may be appended afterwards.
  mutating func close() {
    if !last.isEmpty { closePage() }
    last = []
  }

  private mutating func closePage() {
    let isNarrow = last.allSatisfy { $0 <= UInt32(UInt16.max) }
    pages.append(isNarrow ? .narrow(last.map(UInt16.init(truncatingIfNeeded:))) : .wide(last))
    last.removeAll(keepingCapacity: true)
  }

  /// Bytes of the packet at `index`.
  ///
  /// - Precondition: `index` is below ``count``.
  func size(at index: Int) -> UInt32 {
    if let constant { return constant }
    let (page, place) = index.quotientAndRemainder(dividingBy: Self.pageLength)
    guard page < pages.count else { return last[place] }
    switch pages[page] {
    case .narrow(let sizes): return UInt32(sizes[place])
    case .wide(let sizes): return sizes[place]
    }
  }

  /// Bytes of all packets before `index`.
  ///
  /// - Precondition: `index` is at most ``count``.
  func byteCount(before index: Int) -> UInt64 {
    if let constant {
      let (product, overflow) = UInt64(index).multipliedReportingOverflow(by: UInt64(constant))
      return overflow ? .max : product
    }
    let group = index / Self.groupLength
    let first = group * Self.groupLength
    return sums[group] &+ sum(first..<index)
  }

  /// Bytes of the packets in `range`, which lies in one page.
  private func sum(_ range: Range<Int>) -> UInt64 {
    guard !range.isEmpty else { return 0 }
    let page = range.lowerBound / Self.pageLength
    let from = range.lowerBound - page * Self.pageLength
    let places = from..<from + range.count
    var sum: UInt64 = 0
    guard page < pages.count else {
      for place in places { sum &+= UInt64(last[place]) }
      return sum
    }
    switch pages[page] {
    case .narrow(let sizes): for place in places { sum &+= UInt64(sizes[place]) }
    case .wide(let sizes): for place in places { sum &+= UInt64(sizes[place]) }
    }
    return sum
  }

  /// Approximate number of bytes held.
  var heldByteCount: Int {
    var bytes = sums.count * 8 + last.capacity * 4
    for page in pages {
      switch page {
      case .narrow(let sizes): bytes += sizes.count * 2 + 48
      case .wide(let sizes): bytes += sizes.count * 4 + 48
      }
    }
    return bytes
  }
}

import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import AudioTransport

/// The contract of byte sources over a client's loader, and the loader's mistakes.
@Suite struct DelegatedByteSourceTests {
  private let bytes = ByteSourceContract.bytes

  private var small: HTTPOptions {
    var options = HTTPOptions()
    options.limits = .init(ahead: 100_000, behind: 20_000, elsewhere: 40_000)
    options.readThrough = 1000
    return options
  }

  private func read(
    _ source: any ByteSource, at offset: UInt64, count: Int
  ) throws(TransportError) -> [UInt8] {
    try ByteSourceContract.read(source, at: offset, count: count)
  }

  // MARK: The contract

  enum Kind: String, CaseIterable {
    case file, memory, whole, pieces, late, tooMuch, noRanges, noRangesLate, noLength, redirect
  }

  private func source(_ kind: Kind, _ folder: TemporaryFolder) throws -> any ByteSource {
    let file = folder.url("bytes")
    try Data(bytes).write(to: file)
    func loaded(_ manner: TestLoader.Manner) -> DelegatedByteSource {
      DelegatedByteSource(loader: TestLoader(bytes, manner), options: small)
    }
    return switch kind {
    case .file: try FileByteSource(path: file.path)
    case .memory: MemoryByteSource(bytes)
    case .whole: loaded(.init())
    case .pieces: loaded(.init(pieceCount: 777))
    case .late: loaded(.init(pieceCount: 7777, isLate: true))
    case .tooMuch: loaded(.init(pieceCount: 50_000, exceedsRequests: true))
    case .noRanges: loaded(.init(hasRanges: false))
    case .noRangesLate: loaded(.init(hasRanges: false, pieceCount: 5000, isLate: true))
    case .noLength:
      DelegatedByteSource(loader: TestLoader(bytes, .init(hasRanges: false, statesLength: false)))
    case .redirect:
      DelegatedByteSource(loader: FunctionLoader { $0.redirect(to: .file(path: file.path)) })
    }
  }

  @Test("a source has the same bytes at any offset", arguments: Kind.allCases)
  func contract(_ kind: Kind) throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let source = try source(kind, folder)
    try ByteSourceContract.check(source)
  }

  @Test("an empty resource has no bytes", arguments: [true, false])
  func empty(statesLength: Bool) throws {
    let loader = TestLoader([], .init(statesLength: statesLength))
    let source = DelegatedByteSource(loader: loader)
    #expect(try read(source, at: 0, count: 8) == [])
    #expect(source.byteCount == 0)
  }

  // MARK: Requests

  @Test("the first request asks for information and two bytes")
  func firstRequest() throws {
    let loader = TestLoader(bytes)
    let source = DelegatedByteSource(loader: loader, options: small)
    #expect(loader.requests.isEmpty && source.byteCount == nil)
    try source.connect()
    let request = try #require(loader.requests.first)
    #expect(loader.requests.count == 1 && request.wantsInformation)
    #expect(request.offset == 0 && request.byteCount == 2)
    #expect(source.byteCount == 300_000 && source.progress.isSeekable)
  }

  @Test("requests stay within the limit, and ask for no byte twice in order")
  func requestsInOrder() throws {
    let loader = TestLoader(bytes)
    let source = DelegatedByteSource(loader: loader, options: small)
    var offset: UInt64 = 0
    while offset < 300_000 {
      let count = try read(source, at: offset, count: 1000).count
      try #require(count == 1000)
      offset += 1000
      let end = loader.requests.last?.range.end ?? .max
      #expect(end <= offset + 100_000)
    }
    let data = loader.requests.dropFirst()
    #expect(data.map(\.offset) == [0, 50_000, 100_000, 150_000, 200_000, 250_000])
    #expect(data.allSatisfy { $0.byteCount == 50_000 && !$0.wantsInformation })
    #expect(loader.cancelledRequests.isEmpty)
  }

  @Test("without ranges, one request asks for everything")
  func withoutRanges() throws {
    let loader = TestLoader(bytes, .init(hasRanges: false))
    let source = DelegatedByteSource(loader: loader, options: small)
    #expect(try read(source, at: 299_000, count: 10) == Array(bytes[299_000..<299_010]))
    #expect(try read(source, at: 0, count: 10) == Array(bytes[..<10]))
    #expect(loader.requests.map(\.offset) == [0, 0])
    #expect(loader.requests.map(\.byteCount) == [2, nil])
  }

  @Test("a jump cancels a request, and its late answer has no effect")
  func jump() throws {
    let bytes = bytes
    let loader = FunctionLoader { request in
      if request.wantsInformation {
        request.inform(LoadInformation(byteCount: 300_000, hasRanges: true))
        request.finish()
      } else if request.offset > 0 {
        let start = Int(request.offset)
        request.respond(bytes.span.extracting(start..<start + 1000))
      } else {
        request.respond(bytes.span.extracting(first: 100))
      }
    }
    let source = DelegatedByteSource(loader: loader, options: small)
    #expect(try read(source, at: 0, count: 100) == Array(bytes[..<100]))
    #expect(try read(source, at: 200_000, count: 10) == Array(bytes[200_000..<200_010]))
    let first = loader.requests[1]
    #expect(loader.cancelledRequests.map(\.number) == [first.number])
    first.respond([UInt8](repeating: 1, count: 5000).span)
    first.fail(TransportError(.changed))
    first.finish()
    #expect(try read(source, at: 200_010, count: 500) == Array(bytes[200_010..<200_510]))
    #expect(source.byteCount == 300_000)
  }

  // MARK: Ends

  @Test("an early end of a request is the end of the resource", arguments: [true, false])
  func tooLittle(hasRanges: Bool) throws {
    let loader = TestLoader(bytes, .init(hasRanges: hasRanges, end: 1234))
    let source = DelegatedByteSource(loader: loader, options: small)
    #expect(try read(source, at: 1000, count: 1000) == Array(bytes[1000..<1234]))
    #expect(source.byteCount == 1234)
  }

  @Test("a silent loader ends in a time-out", arguments: [0, 1])
  func silence(answeredRequests: Int) throws {
    let loader = FunctionLoader { request in
      guard request.number <= answeredRequests else { return }
      request.inform(LoadInformation(byteCount: 100, hasRanges: true))
      request.finish()
    }
    var options = small
    options.silence = .milliseconds(20)
    let source = DelegatedByteSource(loader: loader, options: options)
    #expect(throws: TransportError(.timedOut)) { try read(source, at: 0, count: 1) }
    #expect(loader.cancelledRequests.map(\.number) == [answeredRequests + 1])
    // A later answer has no effect.
    loader.requests.last?.finish()
    #expect(throws: TransportError(.timedOut)) { try read(source, at: 0, count: 1) }
  }

  @Test("an error ends reading after the bytes before it")
  func failure() throws {
    struct Reason: Error {}
    let failure = TransportError(.loader(LoaderFailure(Reason())))
    let bytes = bytes
    let loader = FunctionLoader { request in
      request.inform(LoadInformation(byteCount: 1000, hasRanges: false))
      guard !request.wantsInformation else { return request.finish() }
      request.respond(bytes.span.extracting(first: 10))
      request.fail(failure)
      request.finish()
    }
    let source = DelegatedByteSource(loader: loader)
    #expect(try read(source, at: 0, count: 10) == Array(bytes[..<10]))
    #expect(throws: failure) { try read(source, at: 10, count: 1) }
    #expect(try read(source, at: 5, count: 5) == Array(bytes[5..<10]))
  }

  @Test("a redirect to a missing file fails")
  func missingTarget() throws {
    let loader = FunctionLoader { $0.redirect(to: .file(path: "/nonexistent/file")) }
    let source = DelegatedByteSource(loader: loader)
    #expect(throws: TransportError(.system(ENOENT))) { try read(source, at: 0, count: 1) }
  }

  @Test("cancelling ends a wait, and cancels the request")
  func cancel() throws {
    let loader = FunctionLoader { _ in }
    let source = DelegatedByteSource(loader: loader)
    let ended = Mutex<TransportError?>(nil)
    DispatchQueue(label: "reader").async {
      do throws(TransportError) {
        try source.connect()
      } catch {
        ended.withLock { $0 = error }
      }
    }
    try waitUntil("the request starts") { loader.requests.count == 1 }
    source.cancel()
    try waitUntil("the wait ends") { ended.withLock { $0 } != nil }
    #expect(ended.withLock { $0 } == TransportError(.cancelled))
    #expect(loader.cancelledRequests.map(\.number) == [1])
    #expect(throws: TransportError(.cancelled)) { try read(source, at: 0, count: 1) }
  }

  @Test("a released source cancels its request")
  func release() throws {
    let loader = FunctionLoader { request in
      request.inform(LoadInformation(byteCount: 1000, hasRanges: true))
      guard !request.wantsInformation else { return request.finish() }
      request.respond([UInt8](repeating: 0, count: 100).span)
    }
    weak var released: DelegatedByteSource?
    do {
      let reading = DelegatedByteSource(loader: loader)
      released = reading
      #expect(try read(reading, at: 0, count: 100).count == 100)
      #expect(loader.cancelledRequests.isEmpty)
    }
    #expect(released == nil && loader.cancelledRequests.map(\.number) == [2])
  }
}

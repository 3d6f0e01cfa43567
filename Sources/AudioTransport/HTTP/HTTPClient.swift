#if HTTP
  import CCurl

  /// A single HTTP transfer with libcurl.
  ///
  /// Use on one thread, except for ``wake()``. The receiver is called on that thread, in
  /// ``step(for:)`` and ``resume()``.
  @safe final class HTTPClient {
    /// Receives the lines and bytes of an answer.
    protocol Receiver: AnyObject {
      func receive(headerLine: String) -> Answer
      func receive(body: Span<UInt8>) -> Answer
    }

    /// The reaction to received data.
    enum Answer {
      case taken
      /// The data was not accepted. Deliver it again after ``HTTPClient/resume()``.
      case pause
      case stop
    }

    /// The state of a transfer.
    enum Outcome: Equatable {
      case none
      case running
      case complete
      /// The receiver's answer ended the transfer.
      case stopped
      case failed(TransportError.Reason)
    }

    weak var receiver: (any Receiver)?
    private var client: OpaquePointer?

    /// Creates a client.
    ///
    /// - Throws: ``TransportError`` with `unavailable` if libcurl is missing.
    init() throws(TransportError) {
      // Safe: the handlers convert the pointer back to this object, which outlives the client that
      // `deinit` destroys.
      unsafe client = ccurl_client_create(
        Unmanaged.passUnretained(self).toOpaque(),
        { context, bytes, count in
          unsafe HTTPClient.receive(context, bytes, count) { client, bytes in
            client.receiver?.receive(headerLine: text(bytes)) ?? .stop
          }
        },
        { context, bytes, count in
          unsafe HTTPClient.receive(context, bytes, count) { client, bytes in
            client.receiver?.receive(body: bytes) ?? .stop
          }
        })
      guard unsafe client != nil else { throw TransportError(.unavailable) }
    }

    deinit {
      // Safe: `init` created the client, and no thread uses it any more.
      unsafe ccurl_client_destroy(client)
    }

    /// Starts a request of `url` from byte `offset` on, and ends the current one.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - offset: The first byte.
    ///   - end: The end of the requested bytes; `nil` for the end of the resource.
    ///   - connectTime: The maximum time to establish a connection.
    /// - Returns: Whether libcurl accepted the request.
    func start(
      _ url: String, at offset: UInt64, to end: UInt64?, connectTime: Duration
    ) -> Bool {
      // Safe: libcurl copies the string.
      unsafe ccurl_client_start(client, url, offset, end ?? 0, connectTime.milliseconds)
    }

    /// Sets the header lines of the next requests.
    ///
    /// Lines with line breaks, which could smuggle in others, are omitted.
    func setHeaders(_ lines: [String]) {
      let safe = lines.filter { line in !line.utf8.contains { $0 < 0x20 && $0 != 0x09 } }
      // Safe: libcurl copies the strings.
      _ = unsafe ccurl_client_set_headers(client, safe.joined(separator: "\n"))
    }

    func stop() {
      // Safe: the client exists until `deinit`.
      unsafe ccurl_client_stop(client)
    }

    func resume() {
      // Safe: the client exists until `deinit`.
      unsafe ccurl_client_resume(client)
    }

    /// Ends the wait of ``step(for:)``.
    ///
    /// For any thread.
    func wake() {
      // Safe: the client exists until `deinit`, and libcurl allows this call on any thread.
      unsafe ccurl_client_wake(client)
    }

    /// Processes available data, and then waits for the network, a wake, or the end of `time`.
    func step(for time: Duration) -> Outcome {
      // Safe: the client exists until `deinit`.
      switch unsafe ccurl_client_step(client, time.milliseconds) {
      case CCurlOutcomeNone: .none
      case CCurlOutcomeRunning: .running
      case CCurlOutcomeComplete: .complete
      case CCurlOutcomeStopped: .stopped
      case CCurlOutcomeHostNotFound: .failed(.hostNotFound)
      case CCurlOutcomeTimedOut: .failed(.timedOut)
      case CCurlOutcomeNotSecure: .failed(.notSecure)
      case CCurlOutcomeTooManyRedirects: .failed(.tooManyRedirects)
      case CCurlOutcomeUnsupportedURL: .failed(.unsupportedURL)
      default: .failed(.connectionFailed)
      }
    }

    /// The URL after redirects.
    var url: String? {
      // Safe: the string is copied before the next call to libcurl.
      unsafe ccurl_client_url(client).map { unsafe String(cString: $0) }
    }

    /// The numeric address of the server.
    var address: String? {
      // Safe: the string is copied before the next call to libcurl.
      unsafe ccurl_client_address(client).map { unsafe String(cString: $0) }
    }

    private static func receive(
      _ context: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<UInt8>?, _ count: Int,
      _ take: (HTTPClient, Span<UInt8>) -> Answer
    ) -> CCurlAnswer {
      guard let context = unsafe context else { return CCurlAnswerStop }
      // Safe: the context is the client of `init`, and the bytes are valid during the call.
      let client = unsafe Unmanaged<HTTPClient>.fromOpaque(context).takeUnretainedValue()
      let span = unsafe UnsafeBufferPointer(start: bytes, count: count)
      return switch unsafe take(client, span.span) {
      case .taken: CCurlAnswerTaken
      case .pause: CCurlAnswerPause
      case .stop: CCurlAnswerStop
      }
    }
  }

  private func text(_ bytes: Span<UInt8>) -> String {
    var copy: [UInt8] = []
    for index in bytes.indices { copy.append(bytes[index]) }
    return String(decoding: copy, as: UTF8.self)
  }

  extension Duration {
    /// Whole milliseconds, rounded up so that a wait never ends early.
    fileprivate var milliseconds: Int32 {
      let parts = components
      let sum =
        parts.seconds &* 1000 &+ (parts.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
      return Int32(clamping: max(sum, 0))
    }
  }
#endif

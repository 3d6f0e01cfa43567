#if HTTP
  import CCurl

  /// One HTTP transfer at a time, by libcurl.
  ///
  /// Used on one thread, apart from ``wake()``; the receiver is called there, inside ``step(for:)`` and ``resume()``.
  @safe final class HTTPClient {
    /// What takes the lines and bytes of an answer.
    protocol Receiver: AnyObject {
      func receive(headerLine: String) -> Answer
      func receive(body: Span<UInt8>) -> Answer
    }

    /// What to do with what was received.
    enum Answer {
      case taken
      /// Not taken; to be given again after ``HTTPClient/resume()``.
      case pause
      case stop
    }

    /// How far a transfer has come.
    enum Outcome: Equatable {
      case none
      case running
      case complete
      /// Ended by an answer of the receiver.
      case stopped
      case failed(TransportError.Reason)
    }

    weak var receiver: (any Receiver)?
    private var client: OpaquePointer?

    /// - Throws: ``TransportError`` with `unavailable` where there is no libcurl.
    init() throws(TransportError) {
      // Safe: the handlers get this object back from the pointer; it outlives the client, which `deinit` destroys.
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
      // Safe: made in `init`, and no thread uses it any more.
      unsafe ccurl_client_destroy(client)
    }

    /// Begins to get `url` from byte `offset` on, in place of what was being got.
    ///
    /// - Returns: Whether libcurl took the request.
    func start(_ url: String, at offset: UInt64, connectTime: Duration) -> Bool {
      // Safe: libcurl copies the string.
      unsafe ccurl_client_start(client, url, offset, connectTime.milliseconds)
    }

    func stop() {
      // Safe: the client exists until `deinit`.
      unsafe ccurl_client_stop(client)
    }

    func resume() {
      // Safe: the client exists until `deinit`.
      unsafe ccurl_client_resume(client)
    }

    /// Ends the wait of ``step(for:)``; for any thread.
    func wake() {
      // Safe: the client exists until `deinit`; libcurl allows this call on any thread.
      unsafe ccurl_client_wake(client)
    }

    /// Does what can be done at once, then waits for the network, a wake or the time to pass.
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
      // Safe: the text is copied before anything else is asked of libcurl.
      unsafe ccurl_client_url(client).map { unsafe String(cString: $0) }
    }

    private static func receive(
      _ context: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<UInt8>?, _ count: Int,
      _ take: (HTTPClient, Span<UInt8>) -> Answer
    ) -> CCurlAnswer {
      guard let context = unsafe context else { return CCurlAnswerStop }
      // Safe: the context is the client of `init`; the bytes are lent for the call.
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
    /// Whole milliseconds, rounded up so that a wait never ends before its time.
    fileprivate var milliseconds: Int32 {
      let parts = components
      let sum =
        parts.seconds &* 1000 &+ (parts.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
      return Int32(clamping: max(sum, 0))
    }
  }
#endif

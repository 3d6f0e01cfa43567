internal import CAudioRealtime

/// The boundary between the render path and a client's code.
package enum ClientCode {
  /// Runs a client's closure on the render thread.
  ///
  /// The client is responsible for its code, so RealtimeSanitizer does not check it.
  package static func call<Result>(_ body: () -> Result) -> Result {
    OCAClientCodeBegin()
    defer { OCAClientCodeEnd() }
    return body()
  }
}

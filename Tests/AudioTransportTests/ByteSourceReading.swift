#if HTTP
  @testable import AudioTransport

  extension ByteSource {
    /// Reads `count` bytes, or to the end.
    func bytes(from start: Int, count: Int = .max) throws(TransportError) -> [UInt8] {
      var bytes: [UInt8] = []
      while bytes.count < count {
        var buffer = [UInt8](repeating: 0, count: min(40_000, count - bytes.count))
        var span = buffer.mutableSpan
        let got = try read(at: UInt64(start + bytes.count), into: &span)
        if got == 0 { return bytes }
        bytes += buffer[..<got]
      }
      return bytes
    }
  }

  extension HTTPOptions {
    /// Makes many requests where the default makes few.
    static var small: HTTPOptions {
      var options = HTTPOptions()
      options.limits = .init(ahead: 100_000, behind: 20_000, elsewhere: 40_000)
      options.readThrough = 1000
      return options
    }

    /// Does not wait between attempts.
    static var impatient: HTTPOptions {
      var options = HTTPOptions()
      options.retryDelays = [.zero, .zero, .milliseconds(10), .milliseconds(20)]
      return options
    }

    /// Treats a silence as a broken connection, but not a busy machine's delay.
    static var soonSilent: HTTPOptions {
      var options = impatient
      options.silence = .seconds(3)
      return options
    }
  }
#endif

#if HTTP
  import AudioTransport

  /// Reads a resource of a slow server several times, so that each read waits for other threads.
  ///
  /// Only an optimized build shows whether a wait sees the changes of another thread: this program
  /// is the only one of the tests that is built so.
  enum Waiting {
    /// Returns the number of bytes that were read.
    static func check(_ url: String) throws(TransportError) -> Int {
      var sum = 0
      for _ in 0..<20 {
        let source = try HTTPByteSource(url: url)
        try source.connect()
        var piece = [UInt8](repeating: 0, count: 4_096)
        var offset: UInt64 = 0
        while true {
          var span = piece.mutableSpan
          let count = try source.read(at: offset, into: &span)
          if count == 0 { break }
          offset += UInt64(count)
        }
        sum += Int(offset)
      }
      return sum
    }
  }
#endif

import MediaPlayer

#if canImport(Glibc)
  import Glibc

  /// A station on the loopback interface: a file, repeated in real time, with titles.
  final class Station: Sendable {
    /// The number of bytes between two titles.
    private static let interval = 8192

    private let sound: Data
    private let name: String
    private let bytesPerSecond: Double

    /// Reads an MP3 file; fails if it cannot be played.
    init?(file: String) {
      let url = URL(fileURLWithPath: file)
      guard let sound = try? Data(contentsOf: url), sound.count >= Self.interval,
        let player = try? AVAudioPlayer(contentsOf: url), player.duration > 0
      else {
        print("\(file) cannot be played")
        return nil
      }
      self.sound = sound
      name = url.deletingPathExtension().lastPathComponent
      bytesPerSecond = Double(sound.count) / player.duration
    }

    /// Starts the station, and returns its address.
    func start() -> String? {
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let status = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(listener, $0, size) == 0 && listen(listener, 8) == 0
            && getsockname(listener, $0, &size) == 0
        }
      }
      guard status else {
        perror("the station cannot listen")
        return nil
      }
      Thread.detachNewThread { [self] in
        while true {
          let client = accept(listener, nil, nil)
          if client >= 0 { Thread.detachNewThread { self.serve(client) } }
        }
      }
      return "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/"
    }

    /// Sends the sound until the listener leaves.
    private func serve(_ client: Int32) {
      defer { close(client) }
      var request = [UInt8](repeating: 0, count: 4096)
      guard recv(client, &request, request.count, 0) > 0 else { return }
      let head = """
        HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\nicy-name: \(name)\r\n\
        icy-metaint: \(Self.interval)\r\n\r\n
        """
      guard send(Data(head.utf8), to: client) else { return }
      var (position, count) = (0, 0)
      while true {
        var part = sound[position..<min(position + Self.interval, sound.count)]
        position = (position + Self.interval) % sound.count
        if part.count < Self.interval {
          position = Self.interval - part.count
          part += sound[..<position]
        }
        guard send(part + title(round: count / 20), to: client) else { return }
        count += 1
        // The first seconds come at once, so that the listener starts early.
        if count > 8 { Thread.sleep(forTimeInterval: Double(Self.interval) / bytesPerSecond) }
      }
    }

    /// A title in the form of Icecast: the number of 16-byte blocks, and the text.
    private func title(round: Int) -> Data {
      var text = Data("StreamTitle='\(name), part \(round + 1)';".utf8)
      text.append(Data(count: (16 - text.count % 16) % 16))
      return Data([UInt8(clamping: text.count / 16)]) + text.prefix(255 * 16)
    }

    private func send(_ data: Data, to client: Int32) -> Bool {
      var rest = data
      while !rest.isEmpty {
        let sent = rest.withUnsafeBytes {
          Glibc.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard sent > 0 else { return false }
        rest = rest.dropFirst(sent)
      }
      return true
    }
  }
#else
  /// The built-in station needs Linux.
  final class Station {
    init?(file: String) { return nil }
    func start() -> String? { nil }
  }
#endif

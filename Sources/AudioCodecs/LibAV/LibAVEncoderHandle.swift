#if LibAV
  import CLibAV

  /// Owns an encoder of libavcodec.
  @safe
  final class LibAVEncoderHandle {
    /// What is asked of it.
    struct Request {
      /// FFmpeg's name of the encoder.
      var codec: String
      var sampleRate: Int
      var channelCount: Int
      /// A bit each, as in `WAVEFORMATEXTENSIBLE`.
      var speakers: UInt64
      var bitRate = 0
      /// In the encoder's own numbers, or `nil` for a bit rate.
      var variableQuality: Double?
      /// In the encoder's own numbers.
      var effort: Int?
      /// The encoder's own options, by FFmpeg's names.
      var options: [(name: String, value: Double)] = []
      var bitDepth = 0
      /// Frames of a packet, or 0 for the encoder's choice; asked of those alone that have one.
      var framesPerPacket = 0
    }

    /// Frames of a packet; 0 where any number will do.
    let framesPerPacket: Int
    let primingFrames: Int
    let bitRate: Int
    /// What FFmpeg calls extradata.
    let configuration: [UInt8]
    private let encoder: OpaquePointer

    /// Opens the libraries, if that has not been done, and makes an encoder.
    ///
    /// - Throws: ``CodecError`` where a library is missing or refuses.
    init(_ request: Request) throws(CodecError) {
      var opened: OpaquePointer?
      var info = unsafe OCALibAVEncoderInfo()
      // Of options that are whole numbers some take no point.
      let options = request.options.map { option in
        "\(option.name)=" + (Int(exactly: option.value).map { "\($0)" } ?? "\(option.value)")
      }.joined(separator: ":")
      // Safe: the texts live through the call, and the function keeps nothing of them.
      let status = unsafe request.codec.withCString { name in
        unsafe options.withCString { options -> Int in
          var asked = unsafe OCALibAVRequest(
            codec: name, sampleRate: Int32(clamping: request.sampleRate),
            channelCount: Int32(clamping: request.channelCount), speakers: request.speakers,
            bitRate: Int64(request.bitRate), isVariable: request.variableQuality == nil ? 0 : 1,
            variableQuality: request.variableQuality ?? 0,
            effort: Int32(clamping: request.effort ?? -1), options: options,
            bitDepth: Int32(clamping: request.bitDepth),
            framesPerPacket: Int32(clamping: request.framesPerPacket))
          return unsafe Int(OCALibAVEncoderOpen(&asked, &opened, &info))
        }
      }
      guard status == OCALibAVDone, let opened = unsafe opened else {
        throw status == OCALibAVBadConfiguration ? .unsupportedFormat : .libraryMissing
      }
      unsafe encoder = opened
      framesPerPacket = unsafe Int(info.framesPerPacket)
      primingFrames = unsafe Int(info.primingFrames)
      bitRate = unsafe Int(info.bitRate)
      // Safe: the encoder has as many bytes, which are copied.
      configuration = unsafe Array(
        UnsafeBufferPointer(
          start: info.configuration, count: info.configurationByteCount))
    }

    deinit {
      // Safe: made by `init`, closed once.
      unsafe OCALibAVEncoderClose(encoder)
    }

    /// Takes interleaved frames.
    ///
    /// - Parameters:
    ///   - samples: The frames.
    ///   - sources: For each channel of the encoder, the channel of a frame.
    /// - Throws: ``CodecError`` where the encoder refuses them.
    func send(_ samples: Span<Float>, sources: [Int32]) throws(CodecError) {
      let frameCount = samples.count / sources.count
      let status = unsafe samples.withUnsafeBufferPointer { samples in
        unsafe sources.withUnsafeBufferPointer { sources -> Int in
          guard let map = sources.baseAddress, let start = samples.baseAddress else {
            return OCALibAVDone
          }
          // Safe: there are as many frames as said, of as many channels as the encoder has.
          return unsafe Int(OCALibAVEncoderSend(encoder, start, Int32(frameCount), map))
        }
      }
      guard status == OCALibAVDone else { throw .badPacket }
    }

    /// Tells that no more frames come.
    func end() throws(CodecError) {
      var none: Int32 = 0
      // Safe: no frames are read.
      guard unsafe Int(OCALibAVEncoderSend(encoder, nil, 0, &none)) == OCALibAVDone else {
        throw .badPacket
      }
    }

    /// The next packet and its frames, or `nil` where there is none yet.
    func receive() throws(CodecError) -> (bytes: [UInt8], frameCount: Int)? {
      var bytes: UnsafePointer<UInt8>?
      var byteCount = 0
      var frameCount: Int32 = 0
      // Safe: the function writes three values.
      let status = unsafe Int(OCALibAVEncoderReceive(encoder, &bytes, &byteCount, &frameCount))
      if status == OCALibAVNothing { return nil }
      guard status == OCALibAVDone else { throw .badPacket }
      // Safe: the encoder keeps the bytes until the next call, and they are copied.
      return unsafe (Array(UnsafeBufferPointer(start: bytes, count: byteCount)), Int(frameCount))
    }
  }
#endif

#if LibAV
  import CLibAV

  /// Owns a libavcodec encoder.
  @safe
  final class LibAVEncoderHandle {
    /// The requested encoder and settings.
    struct Request {
      /// FFmpeg's name of the encoder.
      var codec: String
      var sampleRate: Int
      var channelCount: Int
      /// One bit per speaker, as in `WAVEFORMATEXTENSIBLE`.
      var speakers: UInt64
      var bitRate = 0
      /// The quality on the encoder's own scale, or `nil` for a bit rate.
      var variableQuality: Double?
      /// The effort on the encoder's own scale.
      var effort: Int?
      /// The encoder's own options, by FFmpeg's names.
      var options: [(name: String, value: Double)] = []
      var bitDepth = 0
      /// Frames per packet, or 0 for the encoder's default.
      ///
      /// Only some encoders support it.
      var framesPerPacket = 0
    }

    /// Frames per packet, or 0 if any number is valid.
    let framesPerPacket: Int
    let primingFrames: Int
    let bitRate: Int
    /// The configuration, which FFmpeg calls extradata.
    let configuration: [UInt8]
    private let encoder: OpaquePointer

    /// Loads the libraries if necessary, and creates an encoder.
    ///
    /// - Throws: ``CodecError`` if a library is missing or rejects the request.
    init(_ request: Request) throws(CodecError) {
      var opened: OpaquePointer?
      var info = unsafe OCALibAVEncoderInfo()
      // Some integer options reject a decimal point.
      let options = request.options.map { option in
        "\(option.name)=" + (Int(exactly: option.value).map { "\($0)" } ?? "\(option.value)")
      }.joined(separator: ":")
      // Safe: the strings live through the call, and the function does not keep them.
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
      // Safe: the encoder has this number of bytes, which are copied.
      configuration = unsafe Array(
        UnsafeBufferPointer(
          start: info.configuration, count: info.configurationByteCount))
    }

    deinit {
      // Safe: `init` created the encoder, which is closed once.
      unsafe OCALibAVEncoderClose(encoder)
    }

    /// Sends interleaved frames to the encoder.
    ///
    /// - Parameters:
    ///   - samples: The frames.
    ///   - sources: For each channel of the encoder, its index among the channels of the frames.
    /// - Throws: ``CodecError`` if the encoder rejects them.
    func send(_ samples: Span<Float>, sources: [Int32]) throws(CodecError) {
      let frameCount = samples.count / sources.count
      let status = unsafe samples.withUnsafeBufferPointer { samples in
        unsafe sources.withUnsafeBufferPointer { sources -> Int in
          guard let map = sources.baseAddress, let start = samples.baseAddress else {
            return OCALibAVDone
          }
          // Safe: the buffer has the stated frames with the encoder's channel count.
          return unsafe Int(OCALibAVEncoderSend(encoder, start, Int32(frameCount), map))
        }
      }
      guard status == OCALibAVDone else { throw .badPacket }
    }

    /// Signals the end of the frames.
    func end() throws(CodecError) {
      var none: Int32 = 0
      // Safe: no frames are read.
      guard unsafe Int(OCALibAVEncoderSend(encoder, nil, 0, &none)) == OCALibAVDone else {
        throw .badPacket
      }
    }

    /// Returns the next packet and its frames, or `nil` if no packet is ready.
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

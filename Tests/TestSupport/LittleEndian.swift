/// Conversions between numbers and the bytes of raw sample files.
package enum LittleEndian {
  package static func int16(_ bytes: [UInt8]) -> [Int16] {
    stride(from: 0, to: bytes.count - 1, by: 2).map {
      Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
    }
  }

  package static func bytes(_ samples: [Float]) -> [UInt8] {
    samples.flatMap { sample in
      [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: sample.bitPattern >> $0) }
    }
  }

  package static func bytes(_ samples: [Double]) -> [UInt8] {
    samples.flatMap { sample in
      (0..<8).map { UInt8(truncatingIfNeeded: sample.bitPattern >> (8 * $0)) }
    }
  }

  package static func float(_ bytes: [UInt8]) -> [Float] {
    words(bytes).map { Float(bitPattern: $0) }
  }

  package static func int32(_ bytes: [UInt8]) -> [Int32] {
    words(bytes).map { Int32(bitPattern: $0) }
  }

  private static func words(_ bytes: [UInt8]) -> [UInt32] {
    stride(from: 0, to: bytes.count - 3, by: 4).map {
      let low = UInt32(bytes[$0]) | UInt32(bytes[$0 + 1]) << 8
      return low | UInt32(bytes[$0 + 2]) << 16 | UInt32(bytes[$0 + 3]) << 24
    }
  }
}

internal import AudioToolbox
internal import Foundation

// How descriptions and layouts lie in an archive: each number under its own key. What Apple's classes write is not
// documented, so that archives do not pass between the two.

extension AudioStreamBasicDescription {
  private static var keys: [(String, WritableKeyPath<AudioStreamBasicDescription, UInt32>)] {
    [
      ("formatID", \.mFormatID), ("formatFlags", \.mFormatFlags),
      ("bytesPerPacket", \.mBytesPerPacket), ("framesPerPacket", \.mFramesPerPacket),
      ("bytesPerFrame", \.mBytesPerFrame), ("channelsPerFrame", \.mChannelsPerFrame),
      ("bitsPerChannel", \.mBitsPerChannel),
    ]
  }

  func encode(with coder: NSCoder) {
    coder.encode(mSampleRate, forKey: "sampleRate")
    for (key, path) in Self.keys { coder.encode(Int64(self[keyPath: path]), forKey: key) }
  }

  /// Reads a description, of which a missing number is 0; fails where one is too large.
  init?(coder: NSCoder) {
    self.init()
    mSampleRate = coder.decodeDouble(forKey: "sampleRate")
    for (key, path) in Self.keys {
      guard let value = UInt32(exactly: coder.decodeInt64(forKey: key)) else { return nil }
      self[keyPath: path] = value
    }
  }
}

extension ManagedAudioChannelLayout {
  /// Numbers of a description: label, flags and three coordinates.
  private static let numbersInDescription = 5

  func encode(with coder: NSCoder) {
    coder.encode(Int64(tag), forKey: "tag")
    coder.encode(Int64(bitmap.rawValue), forKey: "bitmap")
    let numbers = channelDescriptions.flatMap { channel in
      [
        NSNumber(value: channel.mChannelLabel), NSNumber(value: channel.mChannelFlags.rawValue),
        NSNumber(value: channel.mCoordinates.0), NSNumber(value: channel.mCoordinates.1),
        NSNumber(value: channel.mCoordinates.2),
      ]
    }
    coder.encode(NSArray(array: numbers), forKey: "descriptions")
  }

  /// Reads a layout; fails where there is none, or a number is too large.
  init?(coder: NSCoder) {
    let classes: [AnyClass] = [NSArray.self, NSNumber.self]
    guard coder.containsValue(forKey: "tag"),
      let tag = UInt32(exactly: coder.decodeInt64(forKey: "tag")),
      let bitmap = UInt32(exactly: coder.decodeInt64(forKey: "bitmap")),
      let list = coder.decodeObject(of: classes, forKey: "descriptions") as? NSArray
    else { return nil }
    let numbers = list.compactMap { $0 as? NSNumber }
    let size = Self.numbersInDescription
    guard numbers.count == list.count, numbers.count.isMultiple(of: size) else { return nil }
    let descriptions = stride(from: 0, to: numbers.count, by: size).map { first in
      AudioChannelDescription(
        mChannelLabel: numbers[first].uint32Value,
        mChannelFlags: AudioChannelFlags(rawValue: numbers[first + 1].uint32Value),
        mCoordinates: (
          numbers[first + 2].floatValue, numbers[first + 3].floatValue,
          numbers[first + 4].floatValue
        ))
    }
    self.init(channelDescriptions: descriptions)
    self.tag = tag
    self.bitmap = AudioChannelBitmap(rawValue: bitmap)
  }
}

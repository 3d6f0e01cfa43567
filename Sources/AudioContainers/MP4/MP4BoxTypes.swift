import AudioModel

/// Types of boxes that the reader examines.
extension FourCC {
  static let ftyp = FourCC("f", "t", "y", "p")
  static let moov = FourCC("m", "o", "o", "v")
  static let sidx = FourCC("s", "i", "d", "x")
  static let moof = FourCC("m", "o", "o", "f")
  static let mdat = FourCC("m", "d", "a", "t")
  static let mvhd = FourCC("m", "v", "h", "d")
  static let trak = FourCC("t", "r", "a", "k")
  static let tkhd = FourCC("t", "k", "h", "d")
  static let tref = FourCC("t", "r", "e", "f")
  static let chap = FourCC("c", "h", "a", "p")
  static let edts = FourCC("e", "d", "t", "s")
  static let elst = FourCC("e", "l", "s", "t")
  static let mdia = FourCC("m", "d", "i", "a")
  static let mdhd = FourCC("m", "d", "h", "d")
  static let hdlr = FourCC("h", "d", "l", "r")
  static let minf = FourCC("m", "i", "n", "f")
  static let dinf = FourCC("d", "i", "n", "f")
  static let dref = FourCC("d", "r", "e", "f")
  static let stbl = FourCC("s", "t", "b", "l")
  static let stsd = FourCC("s", "t", "s", "d")
  static let stts = FourCC("s", "t", "t", "s")
  static let stsc = FourCC("s", "t", "s", "c")
  static let stsz = FourCC("s", "t", "s", "z")
  static let stz2 = FourCC("s", "t", "z", "2")
  static let stco = FourCC("s", "t", "c", "o")
  static let co64 = FourCC("c", "o", "6", "4")
  static let mvex = FourCC("m", "v", "e", "x")
  static let mehd = FourCC("m", "e", "h", "d")
  static let trex = FourCC("t", "r", "e", "x")
  static let traf = FourCC("t", "r", "a", "f")
  static let tfhd = FourCC("t", "f", "h", "d")
  static let trun = FourCC("t", "r", "u", "n")
  static let udta = FourCC("u", "d", "t", "a")
  static let meta = FourCC("m", "e", "t", "a")
  static let chpl = FourCC("c", "h", "p", "l")
  static let keys = FourCC("k", "e", "y", "s")
  static let ilst = FourCC("i", "l", "s", "t")
  static let name = FourCC("n", "a", "m", "e")
  static let itemValue = FourCC("d", "a", "t", "a")
  /// The handler of sound tracks.
  static let soundHandler = FourCC("s", "o", "u", "n")
  /// The handlers of text tracks.
  static let textHandler = FourCC("t", "e", "x", "t")
  static let subtitleHandler = FourCC("s", "b", "t", "l")
  /// The handler of tracks of metadata.
  static let metadataHandler = FourCC("m", "e", "t", "a")

  /// Whether a file of this family may begin with a box of this type.
  var startsMP4: Bool {
    let types: [FourCC] = [
      .ftyp, .moov, .mdat, .moof, FourCC("w", "i", "d", "e"), FourCC("s", "k", "i", "p"),
      FourCC("f", "r", "e", "e"), FourCC("p", "n", "o", "t"), FourCC("s", "t", "y", "p"),
      .sidx, FourCC("u", "u", "i", "d"), FourCC("e", "m", "s", "g"),
      FourCC("p", "r", "f", "t"),
    ]
    return types.contains(self)
  }
}

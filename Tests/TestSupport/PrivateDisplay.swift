internal import Foundation

/// A display without a monitor, by Xvfb, whose pixels are in a file.
package final class PrivateDisplay: Sendable {
  /// The pixels of a display.
  package struct Screenshot {
    package struct Pixel {
      package var red: UInt8
      package var green: UInt8
      package var blue: UInt8
    }

    package struct Box: Equatable {
      package var x: Int
      package var y: Int
      package var width: Int
      package var height: Int
    }

    package let width: Int
    package let height: Int
    package let pixels: [Pixel]

    /// Reads a file in the format XWD.
    ///
    /// Source: the header file `X11/XWDFile.h`: numbers of 32 bits with the highest byte first. The
    /// pixels of Xvfb have 4 bytes: blue, green, red, and one without meaning.
    init?(_ bytes: [UInt8]) {
      func number(_ index: Int) -> Int {
        bytes[4 * index..<4 * index + 4].reduce(0) { $0 << 8 | Int($1) }
      }
      guard bytes.count > 100, number(11) == 32 else { return nil }
      (width, height) = (number(4), number(5))
      let start = number(0) + 12 * number(19)
      let row = number(12)
      guard start + row * height <= bytes.count else { return nil }
      pixels = (0..<height * width).map { [width] index in
        let offset = start + index / width * row + index % width * 4
        return Pixel(red: bytes[offset + 2], green: bytes[offset + 1], blue: bytes[offset])
      }
    }

    /// The smallest box with all pixels of a kind; `nil` without any.
    package func box(_ isMember: (Pixel) -> Bool) -> Box? {
      let members = pixels.indices.filter { isMember(pixels[$0]) }
      let columns = members.map { $0 % width }
      guard let first = members.first, let last = members.last, let left = columns.min(),
        let right = columns.max()
      else { return nil }
      return Box(
        x: left, y: first / width, width: right - left + 1, height: (last - first) / width + 1)
    }
  }

  /// The value of the variable `DISPLAY`.
  package let name: String
  private let folder: TemporaryFolder
  private let process: ChildProcess

  /// Starts a display.
  package init(width: Int, height: Int) throws {
    folder = try TemporaryFolder()
    let number = folder.url("number")
    // The display writes its number, and ends with the standard input.
    process = try ChildProcess(
      "sh",
      [
        "-c",
        """
        Xvfb -displayfd 3 -screen 0 \(width)x\(height)x24 -fbdir "$1" -nolisten tcp \
        -noreset 3>"$2" \
        </dev/null >/dev/null 2>&1 &
        cat >/dev/null; kill $!; wait
        """, "sh", folder.url("").path, number.path,
      ])
    var found = ""
    let hasStarted = waitUntil {
      found = (try? String(contentsOf: number, encoding: .utf8)) ?? ""
      return found.hasSuffix("\n")
    }
    name = ":" + found.filter(\.isNumber)
    guard hasStarted else {
      stop()
      throw Tool.Failure(description: "Xvfb does not start")
    }
  }

  deinit { stop() }

  private func stop() {
    process.closeInput()
    process.wait()
  }

  /// Returns the pixels of the display now.
  package func screenshot() throws -> Screenshot {
    guard let shot = Screenshot(try Tool.read(folder.url("Xvfb_screen0"))) else {
      throw Tool.Failure(description: "the display has no pixels")
    }
    return shot
  }
}

#if Video
  internal import CSDL
  internal import Glibc

  /// A window that shows one picture.
  ///
  /// Safe: only the thread that opened the window uses it, and only this object has its handle.
  @safe package final class PictureWindow {
    /// A key that a user presses.
    package enum Key: Sendable, Equatable {
      case left, right, up, down
      case character(Character)
    }

    /// What a user does.
    package enum Event: Sendable, Equatable {
      case close
      case key(Key)
      /// The window has lost its picture, or has another size.
      case damage
    }

    private let handle: OpaquePointer

    /// Whether a display may exist; without one, no library is loaded.
    package static var mayHaveDisplay: Bool {
      ["DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"].contains { name in
        // Safe: the value is a C string, or null.
        guard let value = unsafe getenv(name) else { return false }
        return unsafe value.pointee != 0
      }
    }

    /// Opens a window.
    ///
    /// - Throws: ``VideoError`` without a display or the library.
    package init(title: String, width: Int, height: Int) throws(VideoError) {
      guard Self.mayHaveDisplay else { throw VideoError(.noDisplay) }
      var opened: OpaquePointer?
      // Safe: the text is a C string during the call, which stores a new window.
      let status = unsafe Int(OCAWindowOpen(title, Int32(width), Int32(height), &opened))
      guard status == OCAWindowDone, let opened = unsafe opened else {
        throw VideoError(status == OCAWindowLibraryMissing ? .noLibrary : .noDisplay)
      }
      unsafe handle = opened
    }

    deinit {
      unsafe OCAWindowClose(handle)
    }

    /// The size of the content in pixels.
    package var size: (width: Int, height: Int) {
      var size: (Int32, Int32) = (0, 0)
      // Safe: the function stores two numbers.
      unsafe OCAWindowGetSize(handle, &size.0, &size.1)
      return (Int(size.0), Int(size.1))
    }

    /// The usable size of the screen in pixels, if it is known.
    package var screenSize: (width: Int, height: Int)? {
      var size: (Int32, Int32) = (0, 0)
      // Safe: the function stores two numbers.
      guard unsafe OCAWindowGetScreenSize(handle, &size.0, &size.1) else { return nil }
      return (Int(size.0), Int(size.1))
    }

    /// Whether the window fills the screen.
    package var isFullScreen: Bool {
      get { unsafe OCAWindowIsFullScreen(handle) }
      set { unsafe OCAWindowSetFullScreen(handle, newValue) }
    }

    /// Sets the title.
    package func setTitle(_ title: String) {
      unsafe OCAWindowSetTitle(handle, title)
    }

    /// Changes the size of the content.
    package func resize(width: Int, height: Int) {
      unsafe OCAWindowResize(handle, Int32(width), Int32(height))
    }

    /// Takes over the pixels of a picture in the format `bgra`.
    package func setPicture(_ pixels: PixelMemory) {
      precondition(pixels.format == .bgra)
      // Safe: the memory has these rows.
      unsafe _ = OCAWindowSetPicture(
        handle, pixels.plane(0).assumingMemoryBound(to: UInt8.self), Int32(pixels.bytesPerRow[0]),
        Int32(pixels.width), Int32(pixels.height))
    }

    /// Removes the picture.
    package func clearPicture() { unsafe OCAWindowClearPicture(handle) }

    /// Draws the picture on black.
    ///
    /// - Parameters:
    ///   - rectangle: The place of the upright picture.
    ///   - transform: How the stored picture is turned.
    package func draw(in rectangle: PixelRectangle, _ transform: DisplayTransform) {
      var place = OCAWindowPlace()
      var (width, height) = (rectangle.width, rectangle.height)
      if transform.isQuarterTurn { swap(&width, &height) }
      // The picture turns about its center, which stays.
      place.x = Int32(clamping: rectangle.x + (rectangle.width - width) / 2)
      place.y = Int32(clamping: rectangle.y + (rectangle.height - height) / 2)
      (place.width, place.height) = (Int32(clamping: width), Int32(clamping: height))
      place.rotation = Double(transform.quarterTurns) * 90
      place.isFlippedHorizontally = transform.isReflected
      unsafe OCAWindowDraw(handle, &place)
    }

    /// Waits for the next event.
    ///
    /// - Parameter milliseconds: The time limit.
    /// - Returns: The event; `nil` if the time limit came first.
    package func nextEvent(milliseconds: Int) -> Event? {
      var event = OCAWindowEvent()
      // Safe: the function fills the structure in.
      unsafe OCAWindowNextEvent(handle, Int32(clamping: milliseconds), &event)
      switch Int(event.kind) {
      case OCAWindowClosing: return .close
      case OCAWindowDamaged: return .damage
      case OCAWindowKey: return Self.key(Int(event.key)).map { .key($0) }
      default: return nil
      }
    }

    private static func key(_ code: Int) -> Key? {
      switch code {
      case OCAWindowKeyLeft: .left
      case OCAWindowKeyRight: .right
      case OCAWindowKeyUp: .up
      case OCAWindowKeyDown: .down
      default:
        UInt8(exactly: code).map { .character(Character(Unicode.Scalar($0))) }
      }
    }
  }
#endif

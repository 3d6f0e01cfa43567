import Foundation
import TestSupport
import Testing

/// The view of programs that import modules of the toolchain and of this package.
@Suite struct ImportCombinationTests {
  /// Names from two modules, as each program uses them.
  private static let statements = """
    let sine: Double = sin(2 * M_PI) + cos(M_PI_2) * M_SQRT2
      let angle = M_PI * M_PI_4 * M_SQRT1_2
      let peak: Float = min(FLT_MAX, FLT_EPSILON)
      let limit = DBL_MAX * DBL_EPSILON
      let url: CFURL = URL(fileURLWithPath: "/a.wav") as CFURL
      let text: CFString = "/b.wav" as CFString
      let list: CFArray = [text] as CFArray
      let data: CFData = Data([1]) as CFData
      let number: CFNumber = 1 as CFNumber
      let dictionary: CFDictionary = ["a": 1] as CFDictionary
      let error: CFError = NSError(domain: "", code: 1) as CFError
      var file: AudioFileID?
      let other = CFURLCreateWithFileSystemPath(
        kCFAllocatorDefault, text, CFURLPathStyle.cfurlposixPathStyle, false)!
      _ = AudioFileOpenURL(other, .readPermission, 0, &file)
      _ = AudioFileOpenURL(url, .readPermission, 0, &file)
      _ = CFStringGetLength(text) + CFArrayGetCount(list) + CFDataGetLength(data)
      _ = CFDictionaryGetCount(dictionary) + CFErrorGetCode(error) + number.intValue
      CFRunLoopRunInMode(.defaultMode, 0, false)
      let created: CFArray = CFArrayCreate(nil, nil, 0, nil)
      let changing: CFMutableArray = CFArrayCreateMutableCopy(nil, 0, created)
      let pairs: CFMutableDictionary = CFDictionaryCreateMutable(nil, 0, nil, nil)
      let copied: CFDictionary = CFDictionaryCreateCopy(nil, pairs)
      let bytes: CFMutableData = CFDataCreateMutable(nil, 0)
      _ = (sine, angle, peak, limit, changing, copied, bytes)
    """

  /// Each module before all others, and after them.
  private static func orders(of module: String) -> [[String]] {
    let others = ["CoreFoundation", "Foundation", "Glibc"]
    return (0..<8).flatMap { bits in
      let chosen = others.indices.filter { bits >> $0 & 1 == 1 }.map { others[$0] }
      return [[module] + chosen, chosen.reversed() + [module]]
    }
  }

  /// The compiler's arguments for the modules of this build.
  private static func moduleArguments() throws -> [String] {
    let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let sources = URL(filePath: #filePath).appending(path: "../../../Sources").standardizedFileURL
    let places = [
      (products, "module.modulemap"), (sources, "include/module.modulemap"),
      (sources.appending(path: "Submodules"), "module.modulemap"),
    ]
    let maps = try places.flatMap { folder, map in
      try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        .map { $0.appending(path: map) }
        .filter { FileManager.default.fileExists(atPath: $0.path) }
    }
    return ["-I", products.appending(path: "Modules").path]
      + maps.flatMap { map in
        ["-fmodule-map-file=\(map.path)", "-I\(map.deletingLastPathComponent().path)"]
          .flatMap { ["-Xcc", $0] }
      }
  }

  @Test(
    "names of C and CoreFoundation are unambiguous with any other imports, in any order",
    arguments: ["AudioToolbox", "AVFoundation"], ["off", "default"])
  func namesAreNotAmbiguous(module: String, interoperability: String) throws {
    let folder = try TemporaryFolder()
    let sources = try Self.orders(of: module).enumerated().map { number, modules in
      let source = folder.url("Client\(number).swift")
      let imports = modules.map { "import \($0)\n" }.joined()
      let text = imports + "func client\(number)() {\n  \(Self.statements)\n}\n"
      try Tool.write(Array(text.utf8), to: source)
      return source.path
    }
    #expect(sources.count == 16)
    _ = try Tool.run(
      "swiftc",
      try ["-typecheck", "-wmo", "-swift-version", "6", "-suppress-warnings"]
        + ["-cxx-interoperability-mode=\(interoperability)"] + Self.moduleArguments() + sources)
  }

  @Test("the interface of a client's module can use run loop modes and objects")
  func interfacesOfModules() throws {
    let folder = try TemporaryFolder()
    let library = """
      import AudioToolbox
      import CoreFoundation
      public func wait(in mode: CFRunLoopMode = .defaultMode) -> CFString { mode.rawValue }
      @inlinable public func text(of url: CFURL) -> CFString { CFURLGetString(url) }
      public func length(_ text: CFString = CFStringCreateWithCString(nil, "a", 0x0600)) -> Int {
        CFStringGetLength(text)
      }
      """
    let program = """
      import Library
      func use() { _ = length() + wait().length + text(of: .init(fileURLWithPath: "/")).length }
      """
    try Tool.write(Array(library.utf8), to: folder.url("Library.swift"))
    try Tool.write(Array(program.utf8), to: folder.url("Program.swift"))
    let module = folder.url("Library.swiftmodule").path
    let modules = try Self.moduleArguments()
    _ = try Tool.run(
      "swiftc",
      ["-emit-module", "-module-name", "Library", "-emit-module-path", module]
        + modules + [folder.url("Library.swift").path])
    // The compiler also generates code, including the library's default arguments.
    _ = try Tool.run(
      "swiftc",
      ["-emit-object", "-O", "-parse-as-library", "-module-name", "Program"] + modules
        + ["-I", folder.url("").path, folder.url("Program.swift").path]
        + ["-o", folder.url("Program.o").path])
  }

  @Test("a package without our dependencies can import CoreFoundation, and links without it")
  func strangersImportCoreFoundation() throws {
    let folder = try TemporaryFolder()
    let source = folder.url("main.swift")
    let program = folder.url("program").path
    let text = """
      import CoreFoundation
      import Foundation
      let text = CFStringCreateWithCString(kCFAllocatorDefault, "text", 0x0600)
      let number: CFNumber = 7 as NSNumber
      var value: Int32 = 0
      CFNumberGetValue(number, CFNumberType.sInt32Type, &value)
      print(CFStringGetLength(text), value, M_PI < 4, CFBooleanGetTypeID() == CFGetTypeID(text))
      """
    try Tool.write(Array(text.utf8), to: source)
    let modules = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "Modules")
    _ = try Tool.run(
      "swiftc", ["-suppress-warnings", "-I", modules.path, source.path, "-o", program])
    #expect(try Tool.run(program, []) == Array("4 7 true false\n".utf8))
  }

  @Test("CoreFoundation's arrays, data and dictionaries are Foundation objects")
  func createdObjects() throws {
    let folder = try TemporaryFolder()
    let source = folder.url("main.swift")
    let program = folder.url("program").path
    let text = """
      import CoreFoundation
      import Foundation
      let (key, value) = ("key" as NSString, 7 as NSNumber)
      func address(_ object: AnyObject) -> UnsafeRawPointer {
        UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
      }
      var keys: [UnsafeRawPointer?] = [address(key)]
      var values: [UnsafeRawPointer?] = [address(value)]
      var (item, name, content) = (
        kCFTypeArrayCallBacks, kCFTypeDictionaryKeyCallBacks, kCFTypeDictionaryValueCallBacks)
      let list: CFArray = CFArrayCreate(nil, &values, 1, &item)
      let longer: CFMutableArray = CFArrayCreateMutableCopy(nil, 0, list)
      CFArrayAppendValue(longer, address(key))
      longer.add("other")
      let empty: CFMutableArray = CFArrayCreateMutable(nil, 0, &item)
      let copied: NSArray = CFArrayCreateCopy(nil, [8])
      print(list, CFArrayGetCount(longer), longer[1], empty.count, copied)
      let pairs: CFDictionary = CFDictionaryCreate(nil, &keys, &values, 1, &name, &content)
      let more: CFMutableDictionary = CFDictionaryCreateMutable(nil, 0, &name, &content)
      CFDictionarySetValue(more, address(value), address(key))
      let most: CFMutableDictionary = CFDictionaryCreateMutableCopy(nil, 0, pairs)
      CFDictionarySetValue(most, address(value), address(key))
      print(pairs.object(forKey: key)!, more.object(forKey: value)!, CFDictionaryGetCount(most))
      print(CFDictionaryCreateCopy(nil, ["a": 1] as NSDictionary).count)
      let bytes: CFMutableData = CFDataCreateMutable(nil, 1)
      CFDataAppendBytes(bytes, [1, 2], 2)
      bytes.append(Data([3]))
      let copy: CFMutableData = CFDataCreateMutableCopy(nil, 0, bytes)
      copy.append(CFDataCreateCopy(nil, bytes) as Data)
      print(CFDataGetLength(copy), Array(copy as Data))
      withExtendedLifetime((key, value)) {}
      """
    try Tool.write(Array(text.utf8), to: source)
    let modules = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "Modules")
    _ = try Tool.run(
      "swiftc", ["-suppress-warnings", "-I", modules.path, source.path, "-o", program])
    #expect(
      String(decoding: try Tool.run(program, []), as: UTF8.self) == """
        (
            7
        ) 3 key 0 (
            8
        )
        7 key 2
        1
        6 [1, 2, 3, 1, 2, 3]

        """)
  }
}

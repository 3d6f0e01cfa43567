// swift-tools-version: 6.3
import PackageDescription

/// Whether warnings are errors: only in our own checks.
let areWarningsErrors = Context.environment["OCA_WARNINGS_AS_ERRORS"] != nil
let swiftWarnings: [SwiftSetting] = areWarningsErrors ? [.treatAllWarnings(as: .error)] : []

/// Settings of every target: no unmarked `unsafe`.
let settings: [SwiftSetting] =
  swiftWarnings + [
    .strictMemorySafety(),
    .enableExperimentalFeature("Lifetimes"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]

/// Settings of the targets in C.
let cSettings: [CSetting] =
  areWarningsErrors
  ? [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)] : []
/// Settings of the targets in C++.
let cxxSettings: [CXXSetting] =
  areWarningsErrors
  ? [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)] : []
/// Settings of tests that are written as a client writes, who does without ours.
let clientSettings: [SwiftSetting] = swiftWarnings
/// Settings of the tools, which are clients of the C API.
let toolSettings: [SwiftSetting] =
  swiftWarnings + [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]

/// The C libraries: the macro by which C code knows that a trait is on.
let libraryMacros: [CSetting] = [
  ("MPG123", "OCA_MPG123"), ("FLAC", "OCA_FLAC"), ("ILBC", "OCA_ILBC"), ("Opus", "OCA_OPUS"),
  ("LibAV", "OCA_LIBAV"), ("Soxr", "OCA_SOXR"), ("Sonic", "OCA_SONIC"),
  ("PulseAudio", "OCA_PULSEAUDIO"), ("ALSA", "OCA_ALSA"), ("HTTP", "OCA_HTTP"),
  ("Pictures", "OCA_PICTURES"), ("Loudness", "OCA_LOUDNESS"),
].map { trait, macro in .define(macro, .when(traits: [trait])) }

/// A wrapper of one C library, which is opened on first use.
func library(_ name: String, dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: ["CDynamicLibrary"] + dependencies,
    cSettings: cSettings + libraryMacros)
}

let package = Package(
  name: "OpenCoreAudio",
  products: [
    .library(name: "AVFAudio", targets: ["AVFAudio"]),
    .library(name: "AVFoundation", targets: ["AVFoundation"]),
    .library(name: "AudioToolbox", targets: ["AudioToolbox"]),
    .library(name: "AudioUnit", targets: ["AudioUnit"]),
    .library(name: "CoreAudio", targets: ["CoreAudio"]),
    .library(name: "CoreAudioTypes", targets: ["CoreAudioTypes"]),
    .library(name: "MediaPlayer", targets: ["MediaPlayer"]),
    .library(name: "OSLog", targets: ["OSLog"]),
    .library(name: "os", targets: ["os"]),
    .executable(name: "afconvert", targets: ["afconvert"]),
    .executable(name: "afinfo", targets: ["afinfo"]),
    .executable(name: "afplay", targets: ["afplay"]),
    .executable(name: "afrecord", targets: ["afrecord"]),
    .executable(name: "aftools", targets: ["aftools"]),
  ],
  traits: [
    .trait(name: "MPG123", description: "MPEG audio decoding by libmpg123 (LGPL 2.1)."),
    .trait(name: "FLAC", description: "FLAC decoding by libFLAC (BSD)."),
    .trait(
      name: "ILBC",
      description: "iLBC decoding by libtg_owt, Telegram's WebRTC (BSD); linked statically."),
    .trait(
      name: "Opus",
      description: "Opus decoding at the rate it was made from by libopus (BSD)."),
    .trait(
      name: "LibAV",
      description:
        "AAC, Opus, Vorbis, FLAC, AC-3 and AMR decoding, rare containers by FFmpeg (LGPL 2.1)."),
    .trait(
      name: "PulseAudio",
      description: "Output to PulseAudio and PipeWire by libpulse (LGPL 2.1)."),
    .trait(name: "ALSA", description: "Output to ALSA by libasound (LGPL 2.1)."),
    .trait(name: "HTTP", description: "Playback from HTTP by libcurl (curl licence)."),
    .trait(name: "Soxr", description: "Sample rate conversion by libsoxr (LGPL 2.1 or later)."),
    .trait(name: "Sonic", description: "Speed and pitch of playback by libsonic (Apache 2.0)."),
    .trait(
      name: "Pictures",
      description: "Pictures of sound by libcairo (LGPL 2.1) and KISS FFT (BSD)."),
    .trait(name: "Loudness", description: "Loudness for Sound Check by libebur128 (MIT)."),
    .default(enabledTraits: [
      "MPG123", "FLAC", "Opus", "LibAV", "PulseAudio", "ALSA", "HTTP", "Soxr",
      "Sonic", "Pictures", "Loudness",
    ]),
  ],
  targets: [
    // Tools: clients of the names below.
    .executableTarget(
      name: "aftools",
      dependencies: ["ConvertTool", "InfoTool", "PlayTool", "RecordTool", "ToolSupport"],
      swiftSettings: toolSettings),
    .executableTarget(
      name: "afconvert", dependencies: ["ConvertTool", "ToolSupport"], swiftSettings: toolSettings),
    .executableTarget(
      name: "afinfo", dependencies: ["InfoTool", "ToolSupport"], swiftSettings: toolSettings),
    .executableTarget(
      name: "afplay", dependencies: ["PlayTool", "ToolSupport"], swiftSettings: toolSettings),
    .executableTarget(
      name: "afrecord", dependencies: ["RecordTool", "ToolSupport"], swiftSettings: toolSettings),
    .target(
      name: "ConvertTool",
      dependencies: [
        "AudioToolbox", "ToolSupport",
        .target(name: "CLoudness", condition: .when(traits: ["Loudness"])),
      ], swiftSettings: toolSettings),
    .target(
      name: "InfoTool",
      dependencies: [
        "AudioToolbox", "ToolSupport",
        .target(name: "CPictures", condition: .when(traits: ["Pictures"])),
      ], swiftSettings: toolSettings),
    .target(
      name: "PlayTool",
      dependencies: [
        "AudioContainers", "AudioToolbox", "AudioTransport", "MediaTimeline", "ToolSupport",
      ],
      swiftSettings: toolSettings),
    .target(
      name: "RecordTool", dependencies: ["AVFAudio", "AudioToolbox", "ToolSupport"],
      swiftSettings: toolSettings),
    .target(
      name: "ToolSupport", dependencies: ["AudioRouting", "AudioToolbox", "AudioTransport"],
      swiftSettings: toolSettings),
    // Examples: clients that import Apple's names only.
    .executableTarget(
      name: "Player", dependencies: ["AVFoundation"], path: "Examples/Player",
      swiftSettings: clientSettings),
    .executableTarget(
      name: "SimplePlayer", dependencies: ["AudioToolbox"], path: "Examples/SimplePlayer",
      swiftSettings: clientSettings),
    .executableTarget(
      name: "SpeechSamples", dependencies: ["AVFAudio"], path: "Examples/SpeechSamples",
      swiftSettings: clientSettings),
    // Apple's names: C headers, and Swift behind them.
    .target(name: "MediaPlayer", dependencies: ["AVFoundation"], swiftSettings: settings),
    .target(
      name: "AVFoundation", dependencies: ["AVFAudio", "AVFoundationSubmodules", "os"],
      swiftSettings: settings),
    .target(
      name: "AVFAudio",
      dependencies: [
        "AVFAudioSubmodules", "AudioCodecs", "AudioDevices", "AudioFiles", "AudioModel",
        "AudioPlayback", "AudioProcessing", "AudioRealtime", "AudioRouting", "AudioToolbox",
        "MediaTimeline",
      ],
      swiftSettings: settings),
    .target(
      name: "AudioUnit", dependencies: ["AudioToolbox", "AudioUnitSubmodules"],
      swiftSettings: settings),
    .target(
      name: "AudioToolbox",
      dependencies: [
        "AudioCodecs", "AudioContainers", "AudioDevices", "AudioFiles", "AudioModel",
        "AudioPlayback", "AudioProcessing", "AudioRealtime", "AudioRouting",
        "AudioToolboxSubmodules", "AudioTransport", "CDynamicLibrary", "CoreAudioTypes",
        "MediaTimeline", "os",
      ],
      swiftSettings: settings),
    .target(
      name: "CoreAudio", dependencies: ["CoreAudioSubmodules", "CoreAudioTypes"],
      swiftSettings: settings),
    .target(name: "OSLog", dependencies: ["os"], swiftSettings: settings),
    .target(name: "os", dependencies: ["COSLog"], swiftSettings: settings),
    .target(
      name: "CoreAudioTypes",
      dependencies: ["CAudioToolbox", "CoreAudioTypesSubmodules", "CoreFoundation"],
      swiftSettings: settings),
    // Not of the package for the compiler, which takes a module of this name for one of the toolchain.
    .target(
      name: "CoreFoundation", packageAccess: false,
      swiftSettings: settings + [.enableExperimentalFeature("Extern")]),
    // The names of Apple's headers, for programs that import one alone. A map for each module: where
    // a module is not asked for, `canImport` is not to see its name.
    .systemLibrary(name: "AVFAudioSubmodules", path: "Sources/Submodules/AVFAudio"),
    .systemLibrary(name: "AVFoundationSubmodules", path: "Sources/Submodules/AVFoundation"),
    .systemLibrary(name: "AudioToolboxSubmodules", path: "Sources/Submodules/AudioToolbox"),
    .systemLibrary(name: "AudioUnitSubmodules", path: "Sources/Submodules/AudioUnit"),
    .systemLibrary(name: "CoreAudioSubmodules", path: "Sources/Submodules/CoreAudio"),
    .systemLibrary(name: "CoreAudioTypesSubmodules", path: "Sources/Submodules/CoreAudioTypes"),
    .target(name: "COSLog", cSettings: cSettings),
    .target(name: "CAudioToolbox", cSettings: cSettings),
    // The process's session: the purpose and the route of its sound.
    .target(
      name: "AudioRouting",
      dependencies: ["AudioDevices", "AudioPlayback", "AudioRealtime"], swiftSettings: settings),
    // Frames to a device, and frames from it.
    .target(
      name: "AudioPlayback",
      dependencies: [
        "AudioCodecs", "AudioContainers", "AudioDevices", "AudioFiles", "AudioModel",
        "AudioProcessing", "AudioRealtime", "AudioTransport", "MediaTimeline",
      ],
      swiftSettings: settings),
    // Frames from sources, addressed by time.
    .target(
      name: "MediaTimeline", dependencies: ["AudioCodecs", "AudioModel"], swiftSettings: settings),
    // Bytes, packets and frames of a file.
    .target(
      name: "AudioFiles",
      dependencies: [
        "AudioCodecs", "AudioContainers", "AudioModel", "AudioProcessing", "AudioTransport",
        .target(name: "CLibAV", condition: .when(traits: ["LibAV"])),
      ],
      swiftSettings: settings),
    // The words that the layers share.
    .target(name: "AudioModel", swiftSettings: settings),
    // C libraries, each opened on first use, and what opens them.
    .target(
      name: "CDynamicLibrary", cSettings: cSettings + libraryMacros,
      linkerSettings: [.linkedLibrary("dl")]),
    library("CMpg123"),
    library("CFLAC"),
    library("COpus"),
    library("CLibAV"),
    library("CSoxr"),
    library("CSonic"),
    library("CPictures"),
    library("CLoudness"),
    library("CCurl"),
    library("CPulse", dependencies: ["CAudioRealtime"]),
    library("CALSA", dependencies: ["CAudioRealtime"]),
    // An archive, which becomes part of the program.
    .target(
      name: "CILBC", cSettings: cSettings + libraryMacros,
      linkerSettings: [
        .linkedLibrary("tg_owt", .when(traits: ["ILBC"])),
        .linkedLibrary("stdc++", .when(traits: ["ILBC"])),
      ]),
    // Loops over samples that are compiled for several processors.
    .target(name: "CSampleKernels", cSettings: cSettings),
    // The one home of lock-free code, and the way from device threads into Swift.
    .target(name: "CAudioRealtime", cSettings: cSettings),
    .target(name: "AudioRealtime", dependencies: ["CAudioRealtime"], swiftSettings: settings),
    // Bytes to packets, packets to samples, bytes from somewhere.
    .target(name: "AudioContainers", dependencies: ["AudioModel"], swiftSettings: settings),
    .target(
      name: "AudioProcessing",
      dependencies: [
        "AudioModel", "CSampleKernels", .target(name: "CSoxr", condition: .when(traits: ["Soxr"])),
        .target(name: "CSonic", condition: .when(traits: ["Sonic"])),
      ],
      swiftSettings: settings),
    .target(
      name: "AudioCodecs",
      dependencies: [
        "AudioModel", "AudioProcessing", "CSampleKernels",
        .target(name: "CMpg123", condition: .when(traits: ["MPG123"])),
        .target(name: "CFLAC", condition: .when(traits: ["FLAC"])),
        .target(name: "CILBC", condition: .when(traits: ["ILBC"])),
        .target(name: "COpus", condition: .when(traits: ["Opus"])),
        .target(name: "CLibAV", condition: .when(traits: ["LibAV"])),
      ],
      swiftSettings: settings),
    .target(
      name: "AudioTransport",
      dependencies: [
        "AudioModel", .target(name: "CCurl", condition: .when(traits: ["HTTP"])),
      ], swiftSettings: settings),
    .target(
      name: "AudioDevices",
      dependencies: [
        "AudioRealtime", "CAudioRealtime", "CDynamicLibrary",
        .target(name: "CPulse", condition: .when(traits: ["PulseAudio"])),
        .target(name: "CALSA", condition: .when(traits: ["ALSA"])),
      ],
      swiftSettings: settings),
    // Tests, each of one target, and what they share.
    .testTarget(
      name: "ImportTests",
      dependencies: ["AVFoundation", "AudioUnit", "CoreAudio", "MediaPlayer", "TestSupport"],
      swiftSettings: clientSettings),
    .testTarget(
      name: "AudioToolboxSpellingTests", dependencies: ["AudioToolbox"],
      swiftSettings: clientSettings),
    .testTarget(
      name: "AVFAudioTests",
      dependencies: [
        "AVFAudio", "AudioDevices", "AudioPlayback", "AudioRouting", "AudioToolbox", "Conformance",
        "TestSupport",
      ],
      swiftSettings: clientSettings),
    .target(
      name: "Conformance", dependencies: ["AVFoundation"], path: "Tests/Conformance",
      exclude: ["Programs", "SystemSound"], swiftSettings: clientSettings),
    .executableTarget(
      name: "ConformancePrograms", dependencies: ["AVFoundation", "Conformance"],
      path: "Tests/Conformance/Programs", swiftSettings: clientSettings),
    .testTarget(
      name: "osTests", dependencies: ["OSLog", "TestSupport", "os"], swiftSettings: clientSettings),
    .testTarget(
      name: "CoreAudioTypesTests",
      dependencies: ["CHeaderChecks", "CoreAudioTypes", "TestSupport"],
      swiftSettings: clientSettings),
    .target(
      name: "CHeaderChecks", dependencies: ["CAudioToolbox"], path: "Tests/CHeaderChecks",
      exclude: ["APITable.inc"], cSettings: cSettings, cxxSettings: cxxSettings),
    .target(
      name: "TestSupport", dependencies: ["CTestSupport"], path: "Tests/TestSupport",
      swiftSettings: settings),
    .target(name: "CTestSupport", path: "Tests/CTestSupport"),
    .testTarget(
      name: "AudioCodecsTests",
      dependencies: [
        "AudioCodecs", "AudioContainers", "AudioModel", "AudioProcessing", "TestSupport",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "Recorder", dependencies: ["AudioToolbox"], path: "Tests/Recorder",
      swiftSettings: clientSettings),
    .executableTarget(
      name: "Stress", dependencies: ["AVFAudio", "AudioToolbox"], path: "Tests/Stress",
      swiftSettings: clientSettings),
    .executableTarget(
      name: "SystemSound", dependencies: ["AudioToolbox", "CAudioToolbox"],
      path: "Tests/Conformance/SystemSound",
      cSettings: cSettings),
    .executableTarget(
      name: "Hostile", dependencies: ["AudioToolbox"], path: "Tests/Hostile",
      swiftSettings: clientSettings),
    .executableTarget(
      name: "RealtimeCheck",
      dependencies: [
        "AudioCodecs", "AudioDevices", "AudioModel", "AudioPlayback", "AudioProcessing",
        "AudioRealtime", "AudioToolbox", "CTestSupport", "MediaTimeline",
      ],
      path: "Tests/RealtimeCheck", swiftSettings: settings),
    .testTarget(
      name: "AudioProcessingTests", dependencies: ["AudioModel", "AudioProcessing", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "AudioRealtimeTests", dependencies: ["AudioRealtime", "CAudioRealtime"],
      swiftSettings: settings),
    .testTarget(
      name: "AudioDevicesTests",
      dependencies: ["AudioDevices", "AudioRealtime", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "AudioContainersTests", dependencies: ["AudioContainers", "AudioModel"],
      swiftSettings: settings),
    .testTarget(
      name: "AudioToolboxTests",
      dependencies: [
        "AudioContainers", "AudioDevices", "AudioFiles", "AudioPlayback", "AudioRouting",
        "AudioToolbox", "AudioTransport", "CClient", "TestSupport",
      ],
      swiftSettings: clientSettings),
    .target(
      name: "CClient", dependencies: ["CAudioToolbox"], path: "Tests/CClient",
      cSettings: cSettings),
    .testTarget(
      name: "ToolTests",
      dependencies: [
        "AudioToolbox", "ConformancePrograms", "ConvertTool", "Hostile", "InfoTool", "PlayTool",
        "RecordTool", "Recorder", "afconvert", "afinfo", "afplay", "afrecord", "aftools", "Player",
        "SimplePlayer", "SpeechSamples",
        "Stress", "SystemSound",
        "TestSupport",
        "ToolSupport",
      ],
      swiftSettings: toolSettings),
    .testTarget(
      name: "AudioTransportTests", dependencies: ["AudioTransport", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "AudioFilesTests",
      dependencies: [
        "AudioContainers", "AudioFiles", "AudioModel", "AudioTransport", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "MediaTimelineTests", dependencies: ["AudioCodecs", "MediaTimeline"],
      swiftSettings: settings),
    .testTarget(
      name: "AudioPlaybackTests",
      dependencies: [
        "AudioCodecs", "AudioContainers", "AudioDevices", "AudioFiles", "AudioModel",
        "AudioPlayback", "AudioProcessing", "AudioRealtime", "AudioTransport", "MediaTimeline",
        "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "AudioRoutingTests", dependencies: ["AudioDevices", "AudioRouting", "TestSupport"],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6])

// Only libFuzzer gives these programs their `main`: `Scripts/fuzz`.
if Context.environment["FUZZ"] != nil {
  let fuzzers = [
    "FuzzWAV", "FuzzMPEGAudio", "FuzzADTS", "FuzzDetect", "FuzzTags", "FuzzCAF", "FuzzAIFF",
    "FuzzAU", "FuzzW64", "FuzzMP4", "FuzzFLAC", "FuzzAMR", "FuzzOgg", "FuzzAC3",
    "FuzzLOAS", "FuzzDecoders", "FuzzLibraries",
  ]
  package.targets.append(
    .target(
      name: "FuzzSupport", dependencies: ["AudioContainers", "AudioModel"],
      path: "Fuzz/FuzzSupport", swiftSettings: settings))
  package.targets += fuzzers.map {
    .executableTarget(
      name: $0, dependencies: ["AudioCodecs", "AudioContainers", "AudioModel", "FuzzSupport"],
      path: "Fuzz/\($0)",
      swiftSettings: settings)
  }
}

// Needs the peers' libraries: `BENCHMARKS=1 swift run -c release PacketIndex`.
if Context.environment["BENCHMARKS"] != nil {
  package.targets += [
    .target(
      name: "CLibAVWalk", path: "Benchmarks/CLibAVWalk", cSettings: cSettings,
      linkerSettings: [
        .linkedLibrary("avformat"), .linkedLibrary("avcodec"), .linkedLibrary("avutil"),
      ]),
    .target(
      name: "BenchmarkSupport", dependencies: ["AudioToolbox"],
      path: "Benchmarks/BenchmarkSupport", swiftSettings: clientSettings),
    .target(
      name: "CCodecPeers", path: "Benchmarks/CCodecPeers", cSettings: cSettings,
      linkerSettings: [
        "avformat", "avcodec", "avutil", "swresample", "mpg123", "FLAC", "sndfile", "soxr",
      ].map { .linkedLibrary($0) }),
    .executableTarget(
      name: "Resampling", dependencies: ["AudioToolbox", "BenchmarkSupport", "CCodecPeers"],
      path: "Benchmarks/Resampling", exclude: ["plot"], swiftSettings: clientSettings),
    .executableTarget(
      name: "Decoding", dependencies: ["AudioToolbox", "BenchmarkSupport", "CCodecPeers"],
      path: "Benchmarks/Decoding", swiftSettings: clientSettings),
    .executableTarget(
      name: "PacketIndex", dependencies: ["AudioToolbox", "BenchmarkSupport", "CLibAVWalk"],
      path: "Benchmarks/PacketIndex", swiftSettings: clientSettings),
    .executableTarget(
      name: "Playing", dependencies: ["AVFAudio", "AudioToolbox", "BenchmarkSupport"],
      path: "Benchmarks/Playing", swiftSettings: clientSettings),
    .executableTarget(
      name: "ContainerReading", dependencies: ["AudioToolbox", "BenchmarkSupport", "CLibAVWalk"],
      path: "Benchmarks/ContainerReading", swiftSettings: clientSettings),
  ]
}

// A check that runs some of the tests builds no other tests and programs: `Scripts/tsan`, `Scripts/check`.
let omitted = Context.environment["OMITTED", default: ""].split(whereSeparator: \.isWhitespace)
package.targets.removeAll { omitted.contains($0.name[...]) }
package.products.removeAll { omitted.contains($0.name[...]) }

// The one line that an app adds: its other files import what they import on Apple's systems.
#if os(Linux)
@_exported import CloudKitCompat
#endif

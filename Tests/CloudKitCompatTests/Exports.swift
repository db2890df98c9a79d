// The one line that an app adds: its other files import what they import on Apple's systems.
@_exported public import CloudKitCompat

// Empty: on Apple's systems the products have this module, and apps import the system's CloudKit.

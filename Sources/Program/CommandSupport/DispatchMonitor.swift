// libdispatch looks once a second whether the threads of its global queues are blocked, also when there is nothing to
// do. What it would do then, start more threads, changes nothing for Swift's tasks, whose queue has a thread for each
// processor, nor for serial queues, which have threads of their own. So the released program leaves it out: the
// Makefile has the linker take these functions for those with which a thread asks to be watched.
//
// Source: swift-corelibs-libdispatch, src/event/workqueue.c.

@c(__wrap__dispatch_workq_worker_register)
package func notWatched(_ queue: UnsafeMutableRawPointer?) {}

@c(__wrap__dispatch_workq_worker_unregister)
package func noLongerWatched(_ queue: UnsafeMutableRawPointer?) {}

import CloudModel
import HTTPTypes
import Hummingbird

/// `GET /courier/TOKEN`: the long poll.
///
/// Knowing the token is the whole right.
struct CourierRoute: Sendable {
  let courier: NotificationCourier
  let service: CloudService
  let surroundings: Surroundings

  func add(to router: Router<CloudRequestContext>) {
    router.onEveryMethod("courier/:token", but: [.get])
    router.on("courier/:token", method: .get) { request, context in
      let token = context.parameters.get("token") ?? ""
      let channel = NotificationChannel(courierPath: NotificationCourier.pathPrefix + token)
      // A client that hangs up frees its place at once; watching for that uses up the connection.
      let announcement = try await request.body.consumeWithCancellationOnInboundClose { _ in
        try await courier.next(on: channel)
      }
      var response = Response(status: .ok)
      if let announcement { response = try Response(json: frame(announcement)) }
      response.headers[.connection] = "close"
      return response
    }
  }

  private func frame(_ announcement: Announcement) -> NotificationFrame {
    NotificationFrame(
      announcement.notification, container: service.containerIdentifier,
      notificationID: surroundings.randomUUID(), recipient: announcement.recipient,
      subscriptionID: announcement.subscriptionID)
  }
}

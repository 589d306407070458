"""What is refused about webhooks."""

from engine.errors import Kind, Refusal


class UnknownWebhook(Refusal):
    code = "unknown_webhook"
    kind = Kind.UNKNOWN
    template = "You have no such webhook."


class UnknownDelivery(Refusal):
    code = "unknown_delivery"
    kind = Kind.UNKNOWN
    template = "This webhook has no such message."


class TooManyWebhooks(Refusal):
    code = "too_many_webhooks"
    kind = Kind.CONFLICT
    template = "You have {limit} webhooks, and more are not given: delete one first."


class BadTarget(Refusal):
    code = "bad_target"
    kind = Kind.CONFLICT
    template = "Nothing can be sent there: {problem}."


class UnknownTypes(Refusal):
    code = "unknown_types"
    kind = Kind.CONFLICT
    template = "There is no fact of the type {type}."


class WebhookNotOn(Refusal):
    code = "webhook_not_on"
    kind = Kind.CONFLICT
    template = "This webhook is {state}: turn it on first."


class NotToBeRedelivered(Refusal):
    code = "not_to_be_redelivered"
    kind = Kind.CONFLICT
    template = "A test is not sent again: send another."

/** Why a delivery changes nothing. The sentences are for people. */
export const ignoredReasons = {
  dispute_not_lost: 'The dispute did not take the money back.',
  disputes_are_off: 'By the settings of the source, disputes change no order.',
  no_click_or_customer: 'The checkout of a subscription links a click to a customer, and it lacks one of both. The invoice is the order.',
  no_payment: 'The object names no payment, so it belongs to no order.',
  not_paid: 'The checkout expired or its payment failed.',
  not_paid_yet: 'The payment is not confirmed yet. Its own event follows.',
  nothing_paid: 'Nothing had to be paid.',
  other_account: "The event is about a connected account, not about the sender's own.",
  other_mode: 'By the settings of the source, another event reports this payment.',
  setup_only: 'The checkout stores a means of payment, and sells nothing.',
  thin_event: 'The event has no data. Choose snapshot events when you add the endpoint.',
  unexpected_form: 'A field that decides about money or the order is missing or has an unexpected form.',
  unknown_billing_reason: 'The invoice has a billing reason that this version does not know.',
  unknown_event: 'No order follows from this event. You can remove it from the endpoint.',
  wrong_environment: 'A test event came to a live source, or a live event to a test source.',
} as const;
export type IgnoredReason = keyof typeof ignoredReasons;

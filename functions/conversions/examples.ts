/** Answers as the documentation shows them. */
export const matched = {
  accepted: true,
  matched: true,
  duplicate: false,
  event_id: 'order_created:10017',
  event_type: 'order_created',
  session_id: 's_4fTq0ZkJ8vW2nRxLmP7aBc',
  campaign: 'spring_sale',
  ad_group: 'running_shoes',
  ad_id: 'ad_42',
};
export const unmatched = {
  accepted: true,
  matched: false,
  duplicate: false,
  event_id: 'order_created:10018',
  event_type: 'order_created',
  reason: 'unknown_svc_click_id',
} as const;

const rejected = {
  index: 1,
  status: 422,
  accepted: false,
  matched: false,
  duplicate: false,
  event_type: 'order_created',
  error: {
    code: 'validation_failed',
    message: 'The item does not match the contract.',
    detail: [{ type: 'missing', loc: ['body', 'events', 1, 'event_id'], msg: 'Field required' }],
  },
};

export const mixedBatch = {
  request_id: '4bf92f35-77b3-4da6-a3ce-929d0e0e4736',
  accepted: false,
  validate_only: false,
  accepted_events: 1,
  received_events: 2,
  summary: { matched: 1, unmatched: 0, duplicates: 0, rejected: 1 },
  results: [{ index: 0, status: 200, ...matched }, rejected],
};

export const rejectedBatch = {
  ...mixedBatch,
  accepted_events: 0,
  received_events: 1,
  summary: { matched: 0, unmatched: 0, duplicates: 0, rejected: 1 },
  results: [{ ...rejected, index: 0 }],
  error: { code: 'validation_failed', message: 'events.1.event_id: Field required.' },
  detail: rejected.error.detail,
};

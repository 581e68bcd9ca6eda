import { matchedExample, unmatchedExample } from '#functions/api/conversion-answer.ts';

const clickId = 's_4fTq0ZkJ8vW2nRxLmP7aBc';

export const conversion = {
  event_type: 'order_created',
  svc_click_id: clickId,
  event_id: 'order_created:4823',
  occurred_at: '2026-11-21T09:30:00Z',
  value: 25.99,
  currency: 'USD',
  properties: { order_number: '4823', item_count: 2 },
};

const channelItem = {
  id: 'order_created:4824',
  type: 'order_created',
  timestamp_ms: 1_795_253_400_000,
  data: {
    type: 'contents',
    amount: 2599,
    currency: 'USD',
    contents: [{ id: 'sku_42', name: 'Running shoe', quantity: 1, amount: 2599 }],
  },
  oppref: 'opp_9sK2dLq7',
  user: { external_ids_sha256: ['2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b'] },
  source_url: 'https://shop.example/checkout/thanks',
  action_source: 'web',
  opt_out: false,
};
const channelSignUp = {
  id: 'trial_started:812',
  type: 'custom',
  custom_event_name: 'trial_started',
  timestamp_ms: 1_795_253_460_000,
  data: { svc_click_id: clickId },
};
const ownItems = [
  { ...conversion, event_id: 'order_created:4825', value: 49.9, properties: { order_number: '4825' } },
  { event_type: 'signup_completed', event_id: 'signup_completed:311', svc_click_id: clickId },
];

export const batches = {
  "Batch in the assistant channel's form": { events: [channelItem, channelSignUp] },
  'Batch in our own form': { events: ownItems, currency: 'EUR' },
  'Check a batch without storing it (validate_only)': { events: [channelItem], validate_only: true },
  'Store all or nothing (atomic)': { events: ownItems, atomic: true },
};
export const checkedConversion = {
  'Check one conversion without storing it': { ...conversion, validate_only: true },
};

export const matched = matchedExample(conversion.event_id);
export const unmatched = unmatchedExample('order_created:4826');

export const matchedBatch = {
  request_id: '4bf92f35-77b3-4da6-a3ce-929d0e0e4736',
  accepted: true,
  validate_only: false,
  accepted_events: 2,
  received_events: 2,
  summary: { matched: 1, unmatched: 1, duplicates: 0, rejected: 0 },
  results: [
    { index: 0, status: 200, ...matched, event_id: 'order_created:4825' },
    { index: 1, status: 202, ...unmatched, event_id: 'signup_completed:311', event_type: 'signup_completed' },
  ],
};
const would = { would_match: true, would_duplicate: false, would_count: true };
export const otherSuccesses = {
  Duplicate: { ...matched, duplicate: true },
  Batch: matchedBatch,
  'Checked with validate_only': { ...matched, validate_only: true as const, ...would },
};

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
  ...matchedBatch,
  accepted: false,
  accepted_events: 1,
  summary: { matched: 1, unmatched: 0, duplicates: 0, rejected: 1 },
  results: [{ index: 0, status: 200, ...matched }, rejected],
};

const firstRejected = {
  ...rejected.error,
  detail: rejected.error.detail.map((problem) => ({ ...problem, loc: ['body', 'events', 0, 'event_id'] })),
};
export const rejectedBatch = {
  ...mixedBatch,
  accepted_events: 0,
  received_events: 1,
  summary: { matched: 0, unmatched: 0, duplicates: 0, rejected: 1 },
  results: [{ ...rejected, index: 0, error: firstRejected }],
  error: { code: 'validation_failed', message: 'events.0.event_id: Field required.' },
  detail: firstRejected.detail,
};

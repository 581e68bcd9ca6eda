/** The example is the funnel of a shop whose app does not send checkout_started. */
export const exampleFunnel = {
  from: '2026-11-01',
  to: '2026-11-20',
  environment: 'live' as const,
  time_zone: 'UTC',
  steps: [
    { step: 'sessions' as const, count: 4200, rate_from_previous: null },
    { step: 'page_views' as const, count: 11_800, rate_from_previous: 2.8095 },
    { step: 'items_added' as const, count: 610, rate_from_previous: 0.0517 },
    { step: 'checkout_started' as const, count: 90, rate_from_previous: 0.1475 },
    { step: 'order_created' as const, count: 240, rate_from_previous: 2.6667 },
  ],
  sessions: { ad: 3900, organic: 300 },
  findings: [
    {
      code: 'tracking_gap',
      severity: 'warning' as const,
      message:
        'Tracking gap: checkout_started (90) is smaller than order_created (240), which follows it. Send checkout_started on every path into the checkout, including express buttons and the app.',
      facts: {
        step: 'checkout_started',
        count: 90,
        later_step: 'order_created',
        later_count: 240,
        missing: 150,
        recorded: 'partly',
      },
      log_url: '/api/v1/pixel/events?event_type=checkout_started&environment=live&time_zone=UTC&from=2026-11-01&to=2026-11-20',
    },
  ],
  event_types: [
    { event_type: 'order_created', count: 240, counted: 219, uncounted: 0, unmatched: 21 },
    { event_type: 'checkout_started', count: 90, counted: 0, uncounted: 90, unmatched: 0 },
  ],
  quality: {
    unmatched_by_reason: { no_ad_click: 12, unknown_svc_click_id: 9 },
    unattributed: [
      {
        reason: 'no_ad_click',
        count: 12,
        values: [{ currency: 'USD', count: 12, value: '311.88' }],
        log_url: '/api/v1/pixel/events?outcome=unmatched&reason=no_ad_click&environment=live&time_zone=UTC&from=2026-11-01&to=2026-11-20',
      },
      {
        reason: 'unknown_svc_click_id',
        count: 6,
        values: [{ currency: 'USD', count: 6, value: '155.94' }],
        log_url:
          '/api/v1/pixel/events?outcome=unmatched&reason=unknown_svc_click_id&environment=live&time_zone=UTC&from=2026-11-01&to=2026-11-20',
      },
    ],
    unmatched_rate: 0.0636,
    attributed_share: 0.9455,
    missing_currency_rate: 0,
    duplicate_rate: 0.0084,
    delay: { p50: '1m', p95: '5m' },
    late_matches: 3,
    rejected_by_code: { validation_failed: 4 },
  },
};

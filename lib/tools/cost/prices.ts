/**
 * List prices in US dollars in us-east-1, without free tiers, are from AWS's pages (2026-11-22). Verify
 * prices "from memory".
 */
export const prices = {
  readOn: '2026-11-22',
  region: 'us-east-1',
  /** Prices of read and write units are for a million on demand. */
  dynamodb: { writeUnits: 0.625, readUnits: 0.125 },
  /** Storage costs this per GB and month; an export costs this per GB exported or changed (from memory). */
  storage: { dynamodb: 0.25, pointInTime: 0.2, exports: 0.1 },
  /** Lambda's prices are for a GB-second on arm64 and for a million calls. */
  lambda: { gbSecond: 0.0000133334, requests: 0.2 },
  /** Prices of the front are for a million HTTPS requests; that of edge functions is from memory. */
  front: { restApi: 3.5, cloudFront: 1, edgeFunction: 0.1, edgeFirewall: 0.6, firewall: 0.6 },
  logs: 0.5,
  /** The price is for a million traces (from memory). */
  traces: 5,
  /** The price is for a thousand mails. */
  mail: 0.1,
  /** The price is for reading a thousand metrics (from memory). */
  metricRequests: 0.01,
  /** The price is for a million queue requests (from memory). */
  queueRequests: 0.4,
  /** Fixed prices are per month. */
  fixed: { alarm: 0.1, metric: 0.3, dashboard: 3, firewall: 5, firewallRule: 1, secret: 0.4, key: 1 },
  /** Lambda has five pollers, each of which polls an empty queue every twenty seconds. */
  pollsOfQueue: 5 * 3 * 60 * 24 * 30,
} as const;

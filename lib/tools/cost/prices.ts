/**
 * AWS's list prices in us-east-1, in dollars, without free tiers and discounts. Read on 2026-11-22 on the pricing pages
 * of the services, in stored copies; the marked ones are from memory and must be checked before anybody relies on them.
 */
export const prices = {
  readOn: '2026-11-22',
  region: 'us-east-1',
  /** On demand, a million units. */
  dynamodb: { writeUnits: 0.625, readUnits: 0.125 },
  /** A GB and month; `exports` a GB exported, or changed (from memory). */
  storage: { dynamodb: 0.25, pointInTime: 0.2, exports: 0.1 },
  /** arm64: a GB-second, and a million calls. */
  lambda: { gbSecond: 0.0000133334, requests: 0.2 },
  /** A million requests; CloudFront's over HTTPS and of its functions (from memory). */
  front: { restApi: 3.5, cloudFront: 1, edgeFunction: 0.1, edgeFirewall: 0.6, firewall: 0.6 },
  /** A GB taken in. */
  logs: 0.5,
  /** A million traces (from memory). */
  traces: 5,
  /** A thousand mails. */
  mail: 0.1,
  /** A thousand metrics that are read (from memory). */
  metricRequests: 0.01,
  /** A million requests to a queue (from memory). */
  queueRequests: 0.4,
  /** A month each: a metric that an alarm reads, a metric of our own, a dashboard, a firewall, one of its rules, a secret. */
  fixed: { alarm: 0.1, metric: 0.3, dashboard: 3, firewall: 5, firewallRule: 1, secret: 0.4, key: 1 },
  /** Of an empty queue: Lambda's five pollers each ask every twenty seconds, all month. */
  pollsOfQueue: 5 * 3 * 60 * 24 * 30,
} as const;

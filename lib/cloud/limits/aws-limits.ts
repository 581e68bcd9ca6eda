/** AWS's quota pages state these limits (copies of 2026-11-26; not tried on an account). */
export const awsLimits = {
  lambda: {
    /** A Lambda execution environment serves at most this many requests per second. */
    requestsPerExecution: 10,
    /** A function gains this many executions at once, and again after each interval. */
    gained: 1000,
    gainedEverySeconds: 10,
    neverReserved: 100,
    executions: 1000,
  },
  dynamodb: {
    /** Read and write units are per second. A new on-demand table (`newTable`) has less than the quota. */
    newTable: { writeUnits: 4000, readUnits: 12_000 },
    table: { writeUnits: 40_000, readUnits: 40_000 },
    partition: { writeUnits: 1000, readUnits: 3000 },
  },
  /** An account in SES's sandbox has only 1 mail a second. */
  ses: { mailsPerSecond: 14 },
  apiGateway: { requestsPerSecond: 10_000 },
  firewall: { leastRequests: 10, windowSeconds: 300 },
} as const;

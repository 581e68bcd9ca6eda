/** AWS's quota pages state these limits (copies of 2026-11-26; not tried on an account). */
export const awsLimits = {
  lambda: {
    /** Requests per second for each available execution, however short they are. */
    requestsPerExecution: 10,
    /** Executions that a function gains at once, and again after each interval. */
    gained: 1000,
    gainedEverySeconds: 10,
    neverReserved: 100,
    executions: 1000,
  },
  dynamodb: {
    /** Units per second; `newTable` is a new on-demand table, `table` the account's quota. */
    newTable: { writeUnits: 4000, readUnits: 12_000 },
    table: { writeUnits: 40_000, readUnits: 40_000 },
    /** Units per second of one partition. */
    partition: { writeUnits: 1000, readUnits: 3000 },
  },
  /** Mails per second outside the sandbox; inside, the limit is 1. */
  ses: { mailsPerSecond: 14 },
  apiGateway: { requestsPerSecond: 10_000 },
  firewall: { leastRequests: 10, windowSeconds: 300 },
} as const;

/**
 * What AWS limits, in the units in which it says so (read on 2026-11-26 in stored copies of its pages on quotas; nothing here
 * was tried on an account). The simulation and the check of a stage read this one page.
 */
export const awsLimits = {
  lambda: {
    /** A function takes this many requests a second for each execution that it may have, however short they are. */
    requestsPerExecution: 10,
    /** Executions that a function gains: so many at once, and again after each interval. */
    gained: 1000,
    gainedEverySeconds: 10,
    /** AWS keeps these for functions that reserve none. */
    neverReserved: 100,
    /** What a function takes, without a reserve, is bounded by the account's. */
    executions: 1000,
  },
  dynamodb: {
    /** Of one table, a second; the first are of a new table on demand, the others the account's quota. */
    newTable: { writeUnits: 4000, readUnits: 12_000 },
    table: { writeUnits: 40_000, readUnits: 40_000 },
    /** Of one partition, a second. */
    partition: { writeUnits: 1000, readUnits: 3000 },
  },
  /** Mails a second of an account that is out of the sandbox; there it is one. */
  ses: { mailsPerSecond: 14 },
  /** Requests a second to all REST APIs of an account and region. */
  apiGateway: { requestsPerSecond: 10_000 },
  /** Of a rule that counts requests of an address. */
  firewall: { leastRequests: 10, windowSeconds: 300 },
} as const;

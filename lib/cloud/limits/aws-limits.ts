/**
 * AWS's limits in AWS's units, from stored copies of its quota pages (read on 2026-11-26; not tried on an
 * account). The simulation and the check of a stage both read this page.
 */
export const awsLimits = {
  lambda: {
    /**
     * A function accepts this many requests per second for each available execution, however short they are.
     */
    requestsPerExecution: 10,
    /** A function gains this many executions at once, and again after each interval. */
    gained: 1000,
    gainedEverySeconds: 10,
    /** AWS keeps these executions for functions without a reserve. */
    neverReserved: 100,
    /** The account's limit bounds a function without a reserve. */
    executions: 1000,
  },
  dynamodb: {
    /** Units per second of one table. `newTable` is a new table on demand; `table` is the account's quota. */
    newTable: { writeUnits: 4000, readUnits: 12_000 },
    table: { writeUnits: 40_000, readUnits: 40_000 },
    /** Units per second of one partition. */
    partition: { writeUnits: 1000, readUnits: 3000 },
  },
  /** Mails per second outside the sandbox; inside the limit is 1. */
  ses: { mailsPerSecond: 14 },
  /** Requests per second to all REST APIs of an account and region. */
  apiGateway: { requestsPerSecond: 10_000 },
  /** The smallest rate of a rule that counts requests per address. */
  firewall: { leastRequests: 10, windowSeconds: 300 },
} as const;

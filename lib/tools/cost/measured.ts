/**
 * What one of each uses, measured on the service's own handlers with DynamoDB's rules for capacity units. A test
 * measures again and compares (test/cost/measured.test.ts): a change of the service shows here.
 */
export const measured = {
  /** Capacity units of one conversion; `alone` is one that its stream brings by itself, `together` one of 100. */
  conversion: {
    hot: { readUnits: 0.5, writeUnits: 1 },
    hotInBatchOf100: { readUnits: 0.01, writeUnits: 1 },
    followUpAlone: { readUnits: 3, writeUnits: 10 },
    followUpTogether: { readUnits: 0.03, writeUnits: 2.08 },
    /** The same of events that name their user, who sends three from one click. */
    followUpWithUser: { readUnits: 1.04, writeUnits: 2.41 },
    /** Of all its items, in bytes: forever, and those that expire. */
    bytesForEver: 600,
    bytesForAWhile: 700,
    /** The same of events that name their user, who sends three from one click. */
    withUser: { bytesForEver: 1170, bytesForAWhile: 460 },
    /** Of the one line that a request logs. */
    logBytes: 152,
  },
  click: { readUnits: 1.01, writeUnits: 2.02 },
  /** An event of a browser, sent by itself. */
  browserEvent: { readUnits: 0, writeUnits: 1.01 },
  /** A walk of the canary: its requests with one look at the report, and the units of all functions. */
  canary: { requests: 16, readUnits: 72, writeUnits: 138 },
  dailyCredits: { readUnits: 0.8, writeUnits: 1.7 },
} as const;

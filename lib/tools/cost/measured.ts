/** The unit is DynamoDB's capacity units; test/cost/measured.test.ts measures again and compares. */
export const measured = {
  /**
   * A figure named `…Alone` is for the only record of a stream batch, and `…Together` for a record among 100.
   */
  conversion: {
    hot: { readUnits: 0.5, writeUnits: 1 },
    hotInBatchOf100: { readUnits: 0.01, writeUnits: 1 },
    followUpAlone: { readUnits: 6, writeUnits: 10 },
    followUpTogether: { readUnits: 1.05, writeUnits: 2.08 },
    /** Each of a hundred events has a click of its own, which a browser made. */
    followUpOfOwnClick: { readUnits: 3.03, writeUnits: 2.08 },
    followUpWithUser: { readUnits: 2.06, writeUnits: 2.41 },
    bytesForEver: 600,
    bytesForAWhile: 700,
    withUser: { bytesForEver: 1170, bytesForAWhile: 460 },
    logBytes: 152,
  },
  click: { readUnits: 1.02, writeUnits: 2.03 },
  /** Bytes of a click and its row in the log; counters are left out. */
  storedClick: { bytesForEver: 0, bytesForAWhile: 660 },
  storedBrowserEvent: { bytesForEver: 0, bytesForAWhile: 300 },
  candidate: { readUnits: 4.04, writeUnits: 3.04 },
  browserEvent: { readUnits: 0, writeUnits: 1.01 },
  canary: { requests: 16, readUnits: 96, writeUnits: 157 },
  dailyCredits: { readUnits: 0.8, writeUnits: 1.7 },
} as const;

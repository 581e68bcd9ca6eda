/** The SDK sets no time limit, so a silent connection would hold a command forever. Callers retry throttled calls. */
export const patience = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 20_000, socketTimeout: 60_000 },
};

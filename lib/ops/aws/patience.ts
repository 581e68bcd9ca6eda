/** The SDK sets no limit, so a silent connection would hold a command forever. */
export const patience = { requestHandler: { connectionTimeout: 20_000, socketTimeout: 60_000 } };

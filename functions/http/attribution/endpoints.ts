export * from '#functions/api/clicks/endpoints.ts';
export * from '#functions/api/events/endpoints.ts';
export * from '#functions/api/keys/endpoints.ts';
export * from '#functions/api/privacy/endpoints.ts';
export * from '#functions/api/reconciliation/endpoints.ts';
export * from '#functions/api/reports/endpoints.ts';
export * from '#functions/api/site-check/endpoints.ts';
export * from '#functions/api/spend/endpoints.ts';

export * from '#functions/api/operators/accounts/endpoints.ts';
export * from '#functions/api/operators/assistant-ads/endpoints.ts';
export * from '#functions/api/operators/billing/endpoints.ts';
export * from '#functions/api/operators/credits/endpoints.ts';
export * from '#functions/api/operators/events/endpoints.ts';
export * from '#functions/api/operators/licences/endpoints.ts';
export * from '#functions/api/operators/queues/endpoints.ts';
export * from '#functions/api/operators/service/endpoints.ts';

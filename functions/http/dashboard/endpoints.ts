export * from '#functions/api/assistant-ads/endpoints.ts';
export * from '#functions/api/competitors/companies/endpoints.ts';
export * from '#functions/api/keyword-plans/endpoints.ts';

export * from '#functions/api/billing/endpoints.ts';
export * from '#functions/api/licences/partner/endpoints.ts';

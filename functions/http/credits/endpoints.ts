export * from '#functions/api/credits/endpoints.ts';
export * from '#functions/api/licences/endpoints.ts';

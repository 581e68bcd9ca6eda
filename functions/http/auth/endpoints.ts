export * from '#functions/api/accounts/endpoints.ts';

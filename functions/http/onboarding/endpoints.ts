export * from '#functions/api/accounts/descriptions/endpoints.ts';

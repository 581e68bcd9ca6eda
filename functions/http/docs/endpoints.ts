export * from '#functions/api/docs/endpoints.ts';

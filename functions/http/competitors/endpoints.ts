export * from '#functions/api/competitors/endpoints.ts';

export * from '#functions/api/competitors/discovery/endpoints.ts';

export * from '#functions/api/pixel/endpoints.ts';
